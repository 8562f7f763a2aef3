import type { DrawnMark, PixelBox } from '../../domain/port-types.ts';
import { cropArea } from './crop-area.ts';
import { decoder, type ImageLimits, imageFailure } from './decode.ts';
import { drawnOn, markOverlay } from './mark-overlay.ts';

/** The longest edge in pixels that models accept without scaling an image down. */
const longEdge = 1_568;

export interface CropOptions extends ImageLimits {
  /** Pixels of the image around the mark. Default: a quarter of the mark's longer side, at least 96 */
  context?: number;
  /** What to draw; null gives the clean variant of the same area */
  mark: DrawnMark | null;
}

export interface Crop {
  /** PNG, long edge at most 1568 pixels */
  bytes: Buffer;
  width: number;
  height: number;
  /** The area that was cut out, in the image's pixels */
  area: PixelBox;
}

function within(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}

/**
 * Cuts out an area with its surroundings. `box` is in the image's pixels and is clipped to the image. Throws
 * ImageRefused.
 */
export async function crop(bytes: Uint8Array, box: PixelBox, options: CropOptions): Promise<Crop> {
  try {
    const full = await decoder(bytes, options).metadata();
    const x = within(box.x, full.width - 1);
    const y = within(box.y, full.height - 1);
    const inside = { x, y, width: within(box.width, full.width - x), height: within(box.height, full.height - y) };
    const area = cropArea(inside, full, options.context);
    const scale = Math.min(1, longEdge / Math.max(area.width, area.height));
    const size = {
      width: Math.max(1, Math.round(area.width * scale)),
      height: Math.max(1, Math.round(area.height * scale)),
    };
    const cut = decoder(bytes, options)
      .extract({ left: area.x, top: area.y, width: area.width, height: area.height })
      .resize({ ...size, fit: 'fill' });
    const { mark } = options;
    const layers = mark === null ? [] : [{ input: markOverlay(size, drawnOn(mark, area, scale)) }];
    const data = await cut.composite(layers).png({ compressionLevel: 6 }).toBuffer();
    return { bytes: data, ...size, area };
  } catch (error) {
    throw imageFailure(error);
  }
}
