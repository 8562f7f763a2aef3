import type { PixelBox } from '../../contract/shot-facts.ts';
import { apart, contrastRatio, hexOf, mean, type Rgb } from '../support/colours.ts';
import { type Cell, nearly, type Shade, shadesOf } from './colour-shades.ts';
import { clipBox, type Pixels } from './pixels.ts';

/**
 * Smallest and largest side of the cells that a box is divided into, in pixels: within a cell the background hardly
 * changes.
 */
const MIN_CELL = 16;
const MAX_CELL = 96;
/** Largest number of sampled pixels: of larger boxes only some rows and columns are read. */
const MAX_SAMPLES = 30_000;
/** In steps of 255: a colour nearer to the background is background, one further away is something else */
const GROUND_REACH = 14;
const OTHER_REACH = 28;
/**
 * The smallest difference of pale text or a pale icon from a plain background, in steps of 255, and its smallest share
 * of the box
 */
const FAINT = 3;
const FAINT_SHARE = 0.004;
/** Fewer pixels than this are specks. */
const MIN_INK = 4;
/** The share of the ink's pixels that show the core of strokes; the others are the soft edges of letters. */
const CORE = 0.04;
/** The share of the ink's pixels near the core colour from which strokes are thick enough to show it */
const REACHED = 0.1;
/**
 * The share of the ink's pixels in exactly one colour from which that is the text's colour, and the share of pixels
 * with more contrast that rules this out
 */
const EXACT = 0.025;
const BEYOND = 0.02;
/** How much of its colour a stroke thinner than a pixel shows at its core: measured in Chromium at 10 to 13 px */
const THIN_SHOWS = 0.86;
/** The share of a plain box that is background, ink, or a mix of the two */
const PLAIN = 0.95;
/** The share of a part from which a colour can be that part's background */
const SHOWN_GROUND = 0.12;
/** The share of a box's ink that a part must have for its background to count */
const PART_INK = 0.03;

/** What {@link contrastIn} finds. Colours are `#rrggbb`. */
export interface Contrast {
  /** WCAG 2 ratio of the ink's core to the background next to it, at the worst place where the background changes. */
  ratio: number;
  ink: string;
  ground: string;
  /** Whether the background is one colour. */
  flat: boolean;
}

const countOf = (all: readonly { count: number }[]): number => all.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the background of a cell. Where heavy letters fill more than half of it, its upper and lower ends show the
 * background.
 */
function groundOf(cell: Cell): Rgb {
  const [first] = cell.shades;
  if (first === undefined) return [255, 255, 255];
  const second = cell.shades.find(({ colour }) => apart(colour, first.colour) > Math.max(OTHER_REACH, cell.alike));
  const ofFirst = nearly(cell, first.colour);
  const ofSecond = second === undefined ? [] : nearly(cell, second.colour);
  const atEnds = (all: Shade[]): number => all.reduce((sum, shade) => sum + shade.atEnds, 0);
  const isHeavy = countOf(ofSecond) > countOf(ofFirst) * 0.5 && atEnds(ofSecond) > atEnds(ofFirst);
  const of = isHeavy ? ofSecond : ofFirst;
  return cell.alike > GROUND_REACH ? mean(of) : ((isHeavy ? second : first)?.colour ?? first.colour);
}

interface Part extends Cell {
  ground: Rgb;
}

function partsOf(pixels: Pixels, box: PixelBox): Part[] {
  const { x0, y0, x1, y1 } = clipBox(box, pixels);
  const [width, height] = [x1 - x0, y1 - y0];
  if (width <= 0 || height <= 0) return [];
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / MAX_SAMPLES)));
  const side = Math.min(MAX_CELL * step, Math.max(MIN_CELL, height * 1.5));
  const columns = Math.max(1, Math.round(width / side));
  const rows = Math.max(1, Math.round(height / side));
  const parts = Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const part = {
      x0: x0 + Math.floor((width * column) / columns),
      x1: x0 + Math.floor((width * (column + 1)) / columns),
      y0: y0 + Math.floor((height * row) / rows),
      y1: y0 + Math.floor((height * (row + 1)) / rows),
    };
    const cell = shadesOf(pixels, part, step);
    return { ...cell, ground: groundOf(cell) };
  }).filter(({ count }) => count > 0);
  return onOneGround(parts);
}

/**
 * Applies the most common background to the other parts that contain enough of it: there, letters merely fill more of
 * the part.
 */
function onOneGround(parts: readonly Part[]): Part[] {
  const votes = parts.map(({ ground }) => parts.filter((other) => apart(other.ground, ground) <= GROUND_REACH).length);
  const most = parts[votes.indexOf(Math.max(...votes))]?.ground;
  if (most === undefined) return [...parts];
  return parts.map((part) => {
    const isOther = apart(part.ground, most) > OTHER_REACH;
    return isOther && countOf(nearly(part, most)) > part.count * SHOWN_GROUND ? { ...part, ground: most } : part;
  });
}

