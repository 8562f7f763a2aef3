import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { decoder, type ImageFormat, type ImageLimits, imageFailure, inspectImage } from './decode.ts';
import { stripPng } from './strip-png.ts';

export interface SafeImage {
  /** The file, which contains nothing of the original but its pixels */
  bytes: Buffer;
  contentType: 'image/png' | 'image/webp';
  width: number;
  height: number;
  /** The format of the original */
  format: ImageFormat;
  /** Hash in hex of size and decoded pixels: equal for the same image in another file */
  sha256: string;
}

const maxWebpSide = 16_383;

export interface ReadOptions extends ImageLimits {
  /**
   * The file was encoded for speed, not for size: encoding it again takes a tenth of a second and leaves a third of its
   * bytes
   */
  hasty?: boolean;
}

/**
 * Decodes a PNG, JPEG or WebP completely, applies its EXIF orientation, and encodes it again without metadata: a
 * lossless image becomes a PNG with the same pixels, a lossy one becomes a WebP. A plain PNG is only stripped, unless
 * it is `hasty`. Throws ImageRefused.
 */
export async function readImage(bytes: Uint8Array, options: ReadOptions = {}): Promise<SafeImage> {
  const header = await inspectImage(bytes, options);
  try {
    const decoded = decoder(bytes, options)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const strip = async (): Promise<Buffer | null> =>
      header.format === 'png' ? stripPng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) : null;
    const [{ data, info }, stripped] = await Promise.all([decoded, options.hasty === true ? null : strip()]);
    const { width, height } = info;
    const sha256 = createHash('sha256').update(`${width}x${height}:`).update(data).digest('hex');
    const pixels = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
    const opaque = header.hasAlpha ? pixels : pixels.removeAlpha();
    const lossy = !header.lossless && Math.max(width, height) <= maxWebpSide;
    const encode = (): Promise<Buffer> =>
      (lossy ? opaque.webp({ quality: 92, effort: 2 }) : opaque.png({ compressionLevel: 6 })).toBuffer();
    const encoded = stripped ?? (await encode());
    // Without the filters of the hasty file, photographs become larger.
    const plain = options.hasty === true && encoded.length > bytes.length ? ((await strip()) ?? encoded) : encoded;
    return {
      bytes: plain,
      contentType: lossy ? 'image/webp' : 'image/png',
      width,
      height,
      format: header.format,
      sha256,
    };
  } catch (error) {
    throw imageFailure(error);
  }
}
