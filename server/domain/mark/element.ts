import type { Element } from '../../contract/element.ts';
import type { ElementMap, MappedElement, PixelBox } from '../port-types.ts';
import type { Place } from './rules.ts';

export { sameElement } from './same-element.ts';

interface Size {
  width: number;
  height: number;
}

/** CSS pixels by which a finger or a mouse misses an element. */
const tolerance = 6;
/** CSS pixels². A larger element is a container, not something that the reviewer missed. */
const smallArea = 40_000;

const area = ({ width, height }: Size): number => width * height;
const holds = (box: PixelBox, x: number, y: number): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
const overlap = (a: PixelBox, b: PixelBox): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

function distance({ x, y, width, height }: PixelBox, px: number, py: number): number {
  return Math.hypot(Math.max(x - px, 0, px - x - width), Math.max(y - py, 0, py - y - height));
}

/** Returns the marked region in the units of the map's boxes. */
function regionOf(map: ElementMap, place: Place, shot: Size): PixelBox {
  return {
    x: (place.x * shot.width) / map.scale,
    y: (place.y * shot.height) / map.scale,
    width: ((place.width ?? 0) * shot.width) / map.scale,
    height: ((place.height ?? 0) * shot.height) / map.scale,
  };
}

/** Returns whether an element has children and covers the whole page: then it says nothing about what a mark means. */
function isPageWide(each: MappedElement, page: Size, isParent: boolean): boolean {
  if (each.tag === 'body' || each.tag === 'html') return true;
  return isParent && each.box.width >= page.width * 0.95 && each.box.height >= page.height * 0.9;
}

function sensible(map: ElementMap, shot: Size): MappedElement[] {
  const page = { width: shot.width / map.scale, height: shot.height / map.scale };
  const parents = new Set(map.elements.map(({ parent }) => parent));
  const parts = map.elements.filter((each, index) => !isPageWide(each, page, parents.has(index)));
  if (parts.length > 0) return parts;
  const [last] = map.elements.filter(({ text }) => text !== '').slice(-1);
  return last === undefined ? [] : [last];
}

const interactiveRoles =
  /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|combobox|textbox|slider)$/;
const isInteractive = ({ tag, role }: MappedElement): boolean =>
  interactiveRoles.test(role ?? '') || /^(a|button|input|select|textarea|summary)$/.test(tag);
const isDialog = ({ tag, role }: MappedElement): boolean => tag === 'dialog' || /^(alert)?dialog$/.test(role ?? '');

function isBelow(map: ElementMap, each: MappedElement, above: MappedElement): boolean {
  for (let at: MappedElement | undefined = each; at !== undefined; ) {
    if (at === above) return true;
    at = at.parent === null ? undefined : map.elements[at.parent];
  }
  return false;
}

/**
 * Returns the elements that contain none of the others. Size alone does not decide: an inline element can be smaller
 * than the blocks in it.
 */
function innermost(map: ElementMap, elements: readonly MappedElement[]): MappedElement[] {
  const around = new Set<MappedElement | undefined>();
  for (const each of elements) {
    for (let at = each.parent; at !== null; at = map.elements[at]?.parent ?? null) around.add(map.elements[at]);
  }
  return elements.filter((each) => !around.has(each));
}

/**
 * Returns the control, such as a button, when the hit element is only its label or icon; not a card around a heading.
 */
function control(map: ElementMap, hit: MappedElement): MappedElement {
  for (let at: MappedElement | undefined = hit; at !== undefined; ) {
    if (isInteractive(at)) {
      const isNear = area(at.box) <= area(hit.box) * 2;
      const isItsLabel = at.box.height <= 80 && (hit.text === '' || hit.text === at.text);
      return isNear || isItsLabel ? at : hit;
    }
    at = at.parent === null ? undefined : map.elements[at.parent];
  }
  return hit;
}

/** Returns the smallest element; of equally small ones the last, because children come after their parents. */
function smallest(elements: readonly MappedElement[]): MappedElement | undefined {
  return elements.reduce<MappedElement | undefined>(
    (best, each) => (best === undefined || area(each.box) <= area(best.box) ? each : best),
    undefined,
  );
}

