import { apart, type Rgb, rgbOf } from '../support/colours.ts';
import type { Pixels } from './pixels.ts';

/** A colour and how many pixels have it. */
export interface Shade {
  colour: Rgb;
  count: number;
  /** How many of these pixels are at the upper or lower end of the part */
  atEnds: number;
}

export interface Cell {
  /** Ordered by frequency; the first is the one with the most pixels of nearly the same colour */
  shades: Shade[];
  /** Number of sampled pixels */
  count: number;
  /** Largest difference within one background, in steps of 255: larger where there is grain */
  alike: number;
}

/** With more colours than this, similar ones are counted together: no eye distinguishes them. */
const MAX_SHADES = 256;
const COARSE = 0xf8f8f8;
/** The share of a part's height that counts as its upper or lower end */
const END = 0.12;
/** How far a smooth background varies, in steps of 255, and how far one with grain does */
const ALIKE = 6;
const ALIKE_WITH_GRAIN = 32;
/** Only this many of the most frequent colours can be a background. */
const CANDIDATES = 12;

function count(pixels: Pixels, part: { x0: number; y0: number; x1: number; y1: number }, step: number, mask: number) {
  const { x0, y0, x1, y1 } = part;
  const end = Math.max(1, Math.floor((y1 - y0) * END));
  const found = new Map<number, { count: number; atEnds: number }>();
  let all = 0;
  for (let y = y0; y < y1; y += step) {
    const isEnd = y < y0 + end || y >= y1 - end ? 1 : 0;
    for (let x = x0; x < x1; x += step) {
      const word = (pixels.words[y * pixels.width + x] ?? 0) & mask;
      const known = found.get(word);
      if (known === undefined) found.set(word, { count: 1, atEnds: isEnd });
      else {
        known.count += 1;
        known.atEnds += isEnd;
      }
      all += 1;
    }
  }
  return { found, all };
}

/** Returns the shades that belong to one background with a colour, in the same order. */
export const nearly = ({ shades, alike }: Pick<Cell, 'shades' | 'alike'>, colour: Rgb): Shade[] =>
  shades.filter((shade) => apart(shade.colour, colour) <= alike);

/** Returns the colours of a part of the image, sampling every `step`th pixel. */
export function shadesOf(pixels: Pixels, part: { x0: number; y0: number; x1: number; y1: number }, step: number): Cell {
  let counted = count(pixels, part, step, 0xffffff);
  const hasGrain = counted.found.size > MAX_SHADES;
  if (hasGrain) counted = count(pixels, part, step, COARSE);
  const alike = hasGrain ? ALIKE_WITH_GRAIN : ALIKE;
  const shades = [...counted.found]
    .map(([word, of]) => ({ colour: rgbOf(word), ...of }))
    .sort((one, other) => other.count - one.count);
  const [dense] = shades
    .slice(0, CANDIDATES)
    .map((shade) => ({
      shade,
      near: nearly({ shades, alike }, shade.colour).reduce((sum, each) => sum + each.count, 0),
    }))
    .sort((one, other) => other.near - one.near);
  // A colour between two frequent ones is near both but rare itself, so the most frequent neighbour is taken.
  const [most] = dense === undefined ? [] : nearly({ shades, alike }, dense.shade.colour);
  if (most !== undefined) shades.unshift(...shades.splice(shades.indexOf(most), 1));
  return { shades, count: counted.all, alike };
}