/** Whether a colour is a mix of two others: the soft edge of one on the other. */
function isBetween(colour: Rgb, one: Rgb, other: Rgb): boolean {
  const axis = [other[0] - one[0], other[1] - one[1], other[2] - one[2]] as const;
  const length = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
  if (length === 0) return apart(colour, one) <= GROUND_REACH;
  const dot = (colour[0] - one[0]) * axis[0] + (colour[1] - one[1]) * axis[1] + (colour[2] - one[2]) * axis[2];
  const share = Math.min(1, Math.max(0, dot / length));
  return apart(colour, [one[0] + axis[0] * share, one[1] + axis[1] * share, one[2] + axis[2] * share]) <= OTHER_REACH;
}

interface Mark {
  colour: Rgb;
  ground: Rgb;
  count: number;
}

const marksOf = (parts: readonly Part[], reach: number): Mark[] =>
  parts.flatMap(({ shades, ground }) =>
    shades
      .filter(({ colour }) => apart(colour, ground) > reach)
      .map(({ colour, count }) => ({ colour, ground, count })),
  );

/**
 * Returns the colour that stands out most from the background: the core of strokes, extrapolated where they are too
 * thin to show it.
 */
function coreOf(marks: readonly Mark[]): Rgb {
  const ranked = marks
    .map((mark) => ({ ...mark, ratio: contrastRatio(mark.colour, mark.ground) }))
    .sort((one, other) => other.ratio - one.ratio);
  const all = countOf(ranked);
  // Where strokes are at least a pixel thick, many pixels have exactly the text's colour, and none stands out more.
  const frequent = ranked.find(({ count }) => count >= Math.max(MIN_INK, all * EXACT));
  const beyond = ranked.slice(0, frequent === undefined ? 0 : ranked.indexOf(frequent));
  if (frequent !== undefined && countOf(beyond) < all * BEYOND) return frequent.colour;
  const wanted = Math.max(MIN_INK, all * CORE);
  const top: Mark[] = [];
  for (let taken = 0; taken < wanted && top.length < ranked.length; ) {
    const mark = ranked[top.length];
    if (mark === undefined) break;
    top.push(mark);
    taken += mark.count;
  }
  const core = mean(top);
  if (countOf(ranked.filter(({ colour }) => apart(colour, core) <= GROUND_REACH)) >= all * REACHED) return core;
  // No stroke shows its full colour: it lies further along the line from the background through the core.
  const ground = mean(top.map((mark) => ({ colour: mark.ground, count: mark.count })));
  const onward = (at: 0 | 1 | 2): number =>
    Math.min(255, Math.max(0, ground[at] + (core[at] - ground[at]) / THIN_SHOWS));
  return [onward(0), onward(1), onward(2)];
}

/** Returns the ink colour on a changing background: the colour that appears often and in most parts. */
function steadyOf(parts: readonly Part[]): Rgb | null {
  const seen = new Map<number, { shades: Shade[]; parts: Set<Part> }>();
  for (const part of parts) {
    for (const shade of part.shades) {
      if (apart(shade.colour, part.ground) <= OTHER_REACH) continue;
      const [red, green, blue] = shade.colour;
      const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
      const known = seen.get(key) ?? { shades: [], parts: new Set() };
      known.shades.push(shade);
      known.parts.add(part);
      seen.set(key, known);
    }
  }
  let best: { colour: Rgb; score: number } | null = null;
  for (const { shades, parts: of } of seen.values()) {
    const score = countOf(shades) * of.size ** 2;
    if (score > (best?.score ?? 0)) best = { colour: mean(shades), score };
  }
  return best?.colour ?? null;
}

/** Returns the lowest contrast between the ink and the background of a part that contains enough of it. */
function worstOf(parts: readonly Part[], ink: Rgb): { ratio: number; ground: Rgb } | null {
  const inked = parts.map(({ shades, ground }) =>
    countOf(shades.filter(({ colour }) => apart(colour, ink) < apart(colour, ground))),
  );
  const least = Math.max(1, inked.reduce((sum, count) => sum + count, 0) * PART_INK);
  let worst: { ratio: number; ground: Rgb } | null = null;
  for (const [at, { ground }] of parts.entries()) {
    if ((inked[at] ?? 0) < least) continue;
    const ratio = contrastRatio(ink, ground);
    if (worst === null || ratio < worst.ratio) worst = { ratio, ground };
  }
  return worst;
}

/** Returns the contrast of the text or icon in a box of the image; null where no ink is found. */
export function contrastIn(pixels: Pixels, box: PixelBox): Contrast | null {
  const parts = partsOf(pixels, box);
  const [first] = parts;
  if (first === undefined) return null;
  const all = countOf(parts);
  let marks = marksOf(parts, GROUND_REACH);
  if (countOf(marks) < MIN_INK) {
    marks = marksOf(parts, FAINT);
    if (countOf(marks) < Math.max(MIN_INK, all * FAINT_SHARE)) return null;
  }
  const core = coreOf(marks);
  const plain = parts.flatMap(({ shades, ground }) => shades.filter(({ colour }) => isBetween(colour, ground, core)));
  const isOneGround = parts.every(({ ground }) => apart(ground, first.ground) <= GROUND_REACH);
  const flat = isOneGround && countOf(plain) >= all * PLAIN;
  const ink = flat ? core : (steadyOf(parts) ?? core);
  const worst = worstOf(parts, ink);
  return worst === null ? null : { ratio: worst.ratio, ink: hexOf(ink), ground: hexOf(worst.ground), flat };
}