function underPoint(map: ElementMap, elements: readonly MappedElement[], x: number, y: number): MappedElement | null {
  let around = elements.filter(({ box }) => holds(box, x, y));
  // Elements that a dialog covers are still in the map, but no mark means them.
  const isTree = map.elements.some(({ parent }) => parent !== null);
  const dialog = isTree ? around.findLast(isDialog) : undefined;
  if (dialog !== undefined) around = around.filter((each) => isBelow(map, each, dialog));
  const hit = smallest(innermost(map, around));
  if (hit !== undefined && area(hit.box) <= smallArea) return control(map, hit);
  const most = hit === undefined ? Number.POSITIVE_INFINITY : area(hit.box) / 4;
  const near = elements
    .filter(({ box }) => area(box) < most && distance(box, x, y) <= tolerance)
    .filter((each) => dialog === undefined || isBelow(map, each, dialog));
  const least = Math.min(...near.map(({ box }) => distance(box, x, y)));
  const missed = smallest(near.filter(({ box }) => distance(box, x, y) === least));
  return missed !== undefined ? control(map, missed) : (hit ?? null);
}

function underBox(map: ElementMap, elements: readonly MappedElement[], region: PixelBox): MappedElement | null {
  let best: MappedElement | null = null;
  let fit = 0.4;
  for (const each of elements) {
    const common = overlap(each.box, region);
    const share = common / (area(each.box) + area(region) - common);
    if (share >= fit) [best, fit] = [each, share];
  }
  if (best !== null) return control(map, best);
  return smallest(elements.filter(({ box }) => overlap(box, region) >= area(region) * 0.7)) ?? null;
}

/**
 * Returns the element that a mark means, or null when there is only the page itself. For a point: the smallest sensible
 * element under it, or one that it narrowly missed. For a box: the element that fits it best, else the smallest that
 * holds most of it.
 * `place` in shares of the screenshot, `shot` in pixels.
 */
export function elementAt(map: ElementMap, place: Place, shot: Size): MappedElement | null {
  if (map.elements.length > 0 && map.elements.every(({ tag }) => tag === 'text')) return textUnder(map, place, shot);
  const elements = sensible(map, shot);
  const region = regionOf(map, place, shot);
  if (area(region) === 0) return underPoint(map, elements, region.x + region.width / 2, region.y + region.height / 2);
  return underBox(map, elements, region);
}

/** Sorts lines from top to bottom, but keeps the document's order where lines stand side by side, as in columns. */
function inReadingOrder(lines: MappedElement[]): MappedElement[] {
  const isBeside = ({ box: a }: MappedElement, { box: b }: MappedElement): boolean =>
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > Math.min(a.height, b.height) / 2;
  if (lines.some((line, index) => lines.slice(index + 1).some((other) => isBeside(line, other)))) return lines;
  return lines.toSorted((one, other) => one.box.y - other.box.y);
}

const longestText = 2_000;

/**
 * Returns the lines of text that a mark touches, as one element; null for none. A line counts when the mark covers a
 * quarter of its height, because boxes drawn by hand graze the lines above and below.
 */
export function textUnder(map: ElementMap, place: Place, shot: Size): MappedElement | null {
  const region = regionOf(map, place, shot);
  if (area(region) === 0) return underPoint(map, map.elements, region.x, region.y);
  const lines = inReadingOrder(
    map.elements.filter(({ box }) => {
      const down = Math.min(box.y + box.height, region.y + region.height) - Math.max(box.y, region.y);
      return overlap(box, region) > 0 && down >= Math.min(box.height, region.height) / 4;
    }),
  );
  const [first, ...others] = lines;
  if (first === undefined || others.length === 0) return first ?? null;
  const x = Math.min(...lines.map(({ box }) => box.x));
  const y = Math.min(...lines.map(({ box }) => box.y));
  const width = Math.max(...lines.map(({ box }) => box.x + box.width)) - x;
  const height = Math.max(...lines.map(({ box }) => box.y + box.height)) - y;
  const text = lines.map((line) => line.text).join(' ');
  const short = text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
  return { ...first, text: short, box: { x, y, width, height } };
}

/** Returns the element as a mark stores and shows it: without its place in the map. */
export function toElement({ parent: _, ...element }: MappedElement): Element {
  return element;
}
