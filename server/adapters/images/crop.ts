import type { DrawnMark, PixelBox } from '../../domain/port-types.ts';
import { cropArea } from './crop-area.ts';
import { decoder, refusing } from './decode.ts';
import { drawnOn, markOverlay } from './mark-overlay.ts';

/** The longest edge in pixels that models accept without scaling an image down. */
const longEdge = 1_568;

function within(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}

/**
 * Cuts out an area with its surroundings, as a PNG with a long edge of at most 1568 pixels. `box` is in the image's
 * pixels and is clipped to the image. Draws `mark`; null gives the clean variant of the same area. Throws ImageRefused.
 */
export const crop = refusing(async (bytes: Uint8Array, box: PixelBox, mark: DrawnMark | null): Promise<Buffer> => {
  const full = await decoder(bytes).metadata();
  const x = within(box.x, full.width - 1);
  const y = within(box.y, full.height - 1);
  const inside = { x, y, width: within(box.width, full.width - x), height: within(box.height, full.height - y) };
  const area = cropArea(inside, full);
  const scale = Math.min(1, longEdge / Math.max(area.width, area.height));
  const size = {
    width: Math.max(1, Math.round(area.width * scale)),
    height: Math.max(1, Math.round(area.height * scale)),
  };
  const cut = decoder(bytes)
    .extract({ left: area.x, top: area.y, width: area.width, height: area.height })
    .resize({ ...size, fit: 'fill' });
  const layers = mark === null ? [] : [{ input: markOverlay(size, drawnOn(mark, area, scale)) }];
  return await cut.composite(layers).png({ compressionLevel: 6 }).toBuffer();
});
