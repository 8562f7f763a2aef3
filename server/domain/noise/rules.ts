import type { StoredArea } from '../shot/change.ts';

type Box = Pick<StoredArea, 'x' | 'y' | 'width' | 'height'>;
interface Size {
  width: number;
  height: number;
}

/** How a screenshot differs from the one of the same label in the base. */
export interface BaseDifference extends Size {
  before: Size;
  share: number;
  areas: readonly StoredArea[];
}

/** The difference that a rule was made of: its size in pixels, and what differed. */
export interface NoisePattern extends Size {
  share: number;
  areas: readonly StoredArea[];
}

/** How many pixels beyond its areas a rule reaches: the last digit of a clock is wider at times. */
const REACH = 8;
/** How many times as many pixels as in the marked difference may differ. */
const MORE = 2;
/** The share of a screenshot that areas called noise may cover. */
const MAX_COVERED = 0.2;
/** What summing shares may add by rounding. */
const ROUNDING = 1e-9;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
/** Returns the share of changed pixels that lie in no listed area. */
const specksOf = ({ share, areas }: Pick<NoisePattern, 'share' | 'areas'>): number =>
  Math.max(0, share - sum(areas.map((area) => area.share)));

const grow = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x - REACH / size.width,
  y: y - REACH / size.height,
  width: width + (2 * REACH) / size.width,
  height: height + (2 * REACH) / size.height,
});

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Returns the parts of a box that another one leaves uncovered. */
function without({ x, y, width, height }: Box, cover: Box): Box[] {
  const [right, bottom] = [x + width, y + height];
  const [left, top] = [Math.max(x, cover.x), Math.max(y, cover.y)];
  const [end, foot] = [Math.min(right, cover.x + cover.width), Math.min(bottom, cover.y + cover.height)];
  return [
    { x, y, width, height: top - y },
    { x, y: foot, width, height: bottom - foot },
    { x, y: top, width: left - x, height: foot - top },
    { x: end, y: top, width: right - end, height: foot - top },
  ].filter((part) => part.width > ROUNDING && part.height > ROUNDING);
}

/** Returns whether boxes cover another one together. */
function cover(boxes: readonly Box[], box: Box): boolean {
  const at = boxes.findIndex((each) => touches(each, box));
  const first = boxes[at];
  return first !== undefined && without(box, first).every((part) => cover(boxes.slice(at + 1), part));
}

/** Returns why a difference cannot be called noise, as a sentence; null when it can. */
export function findNoiseRefusal({ width, height, before, areas }: BaseDifference): string | null {
  if (areas.length === 0) return 'It is not known where this screenshot differs.';
  if (before.width !== width || before.height !== height || areas.some(({ kind }) => kind !== 'changed')) {
    return 'Content was added, removed or moved here. Only differences in place can be noise. Mask what changes the layout.';
  }
  if (sum(areas.map((area) => area.width * area.height)) > MAX_COVERED) {
    return `The areas that differ cover more than ${MAX_COVERED * 100} % of the screenshot. A rule for so much would hide real changes. Mask what varies, or make it stable.`;
  }
  return null;
}

const shareOf = (areas: readonly StoredArea[]): number => sum(areas.map(({ share }) => share));

/** Returns whether the pixels that differ are not many more than those of the rule: in all, and around each of its areas. */
function isWithin(difference: BaseDifference, rule: NoisePattern, boxes: readonly Box[]): boolean {
  const { share, areas } = difference;
  if (share > MORE * rule.share + ROUNDING || specksOf(difference) > MORE * specksOf(rule) + ROUNDING) return false;
  return boxes.every((box) => {
    const inside = areas.filter((area) => touches(box, area));
    const around = rule.areas.filter((_, at) => inside.some((area) => touches(boxes[at] ?? box, area)));
    return shareOf(inside) <= MORE * shareOf(around) + ROUNDING;
  });
}

/**
 * Returns the rules of which each makes a difference noise: it lies within the rule's areas, has the same size, and is
 * not much larger than what a person saw. `rules`: those in force for its label.
 */
export function rulesCovering<Rule extends NoisePattern>(difference: BaseDifference, rules: readonly Rule[]): Rule[] {
  if (findNoiseRefusal(difference) !== null) return [];
  const { width, height, areas } = difference;
  return rules.filter((rule) => {
    const boxes = rule.areas.map((area) => grow(area, rule));
    return (
      rule.width === width &&
      rule.height === height &&
      isWithin(difference, rule, boxes) &&
      areas.every((area) => cover(boxes, area))
    );
  });
}
