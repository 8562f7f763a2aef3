import type { PixelBox } from '../../domain/port-types.ts';
import { isSame } from './compare-boxes.ts';
import { agreement, type Offset, type Sample, sampleOf, within } from './landmarks.ts';
import type { Pixels } from './pixels.ts';
import { grown, type Images, isSameOffset, movedBy, offsetsOf, TELLING, type Wanted } from './wanted-box.ts';

/** By how many pixels a box is grown until no other looks the same. */
const GROWTH = [0, 8, 16, 24, 36, 48, 96];
/** Pixels from an empty box to what can still belong to it. */
const FAR = 16;
/** The agreement of a sample from which pixels are worth comparing. */
const WORTH_COMPARING = 0.3;
/** The share of changed pixels up to which a box is the same one. */
const SAME_SHARE = 0.0005;

const none = { left: 0, right: 0, top: 0, bottom: 0 };
/** A box grown on all sides may reach something that moved differently; then one side alone may tell it. */
const oneSided = (['top', 'bottom', 'left', 'right'] as const).map((side) => (by: number) => ({ ...none, [side]: by }));

/** Keeps the offsets by which a box is on an image too. */
function keepSame(before: Pixels, image: Pixels, box: PixelBox, sample: Sample, offsets: readonly Offset[]): Offset[] {
  return offsets.filter(
    (offset) =>
      agreement(before, image, sample, offset) >= WORTH_COMPARING &&
      isSame(before, image, { before: box, after: movedBy(box, offset) }, SAME_SHARE),
  );
}

/**
 * Finds a box by its content, grown until it is the only one of its kind; null when it is not there, or cannot be told
 * from others.
 */
export function findContent({ before, after, was, is }: Images, wanted: Wanted): Offset | null {
  const segments = [...wanted.own, ...wanted.around];
  if (!segments.some(({ key }) => was.has(key))) return null;
  let there = offsetsOf(segments, is, wanted.guesses);
  let alike = offsetsOf(segments, was, []);
  const narrow = (box: PixelBox) => {
    const sample = sampleOf(before, box);
    if (sample.length < TELLING) return null;
    // What is unlike a small box is unlike a larger one around it.
    const now = keepSame(before, after, box, sample, there);
    const others = now.length === 0 ? [] : keepSame(before, before, box, sample, alike);
    return { there: now, alike: others, only: now.length === 1 && others.length <= 1 ? (now[0] ?? null) : null };
  };
  for (const by of GROWTH) {
    const next = narrow(within(grown(wanted.core, by), before));
    // What is so far away from an empty box is something else.
    if (next === null && by >= FAR) return null;
    if (next === null) continue;
    if (next.only !== null) return next.only;
    if (next.there.length === 0) {
      const told = oneSided.flatMap((side) => narrow(within(grown(wanted.core, by, side(by)), before))?.only ?? []);
      const [first, ...others] = told;
      const agree = others.every((other) => first !== undefined && isSameOffset(first, other));
      return first !== undefined && by > 0 && agree ? first : null;
    }
    ({ there, alike } = next);
  }
  // Others look the same even with all that is around them, but nothing shows that it moved.
  return wanted.guesses.find((guess) => there.some((each) => isSameOffset(each, guess))) ?? null;
}
