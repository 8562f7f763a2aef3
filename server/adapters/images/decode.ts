import sharp, { type Sharp } from 'sharp';
import { ImageRefused } from './image-refused.ts';

type ImageFormat = 'png' | 'jpeg' | 'webp';

/** The most of width × height */
const maxPixels = 40_000_000;

/** The longest side in pixels; a longer image is not a real one, and its number of rows alone costs time. */
const maxSide = 100_000;

/** Names of other formats by their first bytes, for the message of the refusal. */
const known: readonly [RegExp, string][] = [
  [/^GIF8/, 'a GIF'],
  [/^%PDF/, 'a PDF'],
  [/^....ftyp(heic|heix|hevc|mif1|msf1)/s, 'a HEIC image'],
  [/^....ftypavi[fs]/s, 'an AVIF image'],
  [/^(BM|II\*\0|MM\0\*)/, 'a BMP or TIFF image'],
  [/^\0\0[^\0]\0/, 'an icon file'],
  [/^8BPS/, 'a Photoshop file'],
  [/^PK\W\W/, 'a ZIP'],
  [/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg/i, 'an SVG'],
  [/^\s*<(!doctype html|html|head|body)/i, 'an HTML page'],
  [/^\s*[{[]/, 'JSON'],
];

/** The fewest bits of a JPEG's block of 8 × 8 pixels: with fewer, most of the announced image is missing. */
const jpegBlockBits = 1;

function signature(bytes: Buffer): ImageFormat | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  const text = bytes.subarray(0, 12).toString('latin1');
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'webp' : null;
}

function requireFormat(bytes: Buffer): ImageFormat {
  if (bytes.length === 0) throw new ImageRefused('empty', 'The image is empty.');
  const format = signature(bytes);
  if (format !== null) return format;
  const start = bytes
    .subarray(0, 600)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const what = known.find(([pattern]) => pattern.test(start))?.[1];
  throw new ImageRefused(
    'format',
    what === undefined
      ? 'It is not an image that can be read. Send a PNG, a JPEG or a WebP.'
      : `This is ${what}. Send a PNG, a JPEG or a WebP.`,
  );
}

/** Whether a WebP's image is lossless. With a colour profile or transparency, other chunks come before it. */
function isLosslessWebp(bytes: Buffer): boolean {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    if (type.startsWith('VP8') && type !== 'VP8X') return type === 'VP8L';
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return false;
}

/** Turns sharp's errors into ImageRefused. */
function imageFailure(error: unknown): Error {
  if (error instanceof ImageRefused) return error;
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit|too large|exceeds/i.test(text)) {
    return new ImageRefused('too_many_pixels', 'The image has too many pixels to be shown.', { cause: error });
  }
  return new ImageRefused('broken', 'The image is damaged or cut off. Create it again, then send it.', {
    cause: error,
  });
}

/** Wraps work on images, so that it rejects with ImageRefused. */
export const refusing =
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await work(...args);
    } catch (error) {
      throw imageFailure(error);
    }
  };

interface ImageHeader {
  format: ImageFormat;
  /** Size as shown, after applying the EXIF orientation */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** True for a PNG or a lossless WebP */
  lossless: boolean;
}

/**
 * Creates a decoder for trusted and untrusted bytes: it reads the first image of the file, and rejects damaged data.
 */
export function decoder(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
}

/**
 * Reads format and size from the header, in about a millisecond. Decodes nothing, so the rest may still be damaged.
 * Throws ImageRefused.
 */
export async function inspectImage(bytes: Uint8Array): Promise<ImageHeader> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = requireFormat(file);
  // The decoder's own limit is off because its error does not contain the size of the image; reading a header allocates
  // nothing.
  const meta = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch((error) => {
      throw imageFailure(error);
    });
  if (meta.format !== format) throw new ImageRefused('broken', 'The image is not of the format that it begins as.');
  const { width, height } = meta.autoOrient;
  if (width * height > maxPixels) {
    const most = Math.round(maxPixels / 1_000_000);
    throw new ImageRefused('too_many_pixels', `The image is ${width} × ${height}; the most is ${most} million pixels.`);
  }
  if (Math.max(width, height) > maxSide) {
    throw new ImageRefused('too_many_pixels', `The image is ${width} × ${height}; the most is ${maxSide} a side.`);
  }
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  if (format === 'jpeg' && bytes.length * 8 < blocks * jpegBlockBits) {
    throw new ImageRefused('broken', `The image claims to be ${width} × ${height}, but most of it is missing.`);
  }
  const lossless = format === 'png' || (format === 'webp' && isLosslessWebp(file));
  return { format, width, height, hasAlpha: meta.hasAlpha === true, lossless };
}
