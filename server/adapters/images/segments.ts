import type { PixelBox } from '../../domain/port-types.ts';
import { inTurns, type Pixels } from './pixels.ts';

/** Two runs of pixels, one a few rows below the other, by which a part of an image is recognised elsewhere. */
export interface Segment {
  x: number;
  y: number;
  key: number;
}

const LENGTH = 16;
/** Rows from the upper run to the lower one: a corner is seen by two runs, but not by one. */
const DEPTH = 8;
const FACTOR = 0x01000193;
/** The factor to the power of the length: what the first pixel contributes when it leaves. */
const LEAVING = Array.from({ length: LENGTH }).reduce<number>((power) => Math.imul(power, FACTOR), 1);
const JOINING = 0x9e3779b1;
/** A segment with more hits than this identifies nothing. */
const MAX_HITS = 48;
const MAX_ROWS = 120;

function runKey({ words, width }: Pixels, x: number, y: number): number {
  let key = 0;
  for (let at = y * width + x; at < y * width + x + LENGTH; at += 1) {
    key = (Math.imul(key, FACTOR) + (words[at] ?? 0)) | 0;
  }
  return key;
}

const joined = (upper: number, lower: number): number => (Math.imul(upper, JOINING) + lower) | 0;

/** Counts the colour changes along both runs; 0 when the runs are equal, as on a straight edge. */
function changesAt({ words, width }: Pixels, x: number, y: number): number {
  let [changes, isUneven] = [0, false];
  for (let upper = y * width + x; upper < y * width + x + LENGTH; upper += 1) {
    const lower = upper + DEPTH * width;
    if (words[upper] !== words[lower]) isUneven = true;
    if (upper === y * width + x) continue;
    if (words[upper] !== words[upper - 1] || words[lower] !== words[lower - 1]) changes += 1;
  }
  return isUneven ? changes : 0;
}

/** Returns the most distinctive segments of a box, at most one for each of `bands` bands of its rows. */
export function segmentsOf(image: Pixels, box: PixelBox, bands: number): Segment[] {
  const rows = box.height - DEPTH;
  const [down, right] = [Math.max(1, Math.floor(rows / MAX_ROWS)), Math.max(8, Math.floor(box.width / 64))];
  const best: (Segment & { changes: number })[] = [];
  for (let row = 0; row < rows; row += down) {
    const band = Math.floor((row * bands) / rows);
    for (let x = box.x; x + LENGTH <= box.x + box.width; x += right) {
      const changes = changesAt(image, x, box.y + row);
      if (changes > (best[band]?.changes ?? 0)) best[band] = { x, y: box.y + row, key: 0, changes };
    }
  }
  return best
    .filter((each) => each !== undefined)
    .map(({ x, y }) => ({ x, y, key: joined(runKey(image, x, y), runKey(image, x, y + DEPTH)) }));
}

export type Hits = ReadonlyMap<number, readonly { x: number; y: number }[]>;

/** Bits of a key by which most places are passed over. */
const FILTER_BITS = 20;

/** Finds every place of an image where one of the segments is; leaves out those that are all over it. */
export async function findSegments(image: Pixels, keys: readonly number[]): Promise<Hits> {
  const { words, width, height } = image;
  const hits = new Map<number, { x: number; y: number }[]>(keys.map((key) => [key, []]));
  if (hits.size === 0 || width < LENGTH) return new Map();
  const isWanted = new Uint8Array(1 << FILTER_BITS);
  for (const key of hits.keys()) isWanted[key >>> (32 - FILTER_BITS)] = 1;
  // The keys of the last rows, by row modulo the depth.
  const runs = Array.from({ length: DEPTH }, () => new Int32Array(width));
  const note = (key: number, x: number, y: number) => {
    const found = hits.get(key);
    if (found !== undefined && found.length <= MAX_HITS) found.push({ x, y });
  };
  const scanRow = (y: number, above: Int32Array) => {
    const start = y * width;
    let run = runKey(image, 0, y);
    for (let x = 0; x <= width - LENGTH; x += 1) {
      const key = joined(above[x] as number, run);
      above[x] = run;
      if (isWanted[key >>> (32 - FILTER_BITS)] === 1 && y >= DEPTH) note(key, x, y - DEPTH);
      const at = start + x;
      run = (Math.imul(run, FACTOR) + (words[at + LENGTH] as number) - Math.imul(LEAVING, words[at] as number)) | 0;
    }
  };
  await inTurns(0, height, width, (from, to) => {
    for (let y = from; y < to; y += 1) scanRow(y, runs[y % DEPTH] as Int32Array);
  });
  return new Map([...hits].filter(([, found]) => found.length <= MAX_HITS));
}
