import type { TextFact } from '../../contract/shot-facts.ts';

const codeFamilies =
  /mono|courier|consolas|menlo|monaco|lucida console|inconsolata|iosevka|fira code|cascadia|source code/i;

/** Whether a text is code or set like code: then an apparent mistake may be its subject. */
export const isCode = ({ code, family }: Pick<TextFact, 'code' | 'family'>): boolean =>
  code === true || (family !== null && codeFamilies.test(family));

const codeSigns = /[;{}]\s*$|=>|\w\(\)|\w\s*[!=]==?\s*\w|^\s*(?:const|let|var|function|import|return|def|class)\b/;

export const looksLikeCode = (text: string): boolean => codeSigns.test(text);

/** The fewest pieces of code of a page about programming */
const MIN_CODE = 3;

/** Whether texts are about programming: several of them are code, and not only ids, hashes or amounts. */
export function isAboutCode(texts: readonly TextFact[]): boolean {
  const code = texts.filter(
    (fact) => isCode(fact) && (looksLikeCode(fact.text) || (fact.code && !/\d/.test(fact.text))),
  );
  return new Set(code.map(({ text }) => text)).size >= MIN_CODE;
}
