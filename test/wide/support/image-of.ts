import sharp from 'sharp';
import { type Comparison, cellWidth, type Image, reasons } from './compare-rows.ts';
import type { Screen } from './screens.ts';

const colours: Record<string, number> = {
  edge: 0xff80e080,
  unseen: 0xffc0c0c0,
  bar: 0xffe0a060,
  varies: 0xff40c0ff,
  wrong: 0xff2020ff,
};

function stitched(screens: readonly Screen[], { width, height }: Image): Uint32Array {
  const pixels = new Uint32Array(width * height).fill(0xffffffff);
  for (const screen of [...screens].reverse()) {
    for (const { page, left, top } of screen.shows) {
      const across = Math.min(page.width, width - page.x, screen.width - left);
      for (let y = 0; y < Math.min(page.height, height - page.y, screen.height - top); y += 1) {
        const from = (top + y) * screen.width + left;
        if (across > 0) pixels.set(screen.pixels.subarray(from, from + across), (page.y + y) * width + page.x);
      }
    }
  }
  return pixels;
}

/** Draws the screenshot, Chromium’s screens, and where and why they differ, side by side for people. */
export async function imageOf(image: Image, screens: readonly Screen[], found: Comparison): Promise<Buffer> {
  const { width, height } = image;
  const across = Math.ceil(width / cellWidth);
  const marked = image.pixels.map((pixel, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return colours[reasons[found.cells[y * across + Math.floor(x / cellWidth)] ?? 0] ?? ''] ?? pixel;
  });
  const raw = { width, height, channels: 4 as const };
  const panels = [image.pixels, stitched(screens, image), marked].map((pixels, index) => ({
    input: Buffer.from(pixels.buffer, pixels.byteOffset, width * height * 4),
    raw,
    left: index * (width + 16),
    top: 0,
  }));
  const canvas = { width: 3 * width + 32, height, channels: 4 as const, background: '#606060' };
  return sharp({ create: canvas }).composite(panels).png({ compressionLevel: 1 }).toBuffer();
}
