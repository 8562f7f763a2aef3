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
