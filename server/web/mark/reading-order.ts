import type { Placed } from './geometry.ts';

interface Sized {
  width: number;
  height: number;
}

/** Marks whose pins are closer than this, in shares of the shot's width, stand in one line. */
const line = 0.03;

/** Marks as one reads them: line by line from the top, each from the left; those of one place by their number. */
export function inReadingOrder<Item extends Placed & { id: number }>(items: readonly Item[], shot: Sized): Item[] {
  const row = (item: Item) => Math.round(((item.y ?? 0) * shot.height) / (shot.width * line));
  return items.toSorted((a, b) => row(a) - row(b) || (a.x ?? 0) - (b.x ?? 0) || a.id - b.id);
}
