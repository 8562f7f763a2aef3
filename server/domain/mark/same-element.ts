import type { Element } from '../../contract/element.ts';
import type { ElementMap, MappedElement } from '../port-types.ts';

const value = String.raw`="(\\.|[^"\\])*"\]$`;
const testId = new RegExp(String.raw`^\[data-(testid|test-id|test|cy|qa)${value}`, 's');
/** Only one of them makes sense on a page, or its author says so. */
const given = /^(#(\\.|[^\s>+~:[\]\\])+|main|h1)$/s;
const called = new RegExp(String.raw`^[\w-]*\[(aria-label|name|placeholder|alt)${value}`, 's');
/** Where it leads: the same with the same words; with others it may be another link to there. */
const leading = new RegExp(String.raw`^[\w-]*\[(href|for|title)${value}`, 's');
const customTag = /^[a-z]\w*-[\w-]*$/;

/** Of this kind; in a shadow tree only below a host that is known as well: the second card of a list may be another. */
function isOf(kind: RegExp): (selector: string) => boolean {
  return (selector) => {
    const hosts = selector.split(' >>> ');
    const own = hosts.pop() ?? '';
    return kind.test(own) && hosts.every((host) => [testId, given, called, customTag].some((each) => each.test(host)));
  };
}

/** Words of this length are hardly ever on a page twice by chance, unless they are on buttons. */
const tellingLength = 20;

const openingTag = ({ outer_html }: Element): string => outer_html.slice(0, outer_html.indexOf('>') + 1);
const saysTheSame = (one: Element, other: Element): boolean =>
  one.role === other.role && one.accessible_name === other.accessible_name && one.text === other.text;

/** A selector of both that says of one of them how many there were, and of the other another number. */
function isRecounted(one: Element, other: Element): boolean {
  return one.selectors.some(({ selector, matches }) =>
    other.selectors.some((each) => each.selector === selector && each.matches !== matches),
  );
}

/** What a selector goes by: an id, an attribute; null for classes and ways down. */
function attributeOf(selector: string): string | null {
  const [, id, name] = /^(?:(#)(?:\\.|[\w-])+$|[\w-]*\[([\w-]+)=)/.exec(selector) ?? [];
  return id ?? name ?? null;
}

/** One leads elsewhere, or has another id: what looks like the same element is its neighbour. */
function isContradicted(one: Element, other: Element): boolean {
  return one.selectors.some(({ selector }) => {
    const attribute = attributeOf(selector);
    const same = other.selectors.filter((each) => attribute !== null && attributeOf(each.selector) === attribute);
    return same.length > 0 && same.every((each) => each.selector !== selector);
  });
}

function bySelector(
  element: Element,
  among: readonly MappedElement[],
  isOne: (selector: string) => boolean,
): MappedElement[] {
  const wanted = new Set(
    element.selectors.filter(({ selector, matches }) => matches === 1 && isOne(selector)).map((each) => each.selector),
  );
  return among.filter(({ selectors }) => selectors.some((each) => each.matches === 1 && wanted.has(each.selector)));
}

/**
 * The same element on another picture's map; null when in doubt. First by what it was given (a test id, an id) or what
 * it is called, alone on both pages; then by what it is and says, if that is told apart there; last by its place on the
 * page, if it is and says the same and nothing else does.
 */
export function sameElement(element: Element, map: ElementMap): MappedElement | null {
  const alike = map.elements.filter(({ tag }) => tag === element.tag);
  const [known, ...moreKnown] = new Set([
    ...bySelector(element, map.elements, isOf(testId)),
    ...bySelector(element, alike, isOf(given)),
  ]);
  if (known !== undefined) return moreKnown.length === 0 ? known : null;
  const [alone, ...moreAlone] = bySelector(element, alike, isOf(called)).filter(({ role }) => role === element.role);
  if (alone !== undefined) return moreAlone.length === 0 ? alone : null;

  const [led, ...moreLed] = bySelector(element, alike, isOf(leading)).filter((each) => saysTheSame(each, element));
  if (led !== undefined) return moreLed.length === 0 ? led : null;

  const isSilent = (element.accessible_name ?? '') + element.text === '';
  const [equal, ...others] = alike.filter(
    (each) => saysTheSame(each, element) && (!isSilent || openingTag(each) === openingTag(element)),
  );
  if (equal === undefined || others.length > 0 || isRecounted(element, equal) || isContradicted(element, equal)) {
    return null;
  }
  const length = Math.max(element.accessible_name?.length ?? 0, element.text.length);
  if (length >= tellingLength && !/^(button|link)$/.test(element.role ?? '')) return equal;
  // Short words are on many elements: of those, the one that is left may be another one.
  return bySelector(element, [equal], () => true).length > 0 ? equal : null;
}
