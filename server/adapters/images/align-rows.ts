import type { ChangeMap } from '../../domain/port-types.ts';
import { bytesOf, inTurns, type Pixels } from './pixels.ts';
import { findShifts } from './row-shifts.ts';
import { BANDS, NEAR, type RowSignatures, signaturesOf } from './row-signatures.ts';

export type Run = ChangeMap['rows'][number];

/** The cost of a pair of bands with different content, and of a pair with nearly the same brightness. */
const UNLIKE = 4;
const NEARLY = 1;
/**
 * The cost of a row without a partner: half of the cost of a pair that differs in all bands, and little if the row is
 * empty.
 */
const ALONE = (UNLIKE * BANDS) / 2;
const EMPTY_ALONE = ALONE / 4;
/** The cost of changing the shift, so that a few rows that look alike by chance do not split an image. */
const CHANGE_OF_SHIFT = 48;

/** Counts the equal rows from one end, at most `most`; 0 for images of different widths. */
function equalRows(a: Pixels, b: Pixels, fromEnd: boolean, most: number): number {
  if (a.width !== b.width) return 0;
  const { width } = a;
  const [old, now] = [bytesOf(a), bytesOf(b)];
  const row = (y: number): [number, number] => [y * width * 4, (y + 1) * width * 4];
  let count = 0;
  while (count < most) {
    const [nowStart, nowEnd] = row(fromEnd ? b.height - 1 - count : count);
    const [oldStart, oldEnd] = row(fromEnd ? a.height - 1 - count : count);
    if (now.compare(old, oldStart, oldEnd, nowStart, nowEnd) !== 0) break;
    count += 1;
  }
  return count;
}

function pairCost(old: RowSignatures, i: number, now: RowSignatures, j: number): number {
  let cost = 0;
  for (let band = 0; band < BANDS; band += 1) {
    const a = i * BANDS + band;
    const b = j * BANDS + band;
    if (old.hashes[a] === now.hashes[b]) continue;
    cost += Math.abs((old.means[a] ?? 0) - (now.means[b] ?? 0)) <= NEAR ? NEARLY : UNLIKE;
  }
  return cost;
}

/**
 * Returns running sums of the cost of rows without partners: rows `i` up to but excluding `j` cost `sums[j] - sums[i]`.
 */
function sumsAlone({ flatRows }: RowSignatures): Float64Array {
  const sums = new Float64Array(flatRows.length + 1);
  for (const [at, flat] of flatRows.entries()) sums[at + 1] = (sums[at] ?? 0) + (flat === 1 ? EMPTY_ALONE : ALONE);
  return sums;
}

/**
 * Finds the cheapest alignment of both images, as the shift of each row of the new one: `j + shift` is its row in the
 * old one; null is a row without a partner. An alignment uses one of the candidate shifts at a time. The shift 0
 * throughout is one of the alignments, so the result explains at least as much as the plain comparison.
 */
