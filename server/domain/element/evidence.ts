import type { Element } from '../../contract/element.ts';

const value = String.raw`="(\\.|[^"\\])*"\]$`;
const testId = new RegExp(String.raw`^\[data-(testid|test-id|test|cy|qa)${value}`, 's');
/** An id, which its author declares unique, or a tag of which only one makes sense on a page. */
const given = /^(#(\\.|[^\s>+~:[\]\\])+|main|h1)$/s;
const called = new RegExp(String.raw`^[\w-]*\[(aria-label|name|placeholder|alt)${value}`, 's');
/**
 * Attributes such as a link's target: evidence together with the same words. With other words it may be another link to
 * the same target.
 */
const leading = new RegExp(String.raw`^[\w-]*\[(href|for|title)${value}`, 's');
const customTag = /^[a-z]\w*-[\w-]*$/;

/**
 * Returns a test for selectors of this kind. In a shadow tree every host must be identified as well: it could be the
 * second card of a list.
 */
function isOf(kind: RegExp): (selector: string) => boolean {
  return (selector) => {
    const hosts = selector.split(' >>> ');
    const own = hosts.pop() ?? '';
    return kind.test(own) && hosts.every((host) => [testId, given, called, customTag].some((each) => each.test(host)));
  };
}

/** Kinds of selectors, by how much they identify an element. */
export const kinds = { testId: isOf(testId), given: isOf(given), called: isOf(called), leading: isOf(leading) };

/** Words of at least this length are hardly ever on a page twice by chance, unless they are on buttons. */
export const TELLING_LENGTH = 20;

export const wordsLength = ({ accessible_name, text }: Element): number =>
  Math.max(accessible_name?.length ?? 0, text.length);

export const openingTag = ({ outer_html }: Element): string => outer_html.slice(0, outer_html.indexOf('>') + 1);

export const hasSameRoleAndWords = (one: Element, other: Element): boolean =>
  one.role === other.role && one.accessible_name === other.accessible_name && one.text === other.text;

/** Returns the attribute that a selector uses; null for classes and paths. */
function attributeOf(selector: string): string | null {
  const [, id, name] = /^(?:(#)(?:\\.|[\w-])+$|[\w-]*\[([\w-]+)=)/.exec(selector) ?? [];
  return id ?? name ?? null;
}

/** Returns whether two fields have the name that only they have. Their placeholders may differ. */
const sharesName = (one: Element, other: Element): boolean =>
  one.selectors.some(
    ({ selector, matches }) =>
      matches === 1 &&
      attributeOf(selector) === 'name' &&
      other.selectors.some((each) => each.matches === 1 && each.selector === selector),
  );

/**
 * Returns whether two similar elements are different ones, because a selector by the same attribute, such as an id or a
 * link's target, differs.
 */
export function isContradicted(one: Element, other: Element): boolean {
  if (sharesName(one, other)) return false;
  const theirs = other.selectors.map(({ selector }) => ({ selector, attribute: attributeOf(selector) }));
  return one.selectors.some(({ selector }) => {
    const attribute = attributeOf(selector);
    const same = theirs.filter((each) => attribute !== null && each.attribute === attribute);
    return same.length > 0 && same.every((each) => each.selector !== selector);
  });
}

/** Where a link leads. */
const targetOf = (element: Element): string | undefined => /\shref="([^"]*)"/.exec(openingTag(element))?.[1];

/** Returns whether an element differs in its words, role, target or styles. Its pixels may not show that. */
export function isElementChanged(one: Element, other: Element): boolean {
  if (!hasSameRoleAndWords(one, other) || targetOf(one) !== targetOf(other)) return true;
  const names = new Set([...Object.keys(one.styles), ...Object.keys(other.styles)]);
  return [...names].some((name) => one.styles[name] !== other.styles[name]);
}

/** Returns a number for a word, which hardly any other word has (FNV-1a). */
function numberOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

const known = new WeakMap<Element, Int32Array>();

/** Returns the words of an element as sorted numbers, because any two of many siblings are compared. */
function wordsOf(element: Element): Int32Array {
  const found = known.get(element);
  if (found !== undefined) return found;
  const words = `${element.text} ${element.accessible_name ?? ''}`.trim();
  const split = (words === '' ? element.outer_html : words).toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const numbers = Int32Array.from(split.filter((word) => word !== '').map(numberOf)).sort();
  known.set(element, numbers);
  return numbers;
}

/**
 * Returns 0..1: how many words two elements share, in any order; for elements without text, how much of their markup.
 */
export function likeness(one: Element, other: Element): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  let [common, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length);
}
