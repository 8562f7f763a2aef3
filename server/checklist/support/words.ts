const MAX_QUOTED = 60;

/** Quotes text from the screenshot for a sentence: on one line, shortened. */
export function quote(text: string, most = MAX_QUOTED): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[“”"]+|[“”"]+$/g, '');
  return line.length <= most ? `“${line}”` : `“${line.slice(0, most - 1).trimEnd()}…”`;
}

/** Normalises text for comparison: ignores case, spaces and signs. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
