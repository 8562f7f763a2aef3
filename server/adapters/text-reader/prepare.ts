import { decoder, type ImageLimits, imageFailure } from '../images/decode.ts';
import type { GreyPicture, ReadJob } from './messages.ts';

/** Wider pictures are of dense screens: letters are large enough at half of that. */
const WIDE = 1_800;
const USUAL = 1_600;
const LEAST_SCALE = 0.5;
/** The ground is looked for at a quarter of the size, as the median of so many pixels around: letters' strokes are less. */
const QUARTER = 4;
const MEDIAN = 11;

async function grey(
  bytes: Uint8Array,
  limits: ImageLimits,
  size: { width: number; height: number },
  median: number | null,
): Promise<GreyPicture> {
  const small = decoder(bytes, limits)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .resize({ ...size, fit: 'fill' });
  const { data, info } = await (median === null || median < 3 ? small : small.median(median))
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

/** What the thread needs of a picture; `scale` is its pixels per pixel of the file. Throws ImageRefused. */
export async function prepare(bytes: Uint8Array, limits: ImageLimits = {}): Promise<ReadJob & { scale: number }> {
  try {
    const { width, height } = await decoder(bytes, limits).metadata();
    const scale = width > WIDE ? Math.max(LEAST_SCALE, USUAL / width) : 1;
    const size = { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
    const quarter = { width: Math.ceil(size.width / QUARTER), height: Math.ceil(size.height / QUARTER) };
    const picture = await grey(bytes, limits, size, null);
    // No wider than the picture, and odd.
    const around = Math.ceil(Math.min(MEDIAN, quarter.width, quarter.height) / 2) * 2 - 1;
    const ground = await grey(bytes, limits, quarter, around);
    return { picture, ground, scale };
  } catch (error) {
    throw imageFailure(error);
  }
}
