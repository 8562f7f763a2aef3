import type { Sample } from './durations.ts';

/** The tokens that were sent to models and received from them since this process started. */
const counted = { input: 0, output: 0 };

export function countTokens({ input, output }: { input: number; output: number }): void {
  counted.input += input;
  counted.output += output;
}

/** Returns `{kind="input"}` and `{kind="output"}`; nothing before the first answer. */
export const tokenSamples = (): Sample[] =>
  counted.input + counted.output === 0
    ? []
    : Object.entries(counted).map(([kind, value]) => ({ labels: { kind }, value }));
