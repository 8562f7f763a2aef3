/** Of a model's sentence: more is not read. */
const MAX_CHARACTERS = 400;

/** Control, format and bidirectional characters, those that show nothing, and halves of others. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]|[\uFE00-\uFE0F]/gu;

/** In this order: each takes what the one before it left. */
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
 * What a model wrote, fit to be shown to people and agents: one line of plain text without addresses, links, images and
 * signs that cannot be seen. Applied until nothing changes, so that nothing is left over that one step had put together.
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
