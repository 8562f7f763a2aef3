import { isWithin, type Pairs, type Side, TOP } from '../element/side.ts';
import type { MappedElement, PixelBox } from '../port-types.ts';
import type { OwnChange } from './own-changes.ts';

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1;

interface Shift {
  x: number;
  y: number;
}

const boxAt = (pairs: Pairs, side: 'before' | 'after', index: number): PixelBox | undefined =>
  pairs[side].elements[index]?.box;

function shiftOf(pairs: Pairs, now: number): Shift | null {
  const [was, is] = [boxAt(pairs, 'before', pairs.earlier[now] ?? TOP), boxAt(pairs, 'after', now)];
  return was === undefined || is === undefined ? null : { x: is.x - was.x, y: is.y - was.y };
}

/** Returns by how much a change made an element, or the place of one, wider and taller. */
function growthOf(pairs: Pairs, { old, now }: Pick<OwnChange, 'old' | 'now'>): { width: number; height: number } {
  const was = old === null ? undefined : boxAt(pairs, 'before', old);
  const is = now === null ? undefined : boxAt(pairs, 'after', now);
  return { width: (is?.width ?? 0) - (was?.width ?? 0), height: (is?.height ?? 0) - (was?.height ?? 0) };
}

/** Returns whether elements after the changed one moved as far as it grew. Elements in the middle move half as far. */
function explains(growth: { width: number; height: number }, { x, y }: Shift): boolean {
  const along = (shift: number, grown: number): boolean =>
    Math.abs(grown) > 1 &&
    (near(shift, grown) || near(shift * 2, grown) || near(shift, -grown) || near(shift * 2, -grown));
  return (Math.abs(x) > 1 && along(x, growth.width)) || (Math.abs(y) > 1 && along(y, growth.height));
}

/** Returns whether a change put its element into the same parent, or took it away from there; before it, or anywhere. */
function isBeside({ before, after, partners, earlier }: Pairs, change: OwnChange, index: number, isBefore: boolean) {
  const { kind, old, now, column, styles } = change;
  const isReordered = styles.some(({ property }) => property === 'order');
  if (kind !== 'added' && kind !== 'removed' && kind !== 'moved' && !isReordered) return false;
  const parent = after.parents[index] ?? TOP;
  if (now !== null) {
    const own = (column ?? [now]).find((each) => after.parents[each] === parent);
    // With an order of its own, an element can be before any other.
    if (own !== undefined && (!isBefore || isReordered || own < index)) return true;
  }
  if (old === null) return false;
  return (kind === 'removed' && column !== undefined ? column : [old]).some((each) => {
    const home = before.parents[each] ?? TOP;
    return (home === TOP ? TOP : partners[home]) === parent && (!isBefore || (earlier[index] ?? TOP) > each);
  });
}

/** Returns whether all that is in an element makes room for each other sideways. */
const isRow = (element: MappedElement | undefined): boolean =>
  element !== undefined && (element.tag === 'tr' || /flex|grid/.test(element.styles.display ?? ''));

/**
 * Returns the elements that an area shows, the outermost first. What reaches far beyond it is around what moved, unless
 * nothing in it is there.
 */
function elementsIn(area: PixelBox, { elements, parents }: Side, scale: number): number[] {
  const isThere = (index: number): boolean => {
    const { x, y, width, height } = elements[index]?.box ?? area;
    return (
      (x + width) * scale > area.x &&
      x * scale < area.x + area.width &&
      (y + height) * scale > area.y &&
      y * scale < area.y + area.height
    );
  };
  const there = [...elements.keys()].filter(isThere);
  const around = new Set(there.map((index) => parents[index]));
  return there.filter((index) => {
    const { width, height } = elements[index]?.box ?? area;
    return !around.has(index) || width * height * scale * scale < area.width * area.height * 4;
  });
}

/** Returns the elements before one, in the same parent, that grew or shrank by as much as it moved. */
function grownBefore(pairs: Pairs, index: number, shift: Shift): number[] {
  const { after, earlier } = pairs;
  const siblings = after.children[(after.parents[index] ?? TOP) + 1] ?? [];
  return siblings.filter((now) => {
    const old = earlier[now] ?? TOP;
    return now < index && old !== TOP && explains(growthOf(pairs, { old, now }), shift);
  });
}

/** Returns whether a change is in one of these elements. */
function isInOne({ before, after, partners }: Pairs, { old, now }: OwnChange, elements: readonly number[]): boolean {
  const at = now ?? partners[before.parents[old ?? TOP] ?? TOP] ?? TOP;
  return at !== TOP && elements.some((each) => isWithin(after, at, each));
}

/** Returns the outermost element that moved as far as this one, which moved with it. */
function moverOf(pairs: Pairs, index: number, { x, y }: Shift): number {
  const isSame = (shift: Shift | null): boolean => shift !== null && near(shift.x, x) && near(shift.y, y);
  let mover = index;
  for (let at = pairs.after.parents[index] ?? TOP; at !== TOP; at = pairs.after.parents[at] ?? TOP) {
    if (!isSame(shiftOf(pairs, at))) break;
    mover = at;
  }
  return mover;
}

/**
 * Returns the change elsewhere on the page by which the elements that an area shows, or showed, moved: an element that
 * came, went or moved before them in the same parent, or else the only one that grew or shrank by as much as they moved,
 * that is in one that did, or that came, went or moved anywhere in the same row. Null where none, or several, did.
 */
export function findShifter(
  area: { before: PixelBox; after: PixelBox },
  changes: readonly OwnChange[],
  pairs: Pairs,
  scale: { before: number; after: number },
): OwnChange | null {
  const shown = elementsIn(area.after, pairs.after, scale.after);
  const left = elementsIn(area.before, pairs.before, scale.before).map((old) => pairs.partners[old] ?? TOP);
  const shifted = [...shown, ...left].flatMap((index) => {
    const shift = shiftOf(pairs, index);
    return shift !== null && (Math.abs(shift.x) > 1 || Math.abs(shift.y) > 1) ? [{ index, shift }] : [];
  });
  const [first] = shifted;
  if (first === undefined) return null;
  const mover = moverOf(pairs, first.index, first.shift);
  const only = (isIt: (change: OwnChange) => boolean): OwnChange | null => {
    const [one = null, ...others] = changes.filter(isIt);
    return others.length === 0 ? one : null;
  };
  const grown = grownBefore(pairs, mover, first.shift);
  const isInRow = first.shift.x !== 0 && isRow(pairs.after.elements[pairs.after.parents[mover] ?? TOP]);
  return (
    only((change) => isBeside(pairs, change, mover, true)) ??
    only((change) => explains(growthOf(pairs, change), first.shift)) ??
    only((change) => isInOne(pairs, change, grown)) ??
    (isInRow ? only((change) => isBeside(pairs, change, mover, false)) : null)
  );
}
