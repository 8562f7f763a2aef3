import type { BoxSearch, PixelBox } from '../../domain/port-types.ts';
import { type Offset, type Sample, sampleOf, within } from './landmarks.ts';
import type { Pixels } from './pixels.ts';
import { type Hits, type Segment, segmentsOf } from './segments.ts';

/** Pixels that make the content of a box telling. */
export const TELLING = 16;
const MAX_OFFSETS = 100;
const MARGIN = 96;

/** A box that is looked for, and what it can be recognised by. */
export interface Wanted {
  box: PixelBox;
  core: PixelBox;
  sample: Sample;
  own: Segment[];
  around: Segment[];
  guesses: Offset[];
}

/** Both images, and where the segments of the wanted boxes are on each. */
export interface Images {
  before: Pixels;
  after: Pixels;
  was: Hits;
  is: Hits;
}

/** Returns a box that is larger on these sides. */
export const grown = (
  { x, y, width, height }: PixelBox,
  by: number,
  { left = by, right = by, top = by, bottom = by }: Partial<Record<'left' | 'right' | 'top' | 'bottom', number>> = {},
): PixelBox => ({ x: x - left, y: y - top, width: width + left + right, height: height + top + bottom });

export const movedBy = (box: PixelBox, { right, down }: Offset): PixelBox => ({
  ...box,
  x: box.x + right,
  y: box.y + down,
});
export const holds = (box: PixelBox, { x, y }: { x: number; y: number }): boolean =>
  x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;

export const isSameOffset = (a: Offset, b: Offset): boolean => a.right === b.right && a.down === b.down;
export const keysOf = (segments: readonly Segment[]): number[] => segments.map(({ key }) => key);

export function wantedOf(image: Pixels, { before, core, guesses }: BoxSearch): Wanted {
  const box = within(before, image);
  const { x, y, width } = grown(box, MARGIN);
  const sides = [
    { x, y, width, height: MARGIN },
    { x, y: box.y + box.height, width, height: MARGIN },
    { x, y: box.y, width: MARGIN, height: box.height },
    { x: box.x + box.width, y: box.y, width: MARGIN, height: box.height },
  ];
  return {
    box,
    core: within(core, image),
    sample: sampleOf(image, box),
    own: [...segmentsOf(image, box, 6), ...segmentsOf(image, within(core, image), 3)],
    around: sides.flatMap((side) => segmentsOf(image, within(side, image), 4)),
    guesses: guesses.map((guess) => ({ right: Math.round(guess.x - before.x), down: Math.round(guess.y - before.y) })),
  };
}

/** Returns by how much these segments moved, the guesses first, then those that most segments share. */
export function offsetsOf(segments: readonly Segment[], hits: Hits, guesses: readonly Offset[]): Offset[] {
  const votes = new Map<string, { offset: Offset; count: number }>();
  const vote = (offset: Offset, count: number) => {
    const key = `${offset.right} ${offset.down}`;
    const known = votes.get(key);
    if (known === undefined) votes.set(key, { offset, count });
    else known.count += count;
  };
  for (const [at, guess] of guesses.entries()) vote(guess, 1_000 - at);
  for (const { x, y, key } of segments) {
    for (const hit of hits.get(key) ?? []) vote({ right: hit.x - x, down: hit.y - y }, 1);
  }
  const sorted = [...votes.values()].sort((a, b) => b.count - a.count);
  return sorted.slice(0, MAX_OFFSETS).map(({ offset }) => offset);
}
