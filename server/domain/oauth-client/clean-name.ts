/** The name of a client that gives none. */
export const UNNAMED = 'Unnamed client';
const NAME_CHARACTERS = 100;
/** The most combining marks on one character; no script needs more than a few, and they stack without end. */
const MAX_MARKS = 4;
const MAX_READ = 2000;

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns a client's own name, safe to show: one line of at most 100 visible characters, without control characters,
 * invisible characters and those that reverse the direction of text.
 */
export function cleanName(value: unknown): string {
  if (typeof value !== 'string') return UNNAMED;
  const line = value
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u{fffd}\u{2028}\u{2029}\u{3164}\u{115f}\u{1160}\u{ffa0}\u{2800}]/gu, '');
  const shown = Array.from(segments.segment(line.trim()), ({ segment }) =>
    [...segment].slice(0, 1 + MAX_MARKS).join(''),
  );
  return shown.slice(0, NAME_CHARACTERS).join('').trim() || UNNAMED;
}
