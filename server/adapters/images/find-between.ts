import type { PixelBox } from '../../domain/port-types.ts';
import { changedShare } from './compare-boxes.ts';
import { agreement, bandsOf, type Offset, sampleOf, within } from './landmarks.ts';
import type { Pixels } from './pixels.ts';
import { placeBetween } from './place-between.ts';
import { findSegments, type Segment, segmentsOf } from './segments.ts';
import { grown, holds, type Images, keysOf, movedBy, offsetsOf, TELLING, type Wanted } from './wanted-box.ts';

/** The agreement from which most of a box is the same, and nearly all of it. */
const [MOSTLY, NEARLY] = [0.7, 0.9];
/** By how much more of a box must agree elsewhere than here, so that it is there. */
const CLEARLY_MORE = 0.3;
/** Pixels around a box that are empty when nothing surrounds it. */
const ALONE = 48;

/** Returns the place of a box with nothing around it, where there is still nothing around it. */
function placeAlone(before: Pixels, after: Pixels, { box, guesses }: Wanted): PixelBox | null {
  const changed = (area: PixelBox, offset: Offset): number =>
    (changedShare(before, after, { before: area, after: movedBy(area, offset) }) ?? 1) * area.width * area.height;
  const around = within(grown(box, ALONE), before);
  const guess = guesses.find((offset) => changed(around, offset) - changed(box, offset) < 1);
  return guess === undefined ? null : movedBy(box, guess);
}

/** Finds where a box is by what surrounds it; null when most of its content is elsewhere. */
function findBetween({ before, after, is }: Images, wanted: Wanted): PixelBox | null {
  const { box, sample } = wanted;
  const offsets = offsetsOf([...wanted.around, ...wanted.own], is, wanted.guesses);
  const bands = bandsOf(before, box);
  const isAlone = bands.every((band) => band.sample.length === 0 || !band.isNear);
  const place = isAlone
    ? placeAlone(before, after, wanted)
    : placeBetween(before, after, { box, sample, bands }, offsets);
  if (place === null || sample.length < TELLING) return place;
  const here = agreement(before, after, sample, { right: place.x - box.x, down: place.y - box.y });
  const isElsewhere = offsets.some((offset) => {
    const { x, y } = movedBy(box, offset);
    // What moved within the box leaves the box where it is.
    const isOutside = Math.abs(x - place.x) > place.width / 2 || Math.abs(y - place.y) > place.height / 2;
    const isMoved = isOutside && agreement(before, after, sample, offset) >= Math.max(MOSTLY, here + CLEARLY_MORE);
    // What looked the same before is something else.
    return isMoved && agreement(before, before, sample, offset) < MOSTLY;
  });
  if (isElsewhere) return null;
  return within(place, after);
}

/** Returns whether what lies in a box of the later image was at another place before, where it no longer is. */
function isMovedIn(
  { before, after, was }: Images,
  place: PixelBox,
  segments: readonly Segment[],
  wanted: Wanted,
): boolean {
  const sample = sampleOf(after, place);
  if (sample.length < TELLING) return false;
  return offsetsOf(segments, was, []).some((offset) => {
    const source = within(movedBy(place, offset), before);
    const middle = { x: source.x + source.width / 2, y: source.y + source.height / 2 };
    if (holds(wanted.box, middle) || agreement(after, before, sample, offset) < NEARLY) return false;
    const there = sampleOf(before, source);
    const stays = [{ right: 0, down: 0 }, ...wanted.guesses];
    return stays.every((guess) => agreement(before, after, there, guess) < NEARLY);
  });
}

/** Returns whether a box that showed something is empty now. */
function isEmptied(after: Pixels, place: PixelBox, { sample }: Wanted): boolean {
  return sample.length >= TELLING && sampleOf(after, place).length < sample.length / 4;
}

/** A box that was found, and where it is */
interface Look {
  at: number;
  each: Wanted;
  place: PixelBox;
}

/** Returns a box and the part of it that is meant, at their places. */
function looksAt(at: number, each: Wanted, place: PixelBox, { before, after }: Images): Look[] {
  const { box, core } = each;
  const moved = within(movedBy(core, { right: place.x - box.x, down: place.y - box.y }), after);
  const part = { ...each, box: core, sample: sampleOf(before, core) };
  return [{ at, each, place }, ...(core.width < box.width ? [{ at, each: part, place: moved }] : [])];
}

/** Finds boxes by what surrounds them, unless something else moved there; null for one in doubt. */
export async function findAllBetween(images: Images, wanted: readonly Wanted[]): Promise<(PixelBox | null)[]> {
  const places = wanted.map((each) => findBetween(images, each));
  const looks = places.flatMap((place, at) => {
    const each = wanted[at];
    return place === null || each === undefined ? [] : looksAt(at, each, place, images);
  });
  const segments = looks.map(({ place }) => segmentsOf(images.after, place, 6));
  const was = await findSegments(images.before, segments.flatMap(keysOf));
  const doubtful = looks.filter(
    ({ each, place }, index) =>
      isEmptied(images.after, place, each) || isMovedIn({ ...images, was }, place, segments[index] ?? [], each),
  );
  return places.map((place, at) => (doubtful.some((look) => look.at === at) ? null : place));
}
