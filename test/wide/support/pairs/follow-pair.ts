import { compare, findBoxes } from '../../../../server/adapters/images/index.ts';
import { elementAt, toElement } from '../../../../server/domain/mark/element.ts';
import { type FollowInput, follow, settle } from '../../../../server/domain/mark/follow.ts';
import type { PixelBox } from '../../../../server/domain/port-types.ts';
import type { Pair, PairRegion } from './types.ts';

/** What becomes of the mark on one region. */
export interface Outcome {
  region: PairRegion;
  kind: 'point' | 'box';
  /** `found`: where it is now. `said`: in doubt, and said so. `lost`: said to be where it is not */
  place: 'found' | 'said' | 'lost';
  /** Whether the statement on its change is right; null where none is made, and for points, which mean less than a region */
  change: boolean | null;
  shown: { after: PixelBox; position: string; share: number | null; elementChanged: boolean };
}

const area = ({ width, height }: PixelBox): number => width * height;
function overlap(a: PixelBox, b: PixelBox): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}

const isOtherSize = (a: PixelBox, b: PixelBox): boolean =>
  Math.abs(a.width - b.width) >= 1 || Math.abs(a.height - b.height) >= 1;

/** Within a pixel for what only moved; more than half of it for what looks different now. */
function isThere(is: PixelBox, truth: PixelBox, changed: boolean): boolean {
  if (!changed) return Math.abs(is.x - truth.x) <= 1 && Math.abs(is.y - truth.y) <= 1;
  return area(is) === 0
    ? overlap({ ...is, width: 1, height: 1 }, truth) > 0
    : overlap(is, truth) > Math.min(area(is), area(truth)) / 2;
}

/** Where a person would press. */
const pointIn = ({ x, y, width, height }: PixelBox): PixelBox => {
  return { x: x + Math.min(36, width / 2), y: y + Math.min(24, height / 2), width: 0, height: 0 };
};

/** Marks each region of a pair, follows the marks as the service does, and compares the result with the truth. */
export async function followPair(pair: Pair): Promise<Outcome[]> {
  const { before, after } = pair;
  const { kind: changeKind, map } = await compare(before.bytes, after.bytes);
  const pixelRatio = pair.source === 'image' ? null : 1;
  const sides = {
    from: { width: before.width, height: before.height, pixelRatio },
    to: { width: after.width, height: after.height, pixelRatio },
    before: before.elements,
    after: after.elements,
    change: { kind: changeKind, map },
  };
  const marks = (['box', 'point'] as const).flatMap((kind) => pair.regions.map((region) => ({ kind, region })));
  const inputs = marks.map(({ kind, region: { before: box } }): FollowInput => {
    const place =
      kind === 'box'
        ? {
            x: box.x / before.width,
            y: box.y / before.height,
            width: box.width / before.width,
            height: box.height / before.height,
          }
        : { x: pointIn(box).x / before.width, y: pointIn(box).y / before.height, width: null, height: null };
    const element = before.elements === null ? null : elementAt(before.elements, place, before);
    return { kind, place, element: element === null ? null : toElement(element), ...sides };
  });
  const followed = inputs.map(follow);
  const open = followed.flatMap(({ search }) => search ?? []);
  const found = await findBoxes(before.bytes, after.bytes, open);
  return marks.map(({ kind, region }, at) => {
    const [input, first] = [inputs[at], followed[at]];
    if (input === undefined || first === undefined) throw new Error('Each mark was followed.');
    const { place, position, share, elementChanged } =
      first.search === null ? first : settle(first, input, found[open.indexOf(first.search)] ?? null);
    const is = {
      x: place.x * after.width,
      y: place.y * after.height,
      width: (place.width ?? 0) * after.width,
      height: (place.height ?? 0) * after.height,
    };
    const shown = { after: is, position, share, elementChanged };
    const truth = region.after === null || kind === 'box' || region.changed ? region.after : pointIn(region.after);
    const right = truth !== null && isThere(is, truth, region.changed);
    const outcome = position === 'exact' ? (right ? 'found' : 'lost') : 'said';
    const isSame = share === 0 && !elementChanged;
    // A box on an image does not grow with its region, and what only the styles show is no pixel.
    const isResized = pair.source === 'image' && region.after !== null && isOtherSize(region.before, region.after);
    const isUnseen = share === 0 && elementChanged;
    const isJudged = kind === 'box' && position === 'exact' && right && share !== null && !isResized && !isUnseen;
    return { region, kind, place: outcome, change: isJudged ? isSame === !region.changed : null, shown };
  });
}
