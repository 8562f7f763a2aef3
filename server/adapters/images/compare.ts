import type { ChangeMap, Difference } from '../../domain/port-types.ts';
import { alignRows } from './align-rows.ts';
import { changedAreas } from './changed-areas.ts';
import { CELL, type Changes, countChanges } from './count-changes.ts';
import { refusing } from './decode.ts';
import { differenceImage } from './difference-image.ts';
import { movedBlocks } from './moved-blocks.ts';
import { bytesOf, type Pixels, pairOf } from './pixels.ts';
import { takeOutRounding } from './rounding.ts';
import { takeOutStill } from './still-cells.ts';

const identical: Difference = { kind: 'identical', share: 0, diff: null, areas: [], map: null };

function samePixels(a: Pixels, b: Pixels): boolean {
  return a.width === b.width && bytesOf(a).equals(bytesOf(b));
}

function sum(parts: readonly { height: number }[]): number {
  return parts.reduce((total, { height }) => total + height, 0);
}

type Rows = Pick<ChangeMap, 'rows' | 'blocks' | 'hidden'>;

function mapOf(changes: Changes, { width, height }: Pixels, rows: Rows, still: Uint8Array | null): ChangeMap {
  const cells = changes.cells.map((count, at) => count + (changes.addedCells[at] ?? 0));
  return { width, height, cell: CELL, columns: changes.columns, cells, ...rows, ...(still === null ? {} : { still }) };
}

/** Counts the pixels that changed, were added or were removed. */
function pixelsChanged({ changed, added, removed, lostColumns }: Changes, before: Pixels, after: Pixels): number {
  return changed + sum(added) * after.width + sum(removed) * before.width + lostColumns;
}

async function differences(before: Pixels, after: Pixels) {
  const { runs, shifts, sure } = await alignRows(before, after);
  const changes = await countChanges(before, after, runs);
  const aligned = { runs, shifts, changes, pixels: pixelsChanged(changes, before, after) };
  if (sure || runs.length === 1) return aligned;
  const inPlace = [{ from: 0, to: 0, length: Math.min(before.height, after.height) }];
  const plain = await countChanges(before, after, inPlace);
  const pixels = pixelsChanged(plain, before, after);
  return pixels <= aligned.pixels ? { runs: inPlace, shifts, changes: plain, pixels } : aligned;
}

/**
 * Compares two images. Aligns their rows first, so that content that was only pushed down or up does not count as a
 * change; then compares the pixels of aligned rows. Works through large images in turns with other tasks. Throws
 * ImageRefused.
 */
export const compare = refusing(async (before: Uint8Array, after: Uint8Array): Promise<Difference> => {
  const [old, now] = await pairOf(before, after);
  if (samePixels(old, now)) return identical;
  const { runs, shifts, changes } = await differences(old, now);
  const touched = Uint8Array.from(changes.cells, (count, at) => Number(count + (changes.addedCells[at] ?? 0) > 0));
  const still = takeOutStill(old, now, runs, changes);
  takeOutRounding(old, now, runs, changes, still);
  const pixels = pixelsChanged(changes, old, now);
  if (pixels === 0) return identical;
  const areas = changedAreas(changes, old, now);
  const blocks = await movedBlocks(old, now, runs, touched, shifts);
  const diff = await differenceImage(now, changes, areas);
  const all = Math.max(old.width, now.width) * Math.max(old.height, now.height);
  return {
    kind: 'changed',
    share: Math.min(1, pixels / all),
    diff,
    areas,
    map: mapOf(changes, now, { rows: runs, ...blocks }, still),
  };
});
