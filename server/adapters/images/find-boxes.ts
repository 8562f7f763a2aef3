import type { BoxSearch, FoundBox, PixelBox } from '../../domain/port-types.ts';
import { changedShare } from './compare-boxes.ts';
import { refusing } from './decode.ts';
import { findAllBetween } from './find-between.ts';
import { findContent } from './find-content.ts';
import { type Pixels, pairOf } from './pixels.ts';
import { findSegments } from './segments.ts';
import { keysOf, movedBy, type Wanted, wantedOf } from './wanted-box.ts';

/** Returns how a box is now, given where the whole pixels of it are. */
function resultOf({ before }: BoxSearch, { box }: Wanted, place: PixelBox): PixelBox {
  return {
    x: before.x + place.x - box.x,
    y: before.y + place.y - box.y,
    width: before.width + place.width - box.width,
    height: before.height + place.height - box.height,
  };
}

async function search(before: Pixels, after: Pixels, searches: readonly BoxSearch[]): Promise<(PixelBox | null)[]> {
  const wanted = searches.map((each) => wantedOf(before, each));
  const keys = wanted.flatMap(({ own, around }) => [...keysOf(own), ...keysOf(around)]);
  const images = { before, after, was: await findSegments(before, keys), is: await findSegments(after, keys) };
  const moves = wanted.map((each) => findContent(images, each));
  const open = wanted.filter((_, at) => moves[at] === null);
  const between = await findAllBetween(images, open);
  return searches.map((each, at) => {
    const [one, offset] = [wanted[at], moves[at] ?? null];
    if (one === undefined) return null;
    const place = offset === null ? (between[open.indexOf(one)] ?? null) : movedBy(one.box, offset);
    return place === null ? null : resultOf(each, one, place);
  });
}

/**
 * Finds boxes of one image on a later one, wherever they moved, and returns the share of each that changed; null for
 * one whose place is in doubt. Recognises a box by its content, which may be anywhere; else by what surrounds it. Throws
 * ImageRefused.
 */
export const findBoxes = refusing(
  async (before: Uint8Array, after: Uint8Array, searches: readonly BoxSearch[]): Promise<(FoundBox | null)[]> => {
    const [old, now] = await pairOf(before, after);
    const open = searches.filter(({ isKnown }) => !isKnown);
    const found = open.length === 0 ? [] : await search(old, now, open);
    return searches.map((each) => {
      const place = each.isKnown ? each.guesses[0] : found[open.indexOf(each)];
      if (place == null) return null;
      return { after: place, share: changedShare(old, now, { before: each.before, after: place }, each.scale) };
    });
  },
);
