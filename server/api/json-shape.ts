import { DomainError } from '../domain/failure.ts';

/** Keys and texts of the largest legitimate request: five screenshots with 2,000 elements each. */
const MAX_TEXTS = 500_000;
/** Characters outside keys and texts. */
const MAX_BETWEEN = 4_000_000;

/** Returns the position after the text that begins at `start`, past its closing quotation mark. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}

/**
 * Refuses JSON with very many values before it is parsed. Parsing 33 MB of small values takes seconds, in which the
 * process answers nobody. Files are few values, however long.
 * @throws DomainError `too_large`
 */
export function checkJsonShape(json: string): void {
  if (json.length <= MAX_TEXTS) return;
  let [texts, between, at] = [0, 0, 0];
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    between += (quote < 0 ? json.length : quote) - at;
    texts += 1;
    if (texts > MAX_TEXTS || between > MAX_BETWEEN) {
      throw new DomainError(
        'too_large',
        'The request has too many values. Send fewer elements, or files by create_upload.',
      );
    }
    at = quote < 0 ? json.length : endOfText(json, quote + 1);
  }
}
