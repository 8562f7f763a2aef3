import type { DifferentArea } from '../../domain/port-types.ts';
import { CELL, type Changes } from './count-changes.ts';
import type { Pixels } from './pixels.ts';

const MAX_AREAS = 50;
/** The largest number of unchanged cells that an area may span. */
const GAP = 2;
const SQUARES = 100;
/**
 * The number of changed pixels up to which nobody sees an area: the edge of a round corner that moved by a fraction of
 * a pixel.
 */
const CRUMB = 3;
/** With more boxes than this, comparing each with each takes too long. */
const MANY = 1_000;

type Box = Omit<DifferentArea, 'kind'>;

function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
    pixels: a.pixels + b.pixels,
  };
}

/** Returns the number of pixels that only the union of two boxes contains. */
function waste(a: Box, b: Box): number {
  const both = union(a, b);
  return both.width * both.height - a.width * a.height - b.width * b.height;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Returns the smallest box around the changed pixels of one cell. */
function boxOf(changes: Changes, cell: number): Box {
  const [left, top] = [changes.left[cell] ?? 0, changes.top[cell] ?? 0];
  return {
    x: (cell % changes.columns) * CELL + left,
    y: Math.floor(cell / changes.columns) * CELL + top,
    width: (changes.right[cell] ?? 0) - left + 1,
    height: (changes.bottom[cell] ?? 0) - top + 1,
    pixels: changes.cells[cell] ?? 0,
  };
}

/** Groups changed cells that have few unchanged ones between them, and returns a box for each group. */
function groups(changes: Changes): Box[] {
  const { cells, columns } = changes;
  const rows = cells.length / columns;
  const reach = GAP + 1;
  const seen = new Uint8Array(cells.length);
  const boxes: Box[] = [];
  for (let first = 0; first < cells.length; first += 1) {
    if (seen[first] === 1 || cells[first] === 0) continue;
    seen[first] = 1;
    const waiting = [first];
    let box = boxOf(changes, first);
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      box = cell === first ? box : union(box, boxOf(changes, cell));
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1) {
        for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x += 1) {
          const near = y * columns + x;
          if (seen[near] === 1 || cells[near] === 0) continue;
          seen[near] = 1;
          waiting.push(near);
        }
      }
    }
    boxes.push(box);
  }
  return boxes;
}

function mergeOverlapping(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let at = merged.findIndex((other) => overlap(grown, other)); at >= 0; ) {
      const [other] = merged.splice(at, 1);
      if (other !== undefined) grown = union(grown, other);
      at = merged.findIndex((next) => overlap(grown, next));
    }
    merged.push(grown);
  }
  return merged;
}

/**
 * Merges boxes whose middles lie in the same square of a coarse grid, because comparing thousands with each other takes
 * long.
 */
function mergeBySquares(boxes: readonly Box[], { width, height }: Pixels): Box[] {
  if (boxes.length <= SQUARES) return [...boxes];
  const side = Math.ceil(Math.sqrt((width * height) / SQUARES));
  const squares = new Map<string, Box>();
  for (const box of boxes) {
    const square = `${Math.floor((box.x + box.width / 2) / side)} ${Math.floor((box.y + box.height / 2) / side)}`;
    const there = squares.get(square);
    squares.set(square, there === undefined ? box : union(there, box));
  }
  return mergeOverlapping([...squares.values()]);
}

/** Merges boxes until at most `most` are left, always the pair whose union adds the fewest pixels. */
function mergeNearest(boxes: readonly Box[], most: number): Box[] {
  let left = [...boxes];
  while (left.length > most) {
    let nearest: { waste: number; pair: [Box, Box] } | null = null;
    for (const [at, box] of left.entries()) {
      for (const other of left.slice(at + 1)) {
        const wasted = waste(box, other);
        if (nearest === null || wasted < nearest.waste) nearest = { waste: wasted, pair: [box, other] };
      }
    }
    if (nearest === null) break;
    const [one, two] = nearest.pair;
    left = mergeOverlapping([...left.filter((box) => box !== one && box !== two), union(one, two)]);
  }
  return left;
}

/** Returns the areas where the images differ, in the new one's pixels, from top to bottom, at most 50. */
export function changedAreas(changes: Changes, before: Pixels, after: Pixels): DifferentArea[] {
  const { width, height } = after;
  const added = changes.added.map(({ y, height: rows }) => ({ x: 0, y, width, height: rows, pixels: rows * width }));
  const removed = changes.removed.map(({ y, height: rows }) => {
    return { x: 0, y, width, height: 0, pixels: rows * before.width };
  });
  // Columns that only the old image had are shown at the right edge of the new one.
  const edge = changes.lostColumns > 0 ? [{ x: width - 1, y: 0, width: 1, height, pixels: changes.lostColumns }] : [];
  const kept = {
    added: mergeNearest(added, Math.floor(MAX_AREAS / 4)),
    removed: mergeNearest(removed, Math.floor(MAX_AREAS / 4)),
  };
  const room = MAX_AREAS - kept.added.length - kept.removed.length - edge.length;
  const all = groups(changes);
  const seen = all.filter(({ pixels }) => pixels > CRUMB);
  // Tiny areas count as changed pixels, but are listed only if there is nothing else.
  const boxes = seen.length + added.length + removed.length + edge.length > 0 ? seen : all;
  const few = boxes.length > MANY ? mergeBySquares(boxes, after) : boxes;
  const changed = mergeNearest(mergeBySquares(mergeOverlapping(few), after), room);
  return [
    ...[...changed, ...edge].map((box) => ({ ...box, kind: 'changed' as const })),
    // Strips that were merged have other rows between them.
    ...kept.added.map((box) => ({ ...box, kind: box.pixels === width * box.height ? 'added' : 'changed' }) as const),
    ...kept.removed.map((box) => ({ ...box, kind: box.height === 0 ? 'removed' : 'changed' }) as const),
  ].sort((a, b) => a.y - b.y || a.x - b.x);
}
