import sharp from 'sharp';
import { decoder, refusing } from './decode.ts';

interface Tile {
  bytes: Buffer;
  contentType: 'image/png' | 'image/webp';
}

/** One image at a time, because each is held decoded in memory. */
let last: Promise<unknown> = Promise.resolve();

function inLine<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

async function cut(bytes: Uint8Array, tileHeight: number): Promise<Tile[]> {
  const meta = await decoder(bytes).metadata();
  const { data, info } = await decoder(bytes).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const isWebp = meta.format === 'webp';
  const tiles: Tile[] = [];
  for (let top = 0; top < height; top += tileHeight) {
    const rows = Math.min(tileHeight, height - top);
    const strip = data.subarray(top * width * channels, (top + rows) * width * channels);
    const pixels = sharp(strip, { raw: { width, height: rows, channels }, limitInputPixels: false });
    const encoded = isWebp ? pixels.webp({ quality: 90, effort: 2 }) : pixels.png({ compressionLevel: 6 });
    tiles.push({ bytes: await encoded.toBuffer(), contentType: isWebp ? 'image/webp' : 'image/png' });
  }
  return tiles;
}

/**
 * Cuts an image into strips of its full width and `height` pixels, from top to bottom, in its own format; the last
 * strip may be shorter. Throws ImageRefused.
 */
export const tiles = refusing(async (bytes: Uint8Array, height: number): Promise<Tile[]> => {
  return await inLine(() => cut(bytes, height));
});
