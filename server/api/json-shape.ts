import { DomainError } from '../domain/failure.ts';

/** Keys and texts of the largest legitimate request: five screenshots with 2,000 elements each. */
const MAX_TEXTS = 500_000;
/** Characters outside keys and texts. */
const MAX_BETWEEN = 4_000_000;
/** Levels of lists and objects in each other; a legitimate request has ten. */
const MAX_DEPTH = 100;

/** Returns the position after the text that begins at `start`, past its closing quotation mark. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}

/** Returns how deep the JSON is after a part of it without texts. @throws DomainError `malformed_request` */
function depthAfter(between: string, before: number): number {
  let depth = before;
  for (const [bracket] of between.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_DEPTH) {
      throw new DomainError(
        'malformed_request',
        `The request has more than ${MAX_DEPTH} lists and objects in each other.`,
      );
    }
  }
  return depth;
}

/**
 * Refuses JSON with very many values, or very deep ones, before it is parsed. Parsing 33 MB of small values takes
 * seconds, in which the process answers nobody. Files are few values, however long.
 * @throws DomainError `too_large`, `malformed_request`
 */
export function checkJsonShape(json: string): void {
  let [texts, between, depth, at] = [0, 0, 0, 0];
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    const end = quote < 0 ? json.length : quote;
    between += end - at;
    texts += 1;
    if (texts > MAX_TEXTS || between > MAX_BETWEEN) {
      throw new DomainError(
        'too_large',
        'The request has too many values. Send fewer elements, or files by create_upload.',
      );
    }
    depth = depthAfter(json.slice(at, end), depth);
    at = quote < 0 ? json.length : endOfText(json, quote + 1);
  }
}
