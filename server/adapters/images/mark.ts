import sharp from 'sharp';
import type { MarkShape } from '../../domain/port-types.ts';
import { decoder, refusing } from './decode.ts';
import { drawnOn } from './mark-overlay.ts';
import { drawMarks } from './marks-overlay.ts';

/** The most rows that one drawing has: the library that draws them refuses more than 32,767. */
const ROWS = 4_096;

/**
 * Draws pixels over others, from `offset` on. Where nothing is drawn, not even a rounding changes what is there, as it
 * does when libraries compose images with transparent parts.
 */
function drawOver(below: Uint8Array, channels: number, offset: number, above: Uint8Array): void {
  for (let at = 0; at < above.length; at += 4) {
    const alpha = (above[at + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    const to = offset + (at / 4) * channels;
    const rest = channels === 4 ? ((below[to + 3] ?? 0) / 255) * (1 - alpha) : 1 - alpha;
    const sum = alpha + rest;
    for (let channel = 0; channel < 3; channel += 1) {
      const mixed = (above[at + channel] ?? 0) * alpha + (below[to + channel] ?? 0) * rest;
      below[to + channel] = Math.round(mixed / sum);
    }
    if (channels === 4) below[to + 3] = Math.round(sum * 255);
  }
}

/**
 * Draws marks on the whole image, at the size of a screen with `scale` pixels per CSS pixel. Every pixel that no mark
 * covers stays as it is. Throws ImageRefused.
 */
export const mark = refusing(async (bytes: Uint8Array, marks: readonly MarkShape[], scale: number): Promise<Buffer> => {
  const image = decoder(bytes).toColourspace('srgb').raw({ depth: 'uchar' });
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const inCss = marks.map((each) => drawnOn(each, { x: 0, y: 0 }, 1 / scale));
  const drawn = drawMarks({ width: width / scale, height: height / scale }, inCss);
  for (let top = 0; top < height && marks.length > 0; top += ROWS) {
    const rows = Math.min(ROWS, height - top);
    const view = `0 ${top / scale} ${width / scale} ${rows / scale}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${rows}" viewBox="${view}">${drawn}</svg>`;
    drawOver(data, channels, top * width * channels, await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer());
  }
  return await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 6 }).toBuffer();
});
