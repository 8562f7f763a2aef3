/** The anchor that GitHub gives to a heading, so that a link works there and here. */
export const anchorOf = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Anchors of one page: a heading that comes again has a number behind it. */
export function createAnchors(): (words: string) => string {
  const seen = new Map<string, number>();
  return (words) => {
    const anchor = anchorOf(words);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
}
