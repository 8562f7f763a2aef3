/** Removes the differences in case, accents and width that a search ignores. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the text of a review that a search looks through. It is stored with the review, which keeps these fields. */
export const searchTextOf = (row: { title: string; reference?: string | null; revision?: string | null }): string =>
  fold([row.title, row.reference, row.revision].filter((part) => part != null).join('\n'));

/** Returns a pattern of SQL's LIKE for each word of a search. */
export const patternsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
