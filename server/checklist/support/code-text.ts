import type { TextFact } from '../../contract/shot-facts.ts';

const codeFamilies = /mono|courier|consolas|menlo|monaco|fira code|cascadia|source code/i;

/** Whether a text is code or set like code: then an apparent mistake may be its subject. */
export const isCode = ({ code, family }: Pick<TextFact, 'code' | 'family'>): boolean =>
  code === true || (family !== null && codeFamilies.test(family));
