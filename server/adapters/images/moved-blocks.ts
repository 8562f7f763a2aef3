import type { ChangeMap } from '../../domain/port-types.ts';
import type { Run } from './align-rows.ts';
import { CELL } from './count-changes.ts';
import { inTurns, type Pixels } from './pixels.ts';
import { type Units, unitsOf } from './units.ts';

type Moves = Required<Pick<ChangeMap, 'blocks' | 'hidden'>>;

/** How many units that show something move together: fewer may be alike by chance. */
const FEWEST = 16;
/** More blocks than any page has are noise. */
const MAX_BLOCKS = 100;
/** Units that are compared to find the blocks of one image: about half a second. What is not found by then stays in its rows. */
const MAX_COMPARED = 20_000_000;

/** Columns and rows of units: the first ones, and those after the last. */
interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
  shift: number;
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the units of touched cells that show something and differ from those they are aligned with: 1 for each. */
async function unexplained(units: Units, touched: Uint8Array): Promise<Uint8Array> {
  const { columns, after, partners, isEqual, isFlat } = units;
  const found = new Uint8Array(columns * after.height);
  await inTurns(0, after.height, after.width, (first, last) => {
    for (let y = first; y < last; y += 1) {
      const cells = Math.floor(y / CELL) * columns;
      for (let column = 0; column < columns; column += 1) {
        if (touched[cells + column] !== 1) continue;
        if (!isEqual(column, y, partners[y] ?? -1) && !isFlat(after, column, y)) found[y * columns + column] = 1;
      }
    }
  });
  return found;
}

/** Returns the largest block around a unit that moved by its shift as a whole, and meets no other block. */
function grow({ columns, after, isEqual }: Units, unit: Rect, blocks: readonly Rect[], spent: { units: number }): Rect {
  const block = { ...unit };
  const takes = (side: Partial<Rect>): boolean => {
    const strip = { ...block, ...side };
    if (strip.left < 0 || strip.right > columns || strip.top < 0 || strip.bottom > after.height) return false;
    if (blocks.some((other) => overlaps(other, strip))) return false;
    for (let y = strip.top; y < strip.bottom; y += 1) {
      for (let column = strip.left; column < strip.right; column += 1) {
        spent.units += 1;
        if (!isEqual(column, y, y + block.shift)) return false;
      }
    }
    return true;
  };
  for (let grows = true; grows; ) {
    const { left, right, top, bottom } = block;
    if (takes({ left: left - 1, right: left })) block.left -= 1;
    if (takes({ left: right, right: right + 1 })) block.right += 1;
    if (takes({ top: top - 1, bottom: top })) block.top -= 1;
    if (takes({ top: bottom, bottom: bottom + 1 })) block.bottom += 1;
    grows = block.left < left || block.right > right || block.top < top || block.bottom > bottom;
  }
  return block;
}

/** Returns the indexes at which the list has 1. */
function placesOf(list: Uint8Array): Int32Array {
  const places = new Int32Array(list.length);
  let count = 0;
  for (let at = list.indexOf(1); at !== -1; at = list.indexOf(1, at + 1)) {
    places[count] = at;
    count += 1;
  }
  return places.subarray(0, count);
}

/** Finds the blocks, from top to bottom, by the shifts that most rows have first. */
async function findBlocks(units: Units, open: Uint8Array, shifts: readonly number[]): Promise<Rect[]> {
  const { columns, isEqual } = units;
  const blocks: Rect[] = [];
  const spent = { units: 0 };
  let left = placesOf(open);
  const cover = (taken: Uint8Array, block: Rect): number => {
    let weight = 0;
    for (let y = block.top; y < block.bottom; y += 1) {
      const [from, to] = [y * columns + block.left, y * columns + block.right];
      taken.fill(1, from, to);
      for (let at = from; at < to; at += 1) weight += open[at] ?? 0;
    }
    return weight;
  };
  const covered = new Uint8Array(open.length);
  for (const shift of shifts) {
    // Also what is alike by chance with this shift.
    const seen = covered.slice();
    const found = blocks.length;
    await inTurns(0, left.length, 1, (first, last) => {
      for (const at of left.subarray(first, last)) {
        if (blocks.length === MAX_BLOCKS || spent.units > MAX_COMPARED) return;
        const [column, y] = [at % columns, Math.floor(at / columns)];
        if (seen[at] === 1 || !isEqual(column, y, y + shift)) continue;
        const unit = { left: column, right: column + 1, top: y, bottom: y + 1, shift };
        const block = grow(units, unit, blocks, spent);
        if (cover(seen, block) < FEWEST) continue;
        cover(covered, block);
        blocks.push(block);
      }
    });
    if (blocks.length > found) left = left.filter((at) => covered[at] === 0);
  }
  return blocks;
}

/** Returns for each block the box of what it covers that no block shows, in the earlier image. */
function hiddenBy({ before, columns, partners, isFlat }: Units, blocks: readonly Rect[]): Moves['hidden'] {
  const isShown = (column: number, row: number) =>
    blocks.some(
      ({ left, right, top, bottom, shift }) =>
        column >= left && column < right && row >= top + shift && row < bottom + shift,
    );
  return blocks.flatMap(({ left, right, top, bottom }) => {
    const box = { left: columns, right: 0, top: before.height, bottom: 0, at: top };
    for (let y = top; y < bottom; y += 1) {
      const row = partners[y] ?? -1;
      if (row < 0) continue;
      for (let column = left; column < right; column += 1) {
        if (isFlat(before, column, row) || isShown(column, row)) continue;
        if (row < box.top) box.at = y;
        box.left = Math.min(box.left, column);
        box.right = Math.max(box.right, column + 1);
        box.top = Math.min(box.top, row);
        box.bottom = Math.max(box.bottom, row + 1);
      }
    }
    if (box.right <= box.left) return [];
    const x = box.left * CELL;
    return [
      { x, y: box.top, width: Math.min(before.width, box.right * CELL) - x, height: box.bottom - box.top, at: box.at },
    ];
  });
}

/**
 * Finds what moved otherwise than the rows it is in, up, down or not at all: a column beside a longer one.
 * @param touched 1 for each cell in which the aligned rows differ
 * @param shifts by how many rows anything moved, old minus new
 */
export async function movedBlocks(
  before: Pixels,
  after: Pixels,
  runs: readonly Run[],
  touched: Uint8Array,
  shifts: readonly number[],
): Promise<Moves> {
  if (shifts.every((shift) => shift === 0)) return { blocks: [], hidden: [] };
  const units = unitsOf(before, after, runs);
  const blocks = await findBlocks(units, await unexplained(units, touched), shifts);
  return {
    blocks: blocks.map(({ left, right, top, bottom, shift }) => {
      const x = left * CELL;
      return { x, y: top, width: Math.min(after.width, right * CELL) - x, height: bottom - top, from: top + shift };
    }),
    hidden: hiddenBy(units, blocks),
  };
}
