import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pixelsOf } from '../../../server/adapters/images/index.ts';
import { analyze } from '../../../server/checklist/image/analyze.ts';
import type { Pixels } from '../../../server/checklist/image/pixels.ts';
import { contrastOf } from '../../../server/checklist/support/contrast.ts';
import type { PixelBox } from '../../../server/domain/port-types.ts';
import { drawBoldBoxes } from '../../capture/support/bold-boxes.ts';
import { testBrowser } from '../../support/browser.ts';

const browser = await testBrowser();

const draw = (html: string, scale?: number) => drawBoldBoxes(browser, html, scale);

/** Returns the milliseconds of processor time that `work` takes. */
function workOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** Counts the pixels of each colour in a box, which the contrast of its text is made from. */
function coloursIn({ words, width }: Pixels, box: PixelBox): Map<number, number> {
  const counts = new Map<number, number>();
  for (let y = Math.floor(box.y); y < box.y + box.height; y += 1) {
    for (let x = Math.floor(box.x); x < box.x + box.width; x += 1) {
      const colour = words[y * width + x] ?? 0;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return counts;
}

describe('contrast', () => {
  test('of heavy capitals that fill their box, and of letters of 1 pixel', async () => {
    const { image, boxes } = await draw(`<div style="background:#0060df;color:#fff;padding:20px">
      <b style="font:900 40px/.72 'DejaVu Sans';overflow:hidden;margin:0">MWEMBN</b></div>
      <div><b style="color:#777;font:100 12px 'Liberation Sans'">Ill fit till it is filled</b></div>`);
    const [heavy, thin] = boxes.map((box) => image.contrast(box));
    // Such a box does not show which colour is the ground, and the ratio does not depend on it.
    expect([heavy?.ink, heavy?.ground].sort()).toEqual(['#0060df', '#ffffff']);
    expect(heavy?.ratio).toBeCloseTo(contrastOf('#ffffff', '#0060df'), 0);
    expect(Math.abs((thin?.ratio ?? 0) - contrastOf('#777777', '#ffffff'))).toBeLessThan(0.5);
  });

  test('is that of the worst part of a gradient and of a photo', async () => {
    const photo = await sharp({
      create: {
        width: 400,
        height: 120,
        channels: 3,
        noise: { type: 'gaussian', mean: 90, sigma: 14 },
        background: '#555',
      },
    })
      .composite([
        {
          // Its right third is bright.
          input: await sharp({
            create: {
              width: 140,
              height: 120,
              channels: 3,
              noise: { type: 'gaussian', mean: 225, sigma: 8 },
              background: '#ddd',
            },
          })
            .png()
            .toBuffer(),
          left: 260,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
    const { image, boxes } = await draw(`
      <div style="width:600px;background:linear-gradient(90deg,#123456,#eeeeee)"><b style="color:#fff;font:18px 'DejaVu Sans';margin:10px;width:560px">Save a fifth on every container until the end of August, as before</b></div>
      <div style="width:400px;height:120px;background:url(data:image/png;base64,${photo.toString('base64')})"><b style="color:#fff;font:bold 22px 'DejaVu Sans';margin:40px 10px">Summer in the old harbour</b></div>
      <div style="width:400px;background:linear-gradient(180deg,#223344,#334455)"><b style="color:#fff;font:18px 'DejaVu Sans'">Dark all over</b></div>`);
    const [gradient, photograph, dark] = boxes.map((box) => image.contrast(box));
    expect(gradient?.flat).toBe(false);
    expect(contrastOf(gradient?.ink ?? '#000000', '#ffffff')).toBeLessThan(1.1);
    // At its right end the text is on #e5e7e8 or lighter.
    expect(gradient?.ratio).toBeGreaterThan(1.05);
    expect(gradient?.ratio).toBeLessThan(1.6);
    expect(photograph?.flat).toBe(false);
    expect(photograph?.ratio).toBeGreaterThan(1.05);
    expect(photograph?.ratio).toBeLessThan(1.7);
    expect(dark?.ratio).toBeGreaterThan(contrastOf('#ffffff', '#334455') - 0.3);
  });

  test('of 300 texts on an image takes a few times as long as counting their colours', async () => {
    const { image, boxes, bytes } = await draw(
      Array.from(
        { length: 300 },
        (_, at) =>
          `<b style="font:14px 'DejaVu Sans';color:#5${at % 10}7a9c">Line ${at} of the list of all invoices</b>`,
      ).join(''),
    );
    const pixels = await pixelsOf(bytes);
    const ratios: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const countedMs = workOf(() => boxes.map((box) => coloursIn(pixels, box)));
      const workMs = workOf(() => boxes.map((box) => image.contrast(box)));
      ratios.push(workMs / countedMs);
    }
    const [, , ratio = Number.POSITIVE_INFINITY] = ratios.sort((one, other) => one - other);
    console.log(`${boxes.length} texts: ${ratio.toFixed(1)} times the work of counting their colours`);
    expect(ratio).toBeLessThan(15);
  });
});

describe('sharpness', () => {
  /** Draws branches, leaves and grain, with detail down to the pixel. */
  const scenery = (width: number, height: number): Promise<Buffer> => {
    const data = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const leaf = Math.sin(x * 0.31 + Math.sin(y * 0.17) * 3) * Math.cos(y * 0.23 + Math.sin(x * 0.11) * 2);
        const grain = ((x * 7919 + y * 104729 + x * y * 31) % 23) - 11;
        const value = (leaf > 0.15 ? 190 : leaf > -0.1 ? 120 : 60) + grain;
        data.set([value, Math.min(255, value + 20), Math.max(0, value - 30)], (y * width + x) * 3);
      }
    }
    return sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  };
  const of = async (bytes: Buffer): Promise<number | null> => {
    const image = analyze(await pixelsOf(bytes));
    return image.sharpness({ x: 0, y: 0, width: image.width, height: image.height });
  };

  test('is low for every usual way of upscaling, but not for an image with its own pixels', async () => {
    const sharpPhoto = (await of(await scenery(480, 320))) ?? 0;
    const { bytes: text } = await draw(
      Array.from({ length: 60 }, (_, at) => `<b style="font:16px 'DejaVu Sans'">Line ${at} of the list</b>`).join(''),
    );
    const words = (await of(text)) ?? 0;
    const pixelArt = (await of(
      await sharp(await scenery(120, 80))
        .resize(480, 320, { kernel: 'nearest' })
        .png()
        .toBuffer(),
    )) as number;
    const soft: number[] = [];
    for (const kernel of ['linear', 'cubic', 'mitchell', 'lanczos3'] as const) {
      for (const [width, height] of [
        [240, 160],
        [160, 107],
        [120, 80],
      ] as const) {
        soft.push(
          (await of(
            await sharp(await scenery(width, height))
              .resize(480, 320, { fit: 'fill', kernel })
              .png()
              .toBuffer(),
          )) ?? 0,
        );
      }
    }
    console.log(
      `photo ${sharpPhoto.toFixed(2)}, words ${words.toFixed(2)}, hard pixels ${pixelArt.toFixed(2)}; ${soft.length} scaled up: ${Math.min(...soft).toFixed(2)} to ${Math.max(...soft).toFixed(2)}`,
    );
    expect(Math.min(sharpPhoto, words, pixelArt)).toBeGreaterThan(0.5);
    expect(Math.max(...soft)).toBeLessThan(0.5);
  });
});
