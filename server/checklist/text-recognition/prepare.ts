import sharp from 'sharp';
import type { Pixels } from '../image/pixels.ts';
import type { GreyImage, ReadJob } from './messages.ts';

/** Wider images are of dense screens: letters are large enough at half of that. */
const WIDE = 1_800;
const USUAL = 1_600;
const MIN_SCALE = 0.5;
/** The ground is looked for at a quarter of the size, as the median of so many pixels around: letters' strokes are less. */
const QUARTER = 4;
const MEDIAN = 11;

async function grey(
  { words, width, height }: Pixels,
  size: { width: number; height: number },
  median: number | null,
): Promise<GreyImage> {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const small = sharp(bytes, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .removeAlpha()
    .toColourspace('b-w')
    .resize({ ...size, fit: 'fill' });
  const { data, info } = await (median === null || median < 3 ? small : small.median(median))
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

/** What the thread needs of an image; `scale` is its pixels per pixel of the image. */
export async function prepare(pixels: Pixels): Promise<ReadJob & { scale: number }> {
  const { width, height } = pixels;
  const scale = width > WIDE ? Math.max(MIN_SCALE, USUAL / width) : 1;
  const size = { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
  const quarter = { width: Math.ceil(size.width / QUARTER), height: Math.ceil(size.height / QUARTER) };
  const image = await grey(pixels, size, null);
  // No wider than the image, and odd.
  const around = Math.ceil(Math.min(MEDIAN, quarter.width, quarter.height) / 2) * 2 - 1;
  const ground = await grey(pixels, quarter, around);
  return { image, ground, scale };
}
