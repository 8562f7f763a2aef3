import sharp from 'sharp';
import { decoder, defaultMaxPixels, type ImageLimits, imageFailure } from './decode.ts';
import { ImageRefused } from './image-refused.ts';

export interface Comparison {
  /** `identical`: no pixel differs by more than can be seen */
  kind: 'identical' | 'changed';
  /** Changed pixels of all pixels, 0..1; where only one picture has pixels they count as changed */
  share: number;
  /** The new picture faded, changed pixels in magenta; null when identical. As large as the larger of both */
  diffPng: Buffer | null;
}

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Steps of 255 in one channel. Encoders and font smoothing move single steps; design changes move more. */
const tolerance = 6;
const magenta = 0xff_ff_00_ff;

async function pixelsOf(bytes: Uint8Array, limits: ImageLimits): Promise<Pixels> {
  const { data, info } = await decoder(bytes, limits)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** One 32-bit word a pixel, so that equal pixels cost one comparison. */
function words({ data }: Pixels): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : Buffer.from(data);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

function differs(a: number, b: number): boolean {
  return (
    Math.abs((a & 255) - (b & 255)) > tolerance ||
    Math.abs(((a >>> 8) & 255) - ((b >>> 8) & 255)) > tolerance ||
    Math.abs(((a >>> 16) & 255) - ((b >>> 16) & 255)) > tolerance
  );
}

/** Three quarters of the way to white. */
function faded(pixel: number): number {
  return (0xff_c0_c0_c0 + ((pixel >>> 2) & 0x3f_3f_3f)) >>> 0;
}

function mark(before: Pixels, after: Pixels): { changed: number; picture: Uint32Array; width: number; height: number } {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const old = words(before);
  const now = words(after);
  const picture = new Uint32Array(width * height);
  let changed = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const a = x < before.width && y < before.height ? old[y * before.width + x] : undefined;
      const b = x < after.width && y < after.height ? now[y * after.width + x] : undefined;
      const same = a !== undefined && b !== undefined && (a === b || !differs(a, b));
      if (!same) changed += 1;
      picture[y * width + x] = same ? faded(b) : magenta;
    }
  }
  return { changed, picture, width, height };
}

/** Compares two pictures pixel by pixel, the smaller one padded at the right and below. Throws ImageRefused. */
export async function compare(before: Uint8Array, after: Uint8Array, limits: ImageLimits = {}): Promise<Comparison> {
  try {
    const [a, b] = await Promise.all([pixelsOf(before, limits), pixelsOf(after, limits)]);
    if (a.width === b.width && a.data.equals(b.data)) return { kind: 'identical', share: 0, diffPng: null };
    const most = 2 * (limits.maxPixels ?? defaultMaxPixels);
    if (Math.max(a.width, b.width) * Math.max(a.height, b.height) > most) {
      throw new ImageRefused('too_many_pixels', 'The two pictures are too different in shape to be compared.');
    }
    const { changed, picture, width, height } = mark(a, b);
    if (changed === 0) return { kind: 'identical', share: 0, diffPng: null };
    const raw = { width, height, channels: 4 as const };
    const diffPng = await sharp(Buffer.from(picture.buffer), { raw, limitInputPixels: false })
      .removeAlpha()
      .png({ compressionLevel: 6 })
      .toBuffer();
    return { kind: 'changed', share: changed / (width * height), diffPng };
  } catch (error) {
    throw imageFailure(error);
  }
}
