const MAX_QUOTED = 60;

/** Words of the screenshot in a sentence of ours: on one line, shortened. */
export function quote(text: string, most = MAX_QUOTED): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[“”"]+|[“”"]+$/g, '');
  return line.length <= most ? `“${line}”` : `“${line.slice(0, most - 1).trimEnd()}…”`;
}

/** Normalises text to compare two places: case, spaces and signs do not count. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
