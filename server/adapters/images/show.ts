import sharp, { type Sharp } from 'sharp';
import type { MarkShape, PixelBox, ShownImage } from '../../domain/port-types.ts';
import { decoder, refusing } from './decode.ts';
import { drawnOn } from './mark-overlay.ts';
import { marksOverlay } from './marks-overlay.ts';

/** The longest edge in pixels that models accept without scaling an image down. */
const LONG_EDGE = 1_568;
/** Images with a shorter long edge are enlarged, pixel by pixel, so that the numbers on them do not hide them. */
const SMALL_EDGE = 320;
const WANTED_EDGE = 480;
const MAX_ENLARGED = 8;

function scaleFor({ width, height }: PixelBox): number {
  const edge = Math.max(width, height);
  if (edge >= SMALL_EDGE) return Math.min(1, LONG_EDGE / edge);
  return Math.min(MAX_ENLARGED, Math.max(1, Math.floor(WANTED_EDGE / edge)));
}

/** Encodes as PNG when that is small, otherwise as WebP, scaled down until it fits. */
async function encode(pixels: () => Sharp, size: { width: number; height: number }, isPhoto: boolean, most: number) {
  if (!isPhoto) {
    const bytes = await pixels().png({ compressionLevel: 6 }).toBuffer();
    if (bytes.length <= most / 2) return { bytes, contentType: 'image/png' as const, ...size };
  }
  for (let { width, height } = size; ; ) {
    let bytes = Buffer.alloc(0);
    for (const quality of [88, 65]) {
      const resized = pixels().resize({ width, height, fit: 'fill' });
      bytes = await resized.webp({ quality, effort: 2 }).toBuffer();
      const isSmallest = Math.max(width, height) < SMALL_EDGE;
      if (bytes.length <= most || isSmallest) return { bytes, contentType: 'image/webp' as const, width, height };
    }
    const less = Math.min(0.9, Math.sqrt(most / bytes.length));
    [width, height] = [Math.ceil(width * less), Math.ceil(height * less)];
  }
}

/**
 * Prepares a part of an image for a model: long edge at most 1568 pixels, at most `maxBytes`. Draws `marks` (in the
 * whole image's pixels) at the size of the result. Throws ImageRefused.
 */
export const show = refusing(
  async (bytes: Uint8Array, part: PixelBox, marks: readonly MarkShape[], maxBytes: number): Promise<ShownImage> => {
    const { format } = await decoder(bytes).metadata();
    const scale = scaleFor(part);
    const size = {
      width: Math.max(1, Math.round(part.width * scale)),
      height: Math.max(1, Math.round(part.height * scale)),
    };
    const moved = marks.map((mark) => drawnOn(mark, part, scale));
    const { data, info } = await decoder(bytes)
      .toColourspace('srgb')
      .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
      .resize({ ...size, fit: 'fill', kernel: scale > 1 ? 'nearest' : 'lanczos3' })
      .flatten({ background: '#fff' })
      .composite(moved.length === 0 ? [] : [{ input: marksOverlay(size, moved) }])
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const encoded = await encode(() => sharp(data, { raw }), size, format === 'webp', maxBytes);
    return { ...encoded, scale: encoded.width / part.width };
  },
);
