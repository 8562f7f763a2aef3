import type { PixelBox } from '../facts.ts';
import { apart, contrastRatio, hexOf, mean, type Rgb } from '../support/colours.ts';
import { clipBox } from './clip-box.ts';
import { type Cell, nearly, type Shade, shadesOf } from './colour-shades.ts';
import type { Pixels } from './pixels.ts';

/** Sides of the cells that a box is looked at in, in pixels: within one the ground hardly changes. */
const MIN_CELL = 16;
const MAX_CELL = 96;
/** Pixels that are looked at: of larger boxes only some rows and columns are. */
const MAX_SAMPLES = 30_000;
/** Steps of 255: what is nearer to the ground is ground, and what is further away is something else */
const GROUND_REACH = 14;
const OTHER_REACH = 28;
/** Steps of 255 that a pale sign on a plain ground differs by at least, and its share of the box */
const FAINT = 3;
const FAINT_SHARE = 0.004;
/** Fewer pixels of a box are specks. */
const MIN_INK = 4;
/** Share of the ink's pixels that show its core; the others are the soft edges of letters. */
const CORE = 0.04;
/** Share of the ink's pixels that lie at its core where strokes are thick enough to show it */
const REACHED = 0.1;
/** Share of the ink's pixels that have one colour exactly where that is the text's, and of those beyond it */
const EXACT = 0.025;
const BEYOND = 0.02;
/** How much of its colour the core of a stroke shows that is thinner than a pixel: measured in Chromium, 10 to 13 px */
const THIN_SHOWS = 0.86;
/** Share of a plain box that is ground, ink, or on the way from one to the other */
const PLAIN = 0.95;
/** Share of a part that a ground takes at least that it has */
const SHOWN_GROUND = 0.12;
/** Share of a box's ink that a part must have for its ground to count */
const PART_INK = 0.03;

/** What {@link contrastIn} finds. Colours are `#rrggbb`. */
export interface Contrast {
  /** As WCAG 2 counts it, of the ink's core against the background beside it, at its worst where that changes. */
  ratio: number;
  ink: string;
  ground: string;
  /** Whether one colour is all around. */
  flat: boolean;
}

const countOf = (all: readonly { count: number }[]): number => all.reduce((sum, { count }) => sum + count, 0);

/** Where heavy letters fill more than half of a part, its upper and lower end show what they lie on. */
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

/** What most parts lie on, the others lie on too where they have enough of it: there letters take the more of a part. */
function onOneGround(parts: readonly Part[]): Part[] {
  const votes = parts.map(({ ground }) => parts.filter((other) => apart(other.ground, ground) <= GROUND_REACH).length);
  const most = parts[votes.indexOf(Math.max(...votes))]?.ground;
  if (most === undefined) return [...parts];
  return parts.map((part) => {
    const isOther = apart(part.ground, most) > OTHER_REACH;
    return isOther && countOf(nearly(part, most)) > part.count * SHOWN_GROUND ? { ...part, ground: most } : part;
  });
}

/** Whether a colour lies on the straight way between two: then it is the soft edge of one on the other. */
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

/** The colours that stand out most from their ground: the core of strokes, unless they are too thin to show it. */
function coreOf(marks: readonly Mark[]): Rgb {
  const ranked = marks
    .map((mark) => ({ ...mark, ratio: contrastRatio(mark.colour, mark.ground) }))
    .sort((one, other) => other.ratio - one.ratio);
  const all = countOf(ranked);
  // Where strokes are as thick as a pixel, many of theirs have the very colour, and none stands out more.
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
  // No stroke shows its colour in full: it is further on the way that leads there from the ground.
  const ground = mean(top.map((mark) => ({ colour: mark.ground, count: mark.count })));
  const onward = (at: 0 | 1 | 2): number =>
    Math.min(255, Math.max(0, ground[at] + (core[at] - ground[at]) / THIN_SHOWS));
  return [onward(0), onward(1), onward(2)];
}

/** On a ground that changes, ink is the colour that stays: found in most parts, and often. */
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

/** The ink against the ground of each part that has some of it, and of these the worst. */
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
