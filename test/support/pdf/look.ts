import sharp from 'sharp';
import type { PdfPage, PixelBox } from '../../../server/domain/port-types.ts';

export interface Looked {
  width: number;
  height: number;
  /** The colour of one pixel as `#rrggbb` */
  at(x: number, y: number): string;
  /** The smallest box around everything darker than grey within an area; null when there is nothing */
  ink(area?: PixelBox): PixelBox | null;
}

export type ShownPage = Extract<PdfPage, { bytes: Buffer }>;

export function requireShown(page: PdfPage | undefined): ShownPage {
  if (page === undefined || 'problem' in page) throw new Error(page?.problem ?? 'There is no such page.');
  return page;
}

export async function look(page: PdfPage | undefined): Promise<Looked> {
  const { data, info } = await sharp(requireShown(page).bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const start = (x: number, y: number): number => (Math.round(y) * width + Math.round(x)) * channels;
  return {
    width,
    height,
    at: (x, y) => `#${data.toString('hex', start(x, y), start(x, y) + 3)}`,
    ink(area = { x: 0, y: 0, width, height }) {
      let [left, top, right, bottom] = [width, height, -1, -1];
      for (let y = Math.floor(area.y); y < Math.min(height, area.y + area.height); y += 1) {
        for (let x = Math.floor(area.x); x < Math.min(width, area.x + area.width); x += 1) {
          if ((data[start(x, y)] ?? 255) > 127) continue;
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
      }
      return right < 0 ? null : { x: left, y: top, width: right + 1 - left, height: bottom + 1 - top };
    },
  };
}
