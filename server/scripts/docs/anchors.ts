/** Returns the anchor that GitHub gives a heading, so that a link works on GitHub and in the site. */
export const anchorOf = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Returns a function that makes the anchors of one page: a repeated heading gets a number at its end. */
export function createAnchors(): (words: string) => string {
  const seen = new Map<string, number>();
  return (words) => {
    const anchor = anchorOf(words);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
}
