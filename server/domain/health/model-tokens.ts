import type { Sample } from './durations.ts';

/** What models were sent and answered since this process began. */
const counted = { input: 0, output: 0 };

export function countTokens({ input, output }: { input: number; output: number }): void {
  counted.input += input;
  counted.output += output;
}

/** `{kind="input"}` and `{kind="output"}`; none before the first answer. */
export const tokenSamples = (): Sample[] =>
  counted.input + counted.output === 0
    ? []
    : Object.entries(counted).map(([kind, value]) => ({ labels: { kind }, value }));
