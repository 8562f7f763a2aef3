import type { PixelBox } from '../../contract/shot-facts.ts';
import { rgbOf } from '../support/colours.ts';
import { clipBox, type Pixels } from './pixels.ts';

/**
 * The smallest rise in brightness of an edge, in steps of 255, and the smallest step between two of its neighbouring
 * pixels
 */
const EDGE = 24;
const MIN_STEP = 5;
/** Pixels on each side over which an edge may continue to rise */
const REACH = 4;
const MARGIN = REACH + 2;
/** The share of its rise that a hard edge makes between two neighbouring pixels */
const HARD = 0.6;
/** With fewer edges sharpness cannot be judged. */
const MIN_EDGES = 200;
/** The largest side that is read, in pixels, from the middle of a larger box */
const MAX_SIDE = 1_200;

/**
 * Returns the share of hard edges, horizontally and vertically: an image that was scaled up has only soft ones. Returns
 * null when there are too few edges.
 */
export function sharpnessIn(pixels: Pixels, box: PixelBox): number | null {
  const { x0, y0, x1, y1 } = middleOf(clipBox(box, pixels));
  const [width, height] = [x1 - x0, y1 - y0];
  if (Math.min(width, height) <= 2 * MARGIN) return null;
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = rgbOf(pixels.words[(y + y0) * pixels.width + x + x0] ?? 0);
      light[y * width + x] = 0.299 * red + 0.587 * green + 0.114 * blue;
    }
  }
  let seen = 0;
  let hard = 0;
  /** Compares the steepest step of an edge with the edge's whole rise. */
  const judge = (at: number, next: number): void => {
    const step = (from: number): number => (light[from + next] ?? 0) - (light[from] ?? 0);
    const own = step(at);
    const size = Math.abs(own);
    if (size < MIN_STEP || Math.abs(step(at - next)) > size || Math.abs(step(at + next)) >= size) return;
    let rise = own;
    for (const way of [-next, next]) {
      for (let far = 1; far <= REACH && step(at + way * far) * own > 0; far += 1) rise += step(at + way * far);
    }
    if (Math.abs(rise) < EDGE) return;
    seen += 1;
    if (size > Math.abs(rise) * HARD) hard += 1;
  };
  for (let y = MARGIN; y < height - MARGIN; y += 1) {
    for (let x = MARGIN; x < width - MARGIN; x += 1) {
      if (y % 2 === 0) judge(y * width + x, 1);
      if (x % 2 === 0) judge(y * width + x, width);
    }
  }
  return seen < MIN_EDGES ? null : hard / seen;
}

function middleOf(part: ReturnType<typeof clipBox>): ReturnType<typeof clipBox> {
  const { x0, y0, x1, y1 } = part;
  const overX = Math.max(0, Math.floor((x1 - x0 - MAX_SIDE) / 2));
  const overY = Math.max(0, Math.floor((y1 - y0 - MAX_SIDE) / 2));
  return { x0: x0 + overX, y0: y0 + overY, x1: x1 - overX, y1: y1 - overY };
}
