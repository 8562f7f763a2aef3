import type { BoxPair, PixelBox } from '../../domain/port-types.ts';
import { differs, type Pixels } from './pixels.ts';

interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the pixels that a browser paints for a box whose edges may lie between pixels. */
function painted({ x, y, width, height }: PixelBox): Window {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { left, top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/**
 * Returns the whole pixels by which something may have moved: several where the distance is not whole, in pixels of the
 * image or of the page.
 */
function shifts(before: number, after: number, scale: number): number[] {
  const distance = Math.round((after - before) * 100) / 100;
  const whole = (unit: number) => [Math.floor, Math.ceil].map((round) => Math.round(round(distance / unit) * unit));
  return [...new Set([...whole(1), ...whole(scale)])];
}

/** In steps of 255 per channel: by how much smoothing may change the pixels of one edge that is drawn at another place. */
const SMOOTHING = 64;

/** The share of a box up to which drawing it between other pixels may change more than the smoothing of its edges. */
const REDRAWN = 0.001;

type At = readonly [image: Pixels, x: number, y: number];

/** Returns the darkest and the lightest value of one channel around a pixel. */
function rangeAround([image, x, y]: At, shift: number): [number, number] {
  let [low, high] = [255, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(image.height - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(image.width - 1, x + 1); column += 1) {
      const value = ((image.words[row * image.width + column] ?? 0) >>> shift) & 255;
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
  }
  return [low, high];
}

/**
 * Returns whether two pixels only differ by how an edge is smoothed: each is among the other's neighbours, and at least
 * one is between its own. A line that moved by a pixel is not: it is darker or lighter than its neighbours. What moved to
 * `between` two pixels is drawn anew, so there its being among the neighbours is enough.
 */
export function isSmoothed(one: At, other: At, between = false): boolean {
  for (let shift = 0; shift < 32; shift += 8) {
    const [a, b] = [one, other].map(([image, x, y]) => ((image.words[y * image.width + x] ?? 0) >>> shift) & 255);
    if (a === undefined || b === undefined || a === b) continue;
    if (!between && Math.abs(a - b) > SMOOTHING) return false;
    const [own, others] = [rangeAround(one, shift), rangeAround(other, shift)];
    if (a < others[0] || a > others[1] || b < own[0] || b > own[1]) return false;
    if (!between && (a === own[0] || a === own[1]) && (b === others[0] || b === others[1])) return false;
  }
  return true;
}

/** Returns the part of a box that an image has, with the image's corner at `x`, `y`. */
function cut({ left, top, width, height }: Window, x: number, y: number, image: Pixels): Window {
  const [right, bottom] = [Math.min(left + width, x + image.width), Math.min(top + height, y + image.height)];
  const [from, down] = [Math.max(left, x), Math.max(top, y)];
  return { left: from, top: down, width: Math.max(0, right - from), height: Math.max(0, bottom - down) };
}

const areaOf = ({ width, height }: Window): number => width * height;

/**
 * Returns the changed share of `old`, moved by `right` and `down`; null when neither image has a pixel of it. Stops
 * early when more than `most` pixels changed.
 */
function shareAt(
  before: Pixels,
  after: Pixels,
  old: Window,
  { right, down, between = false }: { right: number; down: number; between?: boolean },
  most = Number.POSITIVE_INFINITY,
): number | null {
  const [was, is] = [cut(old, 0, 0, before), cut(old, -right, -down, after)];
  const both = cut(was, -right, -down, after);
  const all = areaOf(was) + areaOf(is) - areaOf(both);
  if (all === 0) return null;
  // What only one of the images has is changed.
  let changed = all - areaOf(both);
  const [oldWords, newWords] = [before.words, after.words];
  for (let y = both.top; y < both.top + both.height; y += 1) {
    const from = y * before.width;
    const to = (y + down) * after.width + right;
    for (let x = both.left; x < both.left + both.width; x += 1) {
      const a = oldWords[from + x] as number;
      const b = newWords[to + x] as number;
      if (a === b || !differs(a, b) || isSmoothed([before, x, y], [after, x + right, y + down], between)) continue;
      changed += 1;
      if (changed > most) return 1;
    }
  }
  return changed / all;
}

/**
 * Returns the changed share 0..1 of a box, wherever it moved; null when it lies outside both images. When its size
 * changed, whatever only one of them has is changed.
 */
export function changedShare(
  before: Pixels,
  after: Pixels,
  { before: was, after: is }: BoxPair,
  scale = 1,
): number | null {
  const [old, now] = [painted(was), painted(is)];
  const common = { ...old, width: Math.min(old.width, now.width), height: Math.min(old.height, now.height) };
  const [across, along] = [shifts(was.x, is.x, scale), shifts(was.y, is.y, scale)];
  const between = across.length > 1 || along.length > 1;
  const shares = across.flatMap((right) =>
    along.map((down) => shareAt(before, after, common, { right, down, between })),
  );
  const known = shares.filter((share) => share !== null);
  if (known.length === 0) return null;
  const least = Math.min(...known);
  const changed = between && least < REDRAWN ? 0 : least;
  const isResized = Math.abs(was.width - is.width) >= 1 || Math.abs(was.height - is.height) >= 1;
  const all = Math.max(old.width, now.width) * Math.max(old.height, now.height);
  const kept = isResized && all > 0 ? (common.width * common.height) / all : 1;
  return 1 - kept * (1 - changed);
}

/** Returns whether a box of whole pixels is the same on both images, up to this share of its pixels. */
export function isSame(before: Pixels, after: Pixels, { before: was, after: is }: BoxPair, share: number): boolean {
  const moved = { right: is.x - was.x, down: is.y - was.y };
  const most = share * was.width * was.height;
  return (shareAt(before, after, painted(was), moved, most) ?? 1) <= share;
}
