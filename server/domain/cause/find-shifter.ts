import { type Pairs, TOP } from '../element/side.ts';
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
function growthOf(pairs: Pairs, { old, now }: OwnChange): { width: number; height: number } {
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
  const { kind, old, now, column } = change;
  if (kind !== 'added' && kind !== 'removed' && kind !== 'moved') return false;
  const parent = after.parents[index] ?? TOP;
  if (now !== null) {
    const own = (column ?? [now]).find((each) => after.parents[each] === parent);
    if (own !== undefined && (!isBefore || own < index)) return true;
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

/** Returns the elements that an area shows, the outermost first; what reaches far beyond it is around what moved. */
function elementsIn(area: PixelBox, { after }: Pairs, scale: number): number[] {
  const isIn = ({ x, y, width, height }: PixelBox): boolean =>
    (x + width) * scale > area.x &&
    x * scale < area.x + area.width &&
    (y + height) * scale > area.y &&
    y * scale < area.y + area.height &&
    width * height * scale * scale < area.width * area.height * 4;
  return [...after.elements.entries()].filter(([, { box }]) => isIn(box)).map(([index]) => index);
}

/**
 * Returns the change elsewhere on the page by which the elements in an area moved: an element that came, went or moved
 * before them in the same parent, or else the only one that grew or shrank by as much as they moved, or that came, went or moved
 * anywhere in the same row. Null where none, or several, did.
 */
export function findShifter(
  area: PixelBox,
  changes: readonly OwnChange[],
  pairs: Pairs,
  scale: number,
): OwnChange | null {
  const shifted = elementsIn(area, pairs, scale).flatMap((index) => {
    const shift = shiftOf(pairs, index);
    return shift !== null && (Math.abs(shift.x) > 1 || Math.abs(shift.y) > 1) ? [{ index, shift }] : [];
  });
  const [first] = shifted;
  if (first === undefined) return null;
  const only = (isIt: (change: OwnChange) => boolean): OwnChange | null => {
    const [one = null, ...others] = changes.filter(isIt);
    return others.length === 0 ? one : null;
  };
  const isInRow = first.shift.x !== 0 && isRow(pairs.after.elements[pairs.after.parents[first.index] ?? TOP]);
  return (
    only((change) => isBeside(pairs, change, first.index, true)) ??
    only((change) => explains(growthOf(pairs, change), first.shift)) ??
    (isInRow ? only((change) => isBeside(pairs, change, first.index, false)) : null)
  );
}
