import sharp from 'sharp';

/** Encodes for speed, not for size: the image is encoded again before it is stored. sharp works in its own threads. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .removeAlpha()
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
}
