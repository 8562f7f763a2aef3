import type { PixelBox } from '../../domain/port-types.ts';
import { agreement, type Band, type Offset, type Sample } from './landmarks.ts';
import type { Pixels } from './pixels.ts';

/** The agreement from which surroundings are the same. */
const SAME = 0.9;
/** The agreement from which most of the content is the same. */
const MOSTLY = 0.5;
/** By how much the space between two sides may shrink and grow. */
const [SHRINKS, GROWS] = [0.4, 4];

const inPlace: Offset = { right: 0, down: 0 };
const isSame = (a: Offset, b: Offset): boolean => a.right === b.right && a.down === b.down;

type Moves = Partial<Record<Band['side'], Offset>>;

/** Returns by how much each side moved. The upper and the left edge of an image stay. */
function movesOf(before: Pixels, after: Pixels, bands: readonly Band[], offsets: readonly Offset[]): Moves {
  const moves: Moves = {};
  for (const { side, sample, isEdge } of bands) {
    let best = SAME;
    for (const offset of sample.length === 0 ? [] : offsets) {
      const share = agreement(before, after, sample, offset);
      if (share > best || (share === best && moves[side] === undefined)) [moves[side], best] = [offset, share];
    }
    if (isEdge && sample.length === 0 && (side === 'top' || side === 'left')) moves[side] = inPlace;
  }
  return moves;
}

const pairOf = (one: Offset | undefined, other: Offset | undefined): Offset | null =>
  one !== undefined && other !== undefined && isSame(one, other) ? one : null;

/** Returns the space between two sides that moved differently, when it is still there. */
function stretched(box: PixelBox, { top, bottom, left, right }: Moves): PixelBox | null {
  const fits = (size: number, was: number) => size >= was * SHRINKS && size <= was * GROWS;
  if (top !== undefined && bottom !== undefined && top.right === bottom.right) {
    const height = box.height + bottom.down - top.down;
    if (fits(height, box.height)) return { x: box.x + top.right, y: box.y + top.down, width: box.width, height };
  }
  if (left !== undefined && right !== undefined && left.down === right.down) {
    const width = box.width + right.right - left.right;
    if (fits(width, box.width)) return { x: box.x + left.right, y: box.y + left.down, width, height: box.height };
  }
  return null;
}

/**
 * Returns where a box is, by what surrounds it: everything near that can be recognised must be there. Null when it is
 * not, or the sides contradict each other.
 */
export function placeBetween(
  before: Pixels,
  after: Pixels,
  { box, sample, bands }: { box: PixelBox; sample: Sample; bands: readonly Band[] },
  offsets: readonly Offset[],
): PixelBox | null {
  const moves = movesOf(before, after, bands, offsets);
  const { top, bottom, left, right } = moves;
  const at = ({ right: x, down: y }: Offset): PixelBox => ({ ...box, x: box.x + x, y: box.y + y });
  const vertical = pairOf(top, bottom);
  const horizontal = pairOf(left, right);
  if (vertical !== null && horizontal !== null) return isSame(vertical, horizontal) ? at(vertical) : null;
  const telling = bands.filter((band) => band.sample.length > 0);
  if (telling.length === 0) return null;
  const pair = vertical ?? horizontal;
  const known = telling.filter(({ isNear }) => isNear).map(({ side }) => moves[side]);
  // The box grew or shrank when one of the other two sides moved with the pair and the other one did not.
  const others = pair === horizontal ? [top, bottom] : [left, right];
  if (pair !== null && others.every((side) => side !== undefined)) {
    const isStretched = others.some((side) => side !== undefined && isSame(side, pair));
    if (isStretched && known.length > 0) return stretched(box, moves);
  }
  // A neighbour that is not where it should be may have moved into the box, such as the next words of a line.
  const [first] = known;
  const isWhole = known.every((move) => move !== undefined && first !== undefined && isSame(move, first));
  if (first !== undefined && isWhole && (pair !== null || known.length > 1)) return at(first);
  const inside = offsets.find((offset) => agreement(before, after, sample, offset) >= MOSTLY);
  if (inside !== undefined && known.some((move) => move !== undefined && isSame(move, inside))) {
    // What looked the same there before is something else.
    const isOther = !isSame(inside, inPlace) && agreement(before, before, sample, inside) >= MOSTLY;
    return isOther ? null : at(inside);
  }
  return known.length > 0 && known.every((move) => move !== undefined) ? stretched(box, moves) : null;
}
