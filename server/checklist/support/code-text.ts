import type { TextFact } from '../facts.ts';

const codeFamilies = /mono|courier|consolas|menlo|monaco|fira code|cascadia|source code/i;

/** Whether it is code, or set as code is: then what looks like a mistake is what it is about. */
export const isCode = ({ code, family }: Pick<TextFact, 'code' | 'family'>): boolean =>
  code === true || (family !== null && codeFamilies.test(family));
