import { inTurns, type Pixels } from './pixels.ts';

/** The number of bands of a row. Each has its own signature, so rows that differ only in some part still match. */
export const BANDS = 16;

/** The largest difference in mean brightness of bands that look alike, in steps of 255. */
export const NEAR = 1.5;

export interface RowSignatures {
  /** A hash for each band of each row; equal pixels give equal hashes */
  hashes: Int32Array;
  /** The mean brightness of each band of each row, 0..255 */
  means: Float32Array;
  /** 1 for a band of a single colour, which hardly shows where its row belongs */
  flat: Uint8Array;
  /** 1 for a whole row of a single colour */
  flatRows: Uint8Array;
}

/**
 * Computes signatures of the first `width` pixels of the rows `from` up to but excluding `to`; they begin with row
 * `from`.
 */
export async function signaturesOf(
  { words, width: stride }: Pixels,
  width: number,
  from: number,
  to: number,
): Promise<RowSignatures> {
  const rows = to - from;
  const hashes = new Int32Array(rows * BANDS);
  const means = new Float32Array(rows * BANDS);
  const flat = new Uint8Array(rows * BANDS);
  const flatRows = new Uint8Array(rows);
  const edges = Array.from({ length: BANDS + 1 }, (_, band) => Math.round((band * width) / BANDS));
  await inTurns(from, to, stride, (first, last) => {
    for (let y = first; y < last; y += 1) {
      const start = y * stride;
      const rowColour = words[start] ?? 0;
      let rowDiffers = 0;
      for (let band = 0; band < BANDS; band += 1) {
        const left = start + (edges[band] ?? 0);
        const right = start + (edges[band + 1] ?? 0);
        const colour = words[left] ?? 0;
        let hash = band + 1;
        let unlike = 0;
        let bright = 0;
        for (let at = left; at < right; at += 1) {
          const word = words[at] ?? 0;
          hash = Math.imul(hash ^ word, 0x9e3779b1);
          hash ^= hash >>> 15;
          unlike |= word ^ colour;
          bright += (word >>> 8) & 255;
        }
        const at = (y - from) * BANDS + band;
        hashes[at] = hash;
        means[at] = right > left ? bright / (right - left) : 0;
        flat[at] = unlike === 0 ? 1 : 0;
        rowDiffers |= unlike | (colour ^ rowColour);
      }
      flatRows[y - from] = rowDiffers === 0 ? 1 : 0;
    }
  });
  return { hashes, means, flat, flatRows };
}
