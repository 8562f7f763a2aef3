const MOST_QUOTED = 60;

/** Words of the shot in a sentence of ours: on one line, shortened. */
export function quote(text: string, most = MOST_QUOTED): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[“”"]+|[“”"]+$/g, '');
  return line.length <= most ? `“${line}”` : `“${line.slice(0, most - 1).trimEnd()}…”`;
}

/** For telling whether two places say the same: case, spaces and signs do not count. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
