import sharp from 'sharp';
import type { Pixels } from '../image/pixels.ts';
import type { GreyImage, ReadJob } from './messages.ts';

/** In pixels: wider images come from high-density screens, and their letters are large enough at half the size. */
const WIDE = 1_800;
const USUAL = 1_600;
const MIN_SCALE = 0.5;
/**
 * The background is computed at a quarter of the size, as the median of this many pixels: strokes of letters are
 * thinner.
 */
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

/** Returns what the thread needs to read an image; `scale` is prepared pixels per pixel of the image. */
export async function prepare(pixels: Pixels): Promise<ReadJob & { scale: number }> {
  const { width, height } = pixels;
  const scale = width > WIDE ? Math.max(MIN_SCALE, USUAL / width) : 1;
  const size = { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
  const quarter = { width: Math.ceil(size.width / QUARTER), height: Math.ceil(size.height / QUARTER) };
  const image = await grey(pixels, size, null);
  // The window is at most as wide as the image, and odd.
  const around = Math.ceil(Math.min(MEDIAN, quarter.width, quarter.height) / 2) * 2 - 1;
  const ground = await grey(pixels, quarter, around);
  return { image, ground, scale };
}
