import type { Placed } from './geometry.ts';

interface Sized {
  width: number;
  height: number;
}

/** Markers closer than this, in shares of the screenshot's width, form one line. */
const line = 0.03;

/** Sorts marks in reading order: line by line, left to right, then by number. */
export function inReadingOrder<Item extends Placed & { id: number }>(items: readonly Item[], shot: Sized): Item[] {
  const row = (item: Item) => Math.round(((item.y ?? 0) * shot.height) / (shot.width * line));
  return items.toSorted((a, b) => row(a) - row(b) || (a.x ?? 0) - (b.x ?? 0) || a.id - b.id);
}
