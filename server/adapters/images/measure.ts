import { decoder, type ImageLimits, imageFailure } from './decode.ts';

/** Steps of 255: encoders and font smoothing move single ones. */
const tolerance = 6;

export interface Measures {
  /** Share of pixels that differ from the picture's first pixel by more than can be seen. */
  distinctShare: number;
  /** Rows at the lower end in which every pixel is like its row's first. */
  emptyRowsAtEnd: number;
}

/** What can be said of a picture without knowing what it shows. Throws ImageRefused. */
export async function measure(bytes: Uint8Array, limits: ImageLimits = {}): Promise<Measures> {
  try {
    const { data, info } = await decoder(bytes, limits)
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const differs = (a: number, b: number): boolean => {
      for (let c = 0; c < channels; c += 1)
        if (Math.abs((data[a + c] ?? 0) - (data[b + c] ?? 0)) > tolerance) return true;
      return false;
    };
    let distinct = 0;
    for (let at = 0; at < data.length; at += channels) if (differs(at, 0)) distinct += 1;
    let empty = 0;
    for (let row = height - 1; row >= 0; row -= 1, empty += 1) {
      const start = row * width * channels;
      let flat = true;
      for (let x = 1; flat && x < width; x += 1) flat = !differs(start + x * channels, start);
      if (!flat) break;
    }
    return { distinctShare: distinct / (width * height), emptyRowsAtEnd: empty };
  } catch (error) {
    throw imageFailure(error);
  }
}
