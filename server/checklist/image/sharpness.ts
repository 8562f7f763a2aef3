import type { PixelBox } from '../facts.ts';
import { rgbOf } from '../support/colours.ts';
import { clipBox } from './clip-box.ts';
import type { Pixels } from './pixels.ts';

/** Steps of 255 in brightness that an edge rises by, and that two neighbouring pixels of it do */
const EDGE = 24;
const MIN_STEP = 5;
/** Pixels on each side over which an edge may keep rising */
const REACH = 4;
const MARGIN = REACH + 2;
/** Share of its rise that lies between two neighbouring pixels of a hard edge */
const HARD = 0.6;
/** Fewer edges prove nothing. */
const MIN_EDGES = 200;
/** Pixels of a side that are looked at, in the middle of a larger box */
const MAX_SIDE = 1_200;

/** Share of edges that are hard, of all there are, across and down: what was scaled up has soft ones only. */
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
  /** The step from a pixel to the next, against all of the rise that it is the steepest of. */
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
