import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';

export interface RankedSelector {
  selector: string;
  matches: number;
}

const maxSelectors = 5;
const maxLength = 1_500;
const maxValueLength = 120;
const testAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
const nameAttributes = ['aria-label', 'name', 'placeholder', 'alt', 'title', 'for', 'href', 'role'];
const made =
  /^(:r|«r|_r_|radix|headlessui|react-|mui-|rc[_-]|ember|ext-|yui|gwt-|mat-|cdk-|uid|auto|el-id|css-|sc-|jss|emotion|svelte-|astro-|jsx-|data-v-|__)/i;
const state =
  /^(is|has|js|ng|v|aos|animate|lazy)-|^(active|open|opened|closed|show|shown|in|hover|focus|focused|focus-visible|selected|current|disabled|enabled|checked|visible|invisible|loaded|loading|collapsed|expanded|hydrated|dark|light|first|last|odd|even)$/i;
const utility =
  /[:/[\]!@%()=,.#]|^-?(m|p)[trblxyse]?-|^(w|h|min|max|size|text|font|bg|border|rounded|flex|grid|gap|space|items|justify|self|content|place|leading|tracking|shadow|opacity|z|top|left|right|bottom|inset|overflow|transition|duration|ease|cursor|select|col|row|order|d|float|align|ring|divide|from|to|via|object|aspect|whitespace|break|sr|pointer-events|translate|scale|rotate|origin|fw|fs|g|gx|gy|offset|lh|ms|me|ps|pe)-|^(block|inline|inline-block|inline-flex|hidden|relative|absolute|fixed|sticky|static|flex|grid|border|rounded|shadow|container|row|col|italic|underline|uppercase|lowercase|capitalize|truncate|antialiased|grow|shrink|transition|clearfix)$/;

const counts = new Map<PageNode, Map<string, number>>();
const places = new Map<PageNode, number>();
const mixed = new Set<PageNode>();
const anchors = new Map<PageNode, string | null>();
const hosts = new Map<PageNode, string | null>();

function count(root: PageNode, selector: string): number {
  let known = counts.get(root);
  if (known === undefined) {
    known = new Map();
    counts.set(root, known);
  }
  let number = known.get(selector);
  if (number === undefined) {
    number = dom.select(root, selector).length;
    known.set(selector, number);
  }
  return number;
}

/** Returns whether a name looks generated, and so will change with the next build or visit. */
export function isGenerated(name: string): boolean {
  if (name.length > 60 || made.test(name) || /\d{4,}/.test(name) || /^\d+$/.test(name)) return true;
  return name.split(/[^\p{L}\p{N}]+/u).some((part) => {
    if (/^[0-9a-f]{8,}$/i.test(part) && /\d/.test(part)) return true;
    const turns = part.match(/\d(?=\p{L})|\p{L}(?=\d)/gu)?.length ?? 0;
    return part.length >= 5 && turns >= 2;
  });
}

function typed(element: PageNode): string {
  return dom.escapeCss(dom.tag(element));
}

function testId(element: PageNode): string | null {
  for (const name of testAttributes) {
    const value = dom.attribute(element, name);
    if (value !== null && value !== '' && value.length <= maxValueLength) return `[${name}=${dom.quote(value)}]`;
  }
  return null;
}

function id(element: PageNode): string | null {
  const value = dom.attribute(element, 'id');
  return value === null || value === '' || isGenerated(value) ? null : `#${dom.escapeCss(value)}`;
}

function named(element: PageNode): string[] {
  const found: string[] = [];
  for (const name of nameAttributes) {
    const value = dom.attribute(element, name);
    if (value === null || value === '' || value.length > maxValueLength) continue;
    // A URL with a query may contain secrets.
    if (name === 'href' && (/^(data|blob|javascript):|\?|^#?$/i.test(value) || isGenerated(value.slice(-60)))) continue;
    if ((name === 'for' || name === 'name') && isGenerated(value)) continue;
    found.push(`${typed(element)}[${name}=${dom.quote(value)}]`);
  }
  return found;
}

function classes(element: PageNode, root: PageNode): string[] {
  const names = (dom.attribute(element, 'class') ?? '')
    .split(/\s+/, 30)
    .filter((name) => name !== '' && !isGenerated(name) && !state.test(name) && !utility.test(name))
    .slice(0, 6)
    .map((name) => `.${dom.escapeCss(name)}`);
  const singles = names
    .map((name) => `${typed(element)}${name}`)
    .sort((one, other) => count(root, one) - count(root, other));
  const [best] = singles;
  if (best === undefined) return [];
  if (count(root, best) === 1 || names.length === 1) return [best];
  const together = `${typed(element)}${names.slice(0, 3).join('')}`;
  return count(root, together) < count(root, best) ? [together, best] : [best];
}

/**
 * Returns a selector to anchor descendants at: unique in its root, and by a test id or id, which are stable; null for
 * none.
 */
function anchor(element: PageNode, root: PageNode): string | null {
  let known = anchors.get(element);
  if (known === undefined) {
    known = [testId(element), id(element)].find((each) => each !== null && count(root, each) === 1) ?? null;
    anchors.set(element, known);
  }
  return known;
}

/**
 * Returns the 1-based position among siblings with the same tag. Counts all siblings at once, because there may be very
 * many.
 */
function place(element: PageNode, parent: PageNode): number {
  const known = places.get(element);
  if (known !== undefined) return known;
  const numbers = new Map<string, number>();
  const spaces = new Map<string, boolean>();
  for (let child = dom.firstChild(parent); child !== null; child = dom.nextSibling(child)) {
    if (!dom.isElement(child)) continue;
    const kind = dom.tag(child);
    const number = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, number);
    places.set(child, number);
    const isHtml = dom.isHtml(child);
    if ((spaces.get(kind) ?? isHtml) !== isHtml) mixed.add(parent);
    spaces.set(kind, isHtml);
  }
  return places.get(element) ?? 1;
}

/**
 * Returns the path from the root. With one element at each step, the path is unique and need not be counted. But
 * siblings with the same tag name can be of two namespaces, as an `a` in an SVG beside one in HTML, and then both can
 * match.
 */
function path(element: PageNode, root: PageNode): string | null {
  const steps: string[] = [];
  let isMixed = false;
  let length = 0;
  for (let at = element; ; ) {
    const parent = dom.parent(at);
    if (parent === null) return null;
    if (dom.tag(at) === 'body' && count(root, 'body') === 1) {
      steps.push('body');
      break;
    }
    if (parent === root) {
      steps.push(dom.isShadowRoot(root) ? `:host > ${typed(at)}:nth-of-type(${place(at, parent)})` : typed(at));
      isMixed ||= mixed.has(parent);
      break;
    }
    const step = `${typed(at)}:nth-of-type(${place(at, parent)})`;
    isMixed ||= mixed.has(parent);
    length += step.length + 3;
    if (length > maxLength) return null;
    steps.push(step);
    at = parent;
  }
  const selector = steps.reverse().join(' > ');
  return isMixed && count(root, selector) !== 1 ? null : selector;
}

/**
 * Returns an end of the path that matches only this element, for elements too deep for the whole path; null if there is
 * none.
 */
function shortPath(element: PageNode, root: PageNode): string | null {
  const steps: string[] = [];
  for (let at = element; steps.length < 40; ) {
    const parent = dom.parent(at);
    if (parent === null || parent === root) return null;
    const stop = at === element ? null : anchor(at, root);
    steps.unshift(stop ?? `${typed(at)}:nth-of-type(${place(at, parent)})`);
    const selector = steps.join(' > ');
    if (stop !== null) return count(root, selector) === 1 ? selector : null;
    if (steps.length % 8 === 0 && count(root, selector) === 1) return selector;
    at = parent;
  }
  return null;
}

function below(element: PageNode, root: PageNode, own: string | undefined): string | null {
  for (let at = dom.parent(element); at !== null && at !== root; at = dom.parent(at)) {
    const stop = anchor(at, root);
    if (stop !== null) return `${stop} ${own ?? typed(element)}`;
  }
  return null;
}

/**
 * Returns the prefix for selectors in a root: empty for the document itself, null where the host has no unique
 * selector.
 */
function hostPrefix(root: PageNode): string | null {
  if (!dom.isShadowRoot(root)) return '';
  const known = hosts.get(root);
  if (known !== undefined) return known;
  const [best] = rankSelectors(dom.host(root), true).filter(({ matches }) => matches === 1);
  const prefix = best === undefined ? null : `${best.selector} >>> `;
  hosts.set(root, prefix);
  return prefix;
}

/**
 * Returns CSS selectors of an element, best first. Unique selectors come before shared ones. Among equals, test ids
 * come first, then ids, names, classes, and last the path from the root.
 */
export function rankSelectors(element: PageNode, thorough: boolean): RankedSelector[] {
  const root = dom.root(element);
  const prefix = hostPrefix(root);
  if (prefix === null) return [];
  const found: RankedSelector[] = [];
  const add = (selector: string | null): void => {
    if (selector === null || !selector.isWellFormed() || found.some((each) => each.selector === selector)) return;
    const matches = count(root, selector);
    if (matches > 0 && selector.length <= maxLength && dom.matches(element, selector))
      found.push({ selector, matches });
  };
  add(testId(element));
  add(id(element));
  if (thorough) {
    for (const selector of named(element)) add(selector);
    if (count(root, typed(element)) === 1) add(typed(element));
    const own = classes(element, root);
    for (const selector of own) add(selector);
    const fewest = Math.min(...found.map(({ matches }) => matches));
    const inside = fewest === 1 ? null : below(element, root, own[0]);
    if (inside !== null && count(root, inside) < fewest) add(inside);
  }
  const alone = found.filter(({ matches }) => matches === 1);
  const shared = found.filter(({ matches }) => matches > 1).sort((one, other) => one.matches - other.matches);
  const way = path(element, root) ?? shortPath(element, root);
  const isKnown = way === null || alone.some(({ selector }) => selector === way);
  const last = isKnown ? [] : [{ selector: way, matches: 1 }];
  return [...alone.slice(0, maxSelectors - 1), ...last, ...shared]
    .slice(0, maxSelectors)
    .map(({ selector, matches }) => ({ selector: prefix + selector, matches }))
    .filter(({ selector }) => selector.length <= maxLength * 2);
}
