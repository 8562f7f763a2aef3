import type { PictureLook, PixelBox } from '../../domain/port-types.ts';
import { type ImageLimits, imageFailure } from './decode.ts';
import { measure } from './measure.ts';
import { differs, type Pixels, pixelsOf } from './pixels.ts';

/** Colours that are this near each other, in steps of 255 per channel, are taken for one. */
const BUCKET_BITS = 3;
/** Ink is at least this share of a box: less are specks. */
const INK_SHARE = 0.004;
const MOST_SAMPLES = 40_000;

const channel = (word: number, at: 0 | 8 | 16): number => (word >>> at) & 255;
const hexOf = (word: number): string =>
  `#${[channel(word, 0), channel(word, 8), channel(word, 16)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2: relative luminance of an sRGB colour, 0..1. */
function luminance(word: number): number {
  const linear = (value: number): number => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(channel(word, 0)) + 0.7152 * linear(channel(word, 8)) + 0.0722 * linear(channel(word, 16));
}

/** WCAG 2.2: contrast ratio of two colours, 1..21. */
export function contrastRatio(one: number, other: number): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function inside(box: PixelBox, { width, height }: Pixels): { x0: number; y0: number; x1: number; y1: number } {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
  return {
    x0: clamp(box.x, width),
    y0: clamp(box.y, height),
    x1: clamp(box.x + box.width, width),
    y1: clamp(box.y + box.height, height),
  };
}

/** The colours in a box, similar ones as one, the most frequent first. */
function coloursOf(pixels: Pixels, box: PixelBox): { word: number; share: number }[] {
  const { x0, y0, x1, y1 } = inside(box, pixels);
  const step = Math.max(1, Math.floor(Math.sqrt(((x1 - x0) * (y1 - y0)) / MOST_SAMPLES)));
  const found = new Map<number, { word: number; count: number }>();
  let all = 0;
  for (let y = y0; y < y1; y += step) {
    for (let x = x0; x < x1; x += step) {
      const word = pixels.words[y * pixels.width + x] ?? 0;
      const key =
        ((channel(word, 0) >> BUCKET_BITS) << 16) |
        ((channel(word, 8) >> BUCKET_BITS) << 8) |
        (channel(word, 16) >> BUCKET_BITS);
      const known = found.get(key);
      if (known === undefined) found.set(key, { word, count: 1 });
      else known.count += 1;
      all += 1;
    }
  }
  return [...found.values()]
    .map(({ word, count }) => ({ word, share: count / Math.max(1, all) }))
    .sort((one, other) => other.share - one.share);
}

function contrastIn(pixels: Pixels, box: PixelBox): ReturnType<PictureLook['contrast']> {
  const colours = coloursOf(pixels, box);
  const [ground] = colours;
  if (ground === undefined) return null;
  let ink: { word: number; ratio: number } | null = null;
  for (const { word, share } of colours) {
    if (share < INK_SHARE) continue;
    const ratio = contrastRatio(word, ground.word);
    if (ratio > (ink?.ratio ?? 1.02)) ink = { word, ratio };
  }
  if (ink === null) return null;
  return { ratio: ink.ratio, ink: hexOf(ink.word), ground: hexOf(ground.word), flat: ground.share > 0.4 };
}

function isFlat(pixels: Pixels, box: PixelBox): boolean {
  const { x0, y0, x1, y1 } = inside(box, pixels);
  const first = pixels.words[y0 * pixels.width + x0] ?? 0;
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) if (differs(pixels.words[y * pixels.width + x] ?? 0, first)) return false;
  }
  return true;
}

/** Share of luminance steps that are hard, of all there are: what was scaled up has soft ones only. */
function sharpnessIn(pixels: Pixels, box: PixelBox): number | null {
  const { x0, y0, x1, y1 } = inside(box, pixels);
  const light = (x: number, y: number): number => {
    const word = pixels.words[y * pixels.width + x] ?? 0;
    return 0.299 * channel(word, 0) + 0.587 * channel(word, 8) + 0.114 * channel(word, 16);
  };
  let seen = 0;
  let hard = 0;
  for (let y = y0; y < y1; y += 2) {
    for (let x = x0 + 2; x < x1 - 2; x += 1) {
      const across = Math.abs(light(x + 2, y) - light(x - 2, y));
      if (across < 24) continue;
      seen += 1;
      if (Math.abs(light(x + 1, y) - light(x, y)) > across * 0.6) hard += 1;
    }
  }
  return seen < 200 ? null : hard / seen;
}

function inkAtEdge(pixels: Pixels, side: 'left' | 'right' | 'top' | 'bottom'): number {
  const { width, height, words } = pixels;
  const upright = side === 'left' || side === 'right';
  const length = upright ? height : width;
  const at = side === 'right' ? width - 1 : side === 'bottom' ? height - 1 : 0;
  const word = (along: number): number => words[upright ? along * width + at : at * width + along] ?? 0;
  const counts = new Map<number, number>();
  for (let along = 0; along < length; along += 1) counts.set(word(along), (counts.get(word(along)) ?? 0) + 1);
  const [ground = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  let ink = 0;
  for (let along = 0; along < length; along += 1) if (differs(word(along), ground)) ink += 1;
  return ink / Math.max(1, length);
}

/** Opens a picture to be looked at closely. Throws ImageRefused. */
export async function look(bytes: Uint8Array, limits: ImageLimits = {}): Promise<PictureLook> {
  try {
    const [pixels, measures] = await Promise.all([pixelsOf(bytes, limits), measure(bytes, limits)]);
    return {
      width: pixels.width,
      height: pixels.height,
      measures,
      contrast: (box) => contrastIn(pixels, box),
      isFlat: (box) => isFlat(pixels, box),
      sharpness: (box) => sharpnessIn(pixels, box),
      inkAtEdge: (side) => inkAtEdge(pixels, side),
    };
  } catch (error) {
    throw imageFailure(error);
  }
}
