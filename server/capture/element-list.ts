import type { CapturedElement } from './element-map.ts';
import { isFields, readBox } from './said.ts';

interface Limits {
  width: number;
  height: number;
  mostElements: number;
  mostBytes: number;
}

/** Cut to a length, and to what a database keeps: no NUL, no half of a character. */
function words(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).replaceAll('\0', '').toWellFormed() : '';
}

function wordsOrNull(value: unknown, most: number): string | null {
  const text = words(value, most);
  return text === '' ? null : text;
}

function bytesOf(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  return Buffer.from(text)
    .subarray(0, most - 3)
    .toString()
    .replace(/\ufffd+$/, '');
}

function readSelectors(value: unknown): CapturedElement['selectors'] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isFields)
    .map(({ selector, matches }) => ({ selector: words(selector, 2_001), matches: Number(matches) }))
    .filter(
      ({ selector, matches }) =>
        selector !== '' && selector.length <= 2_000 && Number.isInteger(matches) && matches > 0,
    )
    .slice(0, 5);
}

function readStyles(value: unknown): Record<string, string> {
  if (!isFields(value)) return {};
  const entries = Object.entries(value)
    .slice(0, 16)
    .map(([name, style]) => [words(name, 40), words(style, 120)] as const);
  return Object.fromEntries(entries.filter(([name, style]) => /^[a-z-]+$/.test(name) && style !== ''));
}

/**
 * What came back from a page, as elements: whatever has not the right form is left out, and what was inside it then
 * belongs to what is around it. Stops where the limits do.
 */
export function readElements(said: unknown, limits: Limits): CapturedElement[] {
  if (!Array.isArray(said)) return [];
  const found: CapturedElement[] = [];
  const places: (number | null)[] = [];
  let size = 2;
  for (const [index, each] of said.slice(0, limits.mostElements).entries()) {
    const above = isFields(each) && Number.isInteger(each.parent) ? Number(each.parent) : -1;
    const parent = above >= 0 && above < index ? (places[above] ?? null) : null;
    places[index] = parent;
    const box = isFields(each) ? readBox(each.box, limits) : null;
    if (!isFields(each) || box === null || typeof each.tag !== 'string' || each.tag === '') continue;
    const element: CapturedElement = {
      selectors: readSelectors(each.selectors),
      tag: words(each.tag, 100),
      role: wordsOrNull(each.role, 100),
      accessible_name: wordsOrNull(each.accessible_name, 200),
      text: words(each.text, 300),
      outer_html: bytesOf(words(each.outer_html, 2_048), 2_048),
      box,
      styles: readStyles(each.styles),
      parent,
    };
    size += Buffer.byteLength(JSON.stringify(element)) + 1;
    if (size > limits.mostBytes) break;
    places[index] = found.length;
    found.push(element);
  }
  return found;
}
