/** The characters of a model's sentence that are kept. */
const MAX_CHARACTERS = 400;

/** Control, format and bidirectional characters, other invisible ones, and halves of surrogate pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]|[\uFE00-\uFE0F]/gu;

/** The order matters: each pattern works on the result of the one before. */
const takenOut: readonly (readonly [RegExp, string])[] = [
  [/!\[[^\]]*\](\([^)]*\)?|\[[^\]]*\])/g, ' '],
  [/\[([^\]]*)\](\([^)]*\)?|\[[^\]]*\])/g, '$1'],
  [/<[^>]*>/g, ' '],
  [/\b[a-z][a-z\d+.-]*:\/\/\S*/gi, ' '],
  [/\b(?:javascript|data|mailto|tel|vbscript|file|blob):\S*/gi, ' '],
  [/\bwww\.\S*/gi, ' '],
  [/[^\s@“”"'()]+@[^\s@]+\.[^\s@“”"')]+/g, ' '],
  [/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?\/\S*/gu, ' '],
];

/**
 * Returns a model's words in a form that is safe to show to people and agents: one line of plain text without
 * addresses, links, images and invisible characters. Repeats until nothing changes, because one removal can join pieces
 * into something that must be removed as well.
 */
export function plainWords(said: string): string {
  let words = said
    .slice(0, MAX_CHARACTERS * 10)
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(unseen, '');
  for (let before = ''; words !== before; ) {
    before = words;
    for (const [what, by] of takenOut) words = words.replace(what, by);
  }
  const line = words
    .replace(/[<>`|*#\\[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
  if (line.length <= MAX_CHARACTERS) return line;
  const cut = line.slice(0, MAX_CHARACTERS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_CHARACTERS / 2)).trimEnd()}…`;
}
