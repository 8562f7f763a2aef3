/** An image as one 32-bit word a pixel (red lowest), opaque on white, row after row. */
export interface Pixels {
  words: Uint32Array;
  width: number;
  height: number;
}

/** Steps of 255 in one channel. Encoders and font smoothing move single steps; design changes move more. */
const TOLERANCE = 6;

export function differs(one: number, other: number): boolean {
  return (
    Math.abs((one & 255) - (other & 255)) > TOLERANCE ||
    Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255)) > TOLERANCE ||
    Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255)) > TOLERANCE
  );
}