async function cheapestWay(old: RowSignatures, now: RowSignatures, shifts: readonly number[]) {
  const oldRows = old.flatRows.length;
  const newRows = now.flatRows.length;
  const many = shifts.length;
  const [oldAlone, newAlone] = [sumsAlone(old), sumsAlone(now)];
  const best = new Float64Array((newRows + 1) * many).fill(Number.POSITIVE_INFINITY);
  const cameFrom = new Int32Array((newRows + 1) * many).fill(-1);
  /**
   * Returns the cost of having aligned the rows before `j` of the new image and before `j + shift` of the old one, and
   * the shift before that.
   */
  const enter = (j: number, k: number): { cost: number; from: number } => {
    const shift = shifts[k] ?? 0;
    let cost = Number.POSITIVE_INFINITY;
    let from = -1;
    for (let other = 0; other < many; other += 1) {
      const otherShift = shifts[other] ?? 0;
      const back = Math.max(0, otherShift - shift);
      const start = j - back;
      if (start < 0) continue;
      let total = best[start * many + other] ?? Number.POSITIVE_INFINITY;
      if (total === Number.POSITIVE_INFINITY) continue;
      if (other !== k) {
        total += CHANGE_OF_SHIFT + (newAlone[j] ?? 0) - (newAlone[start] ?? 0);
        total += (oldAlone[j + shift] ?? 0) - (oldAlone[start + otherShift] ?? 0);
      }
      if (total < cost) {
        cost = total;
        from = other;
      }
    }
    return { cost, from };
  };
  best[shifts.indexOf(0)] = 0;
  await inTurns(0, newRows, many * many * 2, (first, last) => {
    for (let j = first; j < last; j += 1) {
      for (let k = 0; k < many; k += 1) {
        const i = j + (shifts[k] ?? 0);
        if (i < 0 || i >= oldRows) continue;
        const { cost, from } = enter(j, k);
        if (from < 0) continue;
        best[(j + 1) * many + k] = cost + pairCost(old, i, now, j);
        cameFrom[(j + 1) * many + k] = from;
      }
    }
  });
  const goal = shifts.indexOf(oldRows - newRows);
  return traceBack(shifts, cameFrom, { j: newRows, k: goal }, enter(newRows, goal).from);
}

/** Follows the cheapest alignment from its end back to its beginning. */
function traceBack(shifts: readonly number[], cameFrom: Int32Array, end: { j: number; k: number }, from: number) {
  const many = shifts.length;
  const shiftOf = (k: number): number => shifts[k] ?? 0;
  const way: (number | null)[] = new Array(end.j).fill(null);
  const before = (j: number, k: number, other: number): number => j - Math.max(0, shiftOf(other) - shiftOf(k));
  let j = before(end.j, end.k, from);
  let k = from;
  while (j > 0) {
    const other = cameFrom[j * many + k] ?? 0;
    way[j - 1] = shiftOf(k);
    j = before(j - 1, k, other);
    k = other;
  }
  return way;
}

function runsOf(way: readonly (number | null)[], offset: number): Run[] {
  const runs: Run[] = [];
  for (const [at, shift] of way.entries()) {
    if (shift === null) continue;
    const to = at + offset;
    const last = runs.at(-1);
    if (last !== undefined && last.to + last.length === to && last.from + last.length === to + shift) last.length += 1;
    else runs.push({ from: to + shift, to, length: 1 });
  }
  return runs;
}

/** Joins runs that follow each other in both images. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    if (run.length === 0) continue;
    const last = all.at(-1);
    const follows = last !== undefined && last.to + last.length === run.to && last.from + last.length === run.from;
    if (follows) last.length += run.length;
    else all.push({ ...run });
  }
  return all;
}

/**
 * Aligns the rows of `before` and `after`, from top to bottom, where content was pushed down or up. Rows with wholly
 * different content can still be partners, if one replaced the other. Unless the result is `sure`, the plain comparison
 * may explain more. `shifts`: by how many rows anything moved, old minus new.
 */
export async function alignRows(
  before: Pixels,
  after: Pixels,
): Promise<{ runs: Run[]; shifts: readonly number[]; sure: boolean }> {
  const least = Math.min(before.height, after.height);
  const top = equalRows(before, after, false, least);
  const bottom = equalRows(before, after, true, least - top);
  const ends = [
    { from: 0, to: 0, length: top },
    { from: before.height - bottom, to: after.height - bottom, length: bottom },
  ] as const;
  const [oldEnd, newEnd] = [before.height - bottom, after.height - bottom];
  if (oldEnd === top || newEnd === top) return { runs: joined(ends), shifts: [], sure: true };
  const width = Math.min(before.width, after.width);
  const old = await signaturesOf(before, width, top, oldEnd);
  const now = await signaturesOf(after, width, top, newEnd);
  const { shifts, doubtful } = findShifts(old, now);
  const way = await cheapestWay(old, now, shifts);
  const runs = joined([ends[0], ...runsOf(way, top), ends[1]]);
  return { runs, shifts, sure: runs.every(({ from, to }) => !doubtful.includes(from - to)) };
}
