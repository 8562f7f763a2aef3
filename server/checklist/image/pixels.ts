import type { PixelBox } from '../../contract/shot-facts.ts';

/** An image as one 32-bit word per pixel (red lowest), on opaque white, row by row. */
export interface Pixels {
  words: Uint32Array;
  width: number;
  height: number;
}

/** In steps of 255 per channel. Encoders and font smoothing change single steps; design changes are larger. */
const TOLERANCE = 6;

export function differs(one: number, other: number): boolean {
  return (
    Math.abs((one & 255) - (other & 255)) > TOLERANCE ||
    Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255)) > TOLERANCE ||
    Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255)) > TOLERANCE
  );
}

/** Returns the pixels of a box inside the image: from `x0`, `y0` up to but excluding `x1`, `y1`. */
export function clipBox(box: PixelBox, { width, height }: { width: number; height: number }) {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
  return {
    x0: clamp(box.x, width),
    y0: clamp(box.y, height),
    x1: clamp(box.x + box.width, width),
    y1: clamp(box.y + box.height, height),
  };
}
