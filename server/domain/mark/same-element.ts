import type { Element } from '../../contract/element.ts';
import {
  hasSameRoleAndWords,
  isContradicted,
  kinds,
  openingTag,
  TELLING_LENGTH,
  wordsLength,
} from '../element/evidence.ts';
import type { ElementMap, MappedElement } from '../port-types.ts';

/** Returns whether a selector that both elements have matches a different number of elements on each side. */
function isRecounted(one: Element, other: Element): boolean {
  return one.selectors.some(({ selector, matches }) =>
    other.selectors.some((each) => each.selector === selector && each.matches !== matches),
  );
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
 * Finds the same element on another image's map; null when in doubt. First by what identifies it (a test id, an id, a
 * name), if that is unique on both pages; then by its role and text, if these are unique there; last by its place on
 * the page, if its role and text are the same and no other element has them.
 */
export function sameElement(element: Element, map: ElementMap): MappedElement | null {
  const alike = map.elements.filter(({ tag }) => tag === element.tag);
  const [known, ...moreKnown] = new Set([
    ...bySelector(element, map.elements, kinds.testId),
    ...bySelector(element, alike, kinds.given),
  ]);
  if (known !== undefined) return moreKnown.length === 0 ? known : null;
  const [alone, ...moreAlone] = bySelector(element, alike, kinds.called).filter(({ role }) => role === element.role);
  if (alone !== undefined) return moreAlone.length === 0 ? alone : null;

  const [led, ...moreLed] = bySelector(element, alike, kinds.leading).filter((each) =>
    hasSameRoleAndWords(each, element),
  );
  if (led !== undefined) return moreLed.length === 0 ? led : null;

  const isSilent = (element.accessible_name ?? '') + element.text === '';
  const [equal, ...others] = alike.filter(
    (each) => hasSameRoleAndWords(each, element) && (!isSilent || openingTag(each) === openingTag(element)),
  );
  if (equal === undefined || others.length > 0 || isRecounted(element, equal) || isContradicted(element, equal)) {
    return null;
  }
  if (wordsLength(element) >= TELLING_LENGTH && !/^(button|link)$/.test(element.role ?? '')) return equal;
  // Short words are on many elements, so the only remaining one may be a different element.
  return bySelector(element, [equal], () => true).length > 0 ? equal : null;
}
