import type { TextFact } from '../shot-facts.ts';

const codeFamilies = /mono|courier|consolas|menlo|monaco|fira code|cascadia|source code/i;

/** Whether it is set as code is: then what looks like a mistake is what it is about. */
export const isCode = ({ family }: Pick<TextFact, 'family'>): boolean => family !== null && codeFamilies.test(family);
