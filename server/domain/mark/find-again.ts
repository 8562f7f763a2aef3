import type { Element } from '../../contract/element.ts';
import { likeness } from '../element/evidence.ts';
import { pairElements } from '../element/pair-elements.ts';
import { isWithin, lineOf, type Pairs, TOP } from '../element/side.ts';
import type { ElementMap, MappedElement, PixelBox } from '../port-types.ts';
import { toElement } from './element.ts';
import { sameElement } from './same-element.ts';

/** What became of an element: where it is now, that it was removed, or that this is unknown. */
export type FoundAgain = { element: Element } | 'removed' | 'uncertain';

/** The maximum number of elements in a map: an element that is missing from a full map may still be on the page. */
const FULL_MAP = 1_500;

const sameBox = (a: PixelBox, b: PixelBox): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Returns the places of an element in the map it was taken from; for joined lines of text, the place of each line. */
export function placesOf(element: Element, map: ElementMap): number[] {
  const { elements } = map;
  const own = elements.findIndex(
    ({ tag, text, box, outer_html }) =>
      tag === element.tag && text === element.text && outer_html === element.outer_html && sameBox(box, element.box),
  );
  if (own !== -1) return [own];
  if (element.tag !== 'text') return [];
  const { x, y, width, height } = element.box;
  return [...elements.keys()].filter((at) => {
    const each = elements[at];
    if (each === undefined || each.text === '' || !element.text.includes(each.text)) return false;
    const { box } = each;
    const isAcross = box.x >= x && box.x + box.width <= x + width;
    return isAcross && box.y >= y && box.y + box.height <= y + height;
  });
}

/** Returns whether any element that is not paired yet could be this one, in the place where it would be. */
function mayBeThere({ before, after, partners, earlier }: Pairs, index: number): boolean {
  const element = before.elements[index];
  const around = [...lineOf(before, index)].find((at) => at !== index && (partners[at] ?? -1) !== -1);
  const home = around === undefined ? TOP : (partners[around] ?? TOP);
  return after.elements.some(
    (each, at) =>
      earlier[at] === -1 &&
      element !== undefined &&
      (each.tag === element.tag || likeness(element, each) >= 0.5) &&
      isWithin(after, at, home),
  );
}

/** Returns whether the later map may have been cut off before the element: nothing that followed it was found. */
function endsBefore({ before, partners }: Pairs, index: number): boolean {
  const later = [...before.elements.keys()].filter((at) => at > index && !isWithin(before, at, index));
  return later.length > 0 && later.every((at) => partners[at] === -1);
}

function becameOf(pairs: Pairs, index: number): MappedElement | 'removed' | 'uncertain' {
  const { before, after, partners, earlier } = pairs;
  const partner = partners[index] ?? -1;
  const found = after.elements[partner];
  if (found !== undefined) return found;
  if (after.elements.length === 0 || after.elements.length >= FULL_MAP || endsBefore(pairs, index)) return 'uncertain';
  // When some of its parts are still there, the element is there in another form.
  const isPartThere = before.elements.some(
    (_, at) => partners[at] !== -1 && at !== index && isWithin(before, at, index),
  );
  const was = before.elements[index];
  const strict = was === undefined ? null : sameElement(was, { scale: 1, elements: [...after.elements] });
  // An element that is already paired with another one is not it.
  if (strict !== null && earlier[after.elements.indexOf(strict)] === -1) return isPartThere ? 'uncertain' : strict;
  return isPartThere || mayBeThere(pairs, index) ? 'uncertain' : 'removed';
}

function joined(lines: readonly MappedElement[], element: Element): Element {
  const x = Math.min(...lines.map(({ box }) => box.x));
  const y = Math.min(...lines.map(({ box }) => box.y));
  const width = Math.max(...lines.map(({ box }) => box.x + box.width)) - x;
  const height = Math.max(...lines.map(({ box }) => box.y + box.height)) - y;
  return { ...element, text: lines.map(({ text }) => text).join(' '), box: { x, y, width, height } };
}

/**
 * Finds an element of one map on a later map of the same page. Never returns another element: a doubtful result is
 * `uncertain`. Without the map it was taken from, it uses only the element's own selectors and text.
 */
export function findAgain(element: Element, before: ElementMap | null, after: ElementMap): FoundAgain {
  const places = before === null ? [] : placesOf(element, before);
  if (before === null || places.length === 0) {
    const alone = sameElement(element, after);
    return alone === null ? 'uncertain' : { element: toElement(alone) };
  }
  const pairs = pairElements(before, after);
  const became = places.map((index) => becameOf(pairs, index));
  if (became.every((each) => each === 'removed')) return 'removed';
  const found = became.filter((each) => typeof each !== 'string');
  const [first, ...others] = found;
  if (first === undefined || found.length !== places.length) return 'uncertain';
  return { element: others.length === 0 ? toElement(first) : joined(found, element) };
}
