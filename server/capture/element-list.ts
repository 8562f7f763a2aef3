import type { CapturedBox } from './captured-facts.ts';
import { isFields, readBox, readList, readText, type Size } from './page-data.ts';

/** A visible element of a captured page. Lengths: name 200, text 300 characters, `outer_html` 2 KB. */
export interface CapturedElement {
  /**
   * CSS selectors, best first, at most five, with how many elements each matches. Inside an open shadow tree `host >>>
   * inner`: `host` matches one element in its own root, `inner` is counted inside that element's shadow root; with
   * several levels, several `>>>`. Puppeteer reads it as it is; for Playwright, whose CSS looks into open shadow trees
   * by itself, write `>>` for `>>>`, without a leading `:host >`.
   */
  selectors: { selector: string; matches: number }[];
  tag: string;
  role: string | null;
  accessible_name: string | null;
  /** Its visible text, white space collapsed; never the value of a field */
  text: string;
  /** Without scripts, comments and field values; `…` replaces what does not fit */
  outer_html: string;
  /** Its visible part, in CSS pixels from the page's upper left corner */
  box: CapturedBox;
  /** A few computed styles that differ from the browser's defaults */
  styles: Record<string, string>;
  /** Index of the closest listed ancestor; null at the top */
  parent: number | null;
}

interface Limits extends Size {
  maxElements: number;
  maxBytes: number;
}

const readTextOrNull = (value: unknown, max: number): string | null => readText(value, max) || null;

function cutToBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  return Buffer.from(text)
    .subarray(0, max - 3)
    .toString()
    .replace(/\ufffd+$/, '');
}

function readSelectors(value: unknown): CapturedElement['selectors'] {
  return readList(value)
    .map(({ selector, matches }) => ({ selector: readText(selector, 2_001), matches: Number(matches) }))
    .filter(
      ({ selector, matches }) =>
        selector !== '' && selector.length <= 2_000 && Number.isInteger(matches) && matches > 0,
    )
    .slice(0, 5);
}

function readStyles(value: unknown): Record<string, string> {
  if (!isFields(value)) return {};
  const entries = Object.entries(value)
    .slice(0, 40)
    .map(([name, style]) => [readText(name, 40), readText(style, 120)] as const);
  return Object.fromEntries(entries.filter(([name, style]) => /^[a-z-]+$/.test(name) && style !== ''));
}

/**
 * Reads a page's answer as elements, up to the limits. Leaves out malformed ones; their children then belong to the
 * closest listed ancestor. Adds to `kept` where in the answer each element was.
 */
export function readElements(answer: unknown, limits: Limits, kept: number[] = []): CapturedElement[] {
  if (!Array.isArray(answer)) return [];
  const found: CapturedElement[] = [];
  const indexes: (number | null)[] = [];
  let size = 2;
  for (const [index, each] of answer.slice(0, limits.maxElements).entries()) {
    const above = isFields(each) && Number.isInteger(each.parent) ? Number(each.parent) : -1;
    const parent = above >= 0 && above < index ? (indexes[above] ?? null) : null;
    indexes[index] = parent;
    const box = isFields(each) ? readBox(each.box, limits) : null;
    if (!isFields(each) || box === null || typeof each.tag !== 'string' || each.tag === '') continue;
    const element: CapturedElement = {
      selectors: readSelectors(each.selectors),
      tag: readText(each.tag, 100),
      role: readTextOrNull(each.role, 100),
      accessible_name: readTextOrNull(each.accessible_name, 200),
      text: readText(each.text, 300),
      outer_html: cutToBytes(readText(each.outer_html, 2_048), 2_048),
      box,
      styles: readStyles(each.styles),
      parent,
    };
    size += Buffer.byteLength(JSON.stringify(element)) + 1;
    if (size > limits.maxBytes) break;
    indexes[index] = found.length;
    found.push(element);
    kept.push(index);
  }
  return found;
}
