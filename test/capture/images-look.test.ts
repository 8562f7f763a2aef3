import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedBrowser } from '../../server/adapters/chromium/index.ts';
import { look } from '../../server/adapters/images/index.ts';
import type { PictureLook, PixelBox } from '../../server/domain/port-types.ts';
import { contrastOf } from '../../server/domain/second-opinion/contrast.ts';
import { newBrowser } from '../support/browser.ts';

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await newBrowser(1);
});
afterAll(() => browser.close());

/** The page's `<b>` in their order, and its picture. */
function draw(html: string, scale = 1): Promise<{ picture: PictureLook; boxes: PixelBox[]; bytes: Buffer }> {
  return browser.withContext({ viewport: { width: 1_200, height: 400 }, deviceScaleFactor: scale }, async (context) => {
    const page = await context.newPage();
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>body{margin:0}b{display:inline-block;
      font-weight:inherit;white-space:nowrap;margin:4px 12px}</style>${html}`);
    const boxes: PixelBox[] = [];
    for (const each of await page.locator('b').all()) {
      const box = await each.boundingBox();
      if (box === null) throw new Error('It is not shown.');
      boxes.push({ x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale });
    }
    const bytes = await page.screenshot({ fullPage: true });
    return { picture: await look(bytes), boxes, bytes };
  });
}

const pairs = [
  ['#222222', '#ffffff'],
  ['#767676', '#ffffff'],
  ['#949494', '#ffffff'],
  ['#b4b4b4', '#ffffff'],
  ['#e2e2e2', '#ffffff'],
  ['#f6f6f6', '#ffffff'],
  ['#ffffff', '#1b1b1f'],
  ['#55555c', '#1b1b1f'],
  ['#ffffff', '#ffd9a8'],
  ['#0a7f3f', '#ffffff'],
  ['#ffffff', '#0060df'],
  ['#ffe066', '#5f3dc4'],
] as const;

describe('contrast', () => {
  test.each([1, 2])('is that of the colours, in usual faces from 12 px up, at %d pixels each', async (scale) => {
    const faces = ['DejaVu Sans', 'Liberation Sans', 'Liberation Serif', 'Liberation Mono'];
    const sizes = [12, 14, 16, 28];
    const set = pairs.flatMap(([color, ground]) =>
      faces.flatMap((face) => sizes.map((size) => ({ color, ground, face, size }))),
    );
    const { picture, boxes } = await draw(
      set
        .map(
          ({ color, ground, face, size }) =>
            `<span style="background:${ground};display:inline-block"><b style="color:${color};font:${size}px '${face}'">Three vessels of May</b></span>`,
        )
        .join(''),
      scale,
    );
    const began = performance.now();
    const seen = boxes.map((box) => picture.contrast(box));
    const tookMs = performance.now() - began;
    let off = 0;
    set.forEach(({ color, ground }, at) => {
      const real = contrastOf(color, ground);
      const found = seen[at];
      expect(found?.flat, `${color} on ${ground}`).toBe(true);
      // A share of the ratio where it is large: from 7 on no rule asks for more.
      if (Math.abs((found?.ratio ?? 0) - real) > Math.max(0.3, real > 7 ? real * 0.2 : 0)) off += 1;
    });
    console.log(
      `at ${scale}: ${set.length} texts, ${set.length - off} within 0.3 of their ratio, ${(tookMs / set.length).toFixed(2)} ms each`,
    );
    // Of the thinnest strokes at one pixel each no pixel shows the colour: the ratio is estimated.
    expect(off).toBeLessThanOrEqual(scale === 1 ? set.length * 0.06 : 0);
  });

  test('heavy capitals that fill their box, and letters of 1 pixel', async () => {
    const { picture, boxes } = await draw(`<div style="background:#0060df;color:#fff;padding:20px">
      <b style="font:900 40px/.72 'DejaVu Sans';overflow:hidden;margin:0">MWEMBN</b></div>
      <div><b style="color:#777;font:100 12px 'Liberation Sans'">Ill fit till it is filled</b></div>`);
    const [heavy, thin] = boxes.map((box) => picture.contrast(box));
    // Which of both is the ground such a box does not tell, nor does the ratio ask.
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
          // The right third of it is bright.
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
    const { picture, boxes } = await draw(`
      <div style="width:600px;background:linear-gradient(90deg,#123456,#eeeeee)"><b style="color:#fff;font:18px 'DejaVu Sans';margin:10px;width:560px">Save a fifth on every container until the end of August, as before</b></div>
      <div style="width:400px;height:120px;background:url(data:image/png;base64,${photo.toString('base64')})"><b style="color:#fff;font:bold 22px 'DejaVu Sans';margin:40px 10px">Summer in the old harbour</b></div>
      <div style="width:400px;background:linear-gradient(180deg,#223344,#334455)"><b style="color:#fff;font:18px 'DejaVu Sans'">Dark all over</b></div>`);
    const [gradient, photograph, dark] = boxes.map((box) => picture.contrast(box));
    expect(gradient?.flat).toBe(false);
    expect(contrastOf(gradient?.ink ?? '#000000', '#ffffff')).toBeLessThan(1.1);
    // At its right end the text stands on #e5e7e8 or lighter.
    expect(gradient?.ratio).toBeGreaterThan(1.05);
    expect(gradient?.ratio).toBeLessThan(1.6);
    expect(photograph?.flat).toBe(false);
    expect(photograph?.ratio).toBeGreaterThan(1.05);
    expect(photograph?.ratio).toBeLessThan(1.7);
    expect(dark?.ratio).toBeGreaterThan(contrastOf('#ffffff', '#334455') - 0.3);
  });

  test('nothing is seen on what is flat, on a smooth gradient, beside the picture, or in a box of nothing', async () => {
    const { picture } = await draw(
      '<div style="height:200px;background:linear-gradient(90deg,#336699,#3a6fa5)"></div>',
    );
    for (const box of [
      { x: 300, y: 210, width: 200, height: 100 },
      { x: 5_000, y: 10, width: 20, height: 20 },
      { x: 10, y: 10, width: 0, height: 20 },
    ]) {
      expect(picture.contrast(box), JSON.stringify(box)).toBeNull();
    }
    const smooth = picture.contrast({ x: 300, y: 20, width: 60, height: 20 });
    expect(smooth?.ratio ?? 1).toBeLessThan(1.2);
  });

  test('300 texts of a picture take less than a second of work', async () => {
    const { picture, boxes } = await draw(
      Array.from(
        { length: 300 },
        (_, at) =>
          `<b style="font:14px 'DejaVu Sans';color:#5${at % 10}7a9c">Line ${at} of the list of all invoices</b>`,
      ).join(''),
    );
    const began = process.cpuUsage();
    for (const box of boxes) picture.contrast(box);
    const { user, system } = process.cpuUsage(began);
    const workMs = (user + system) / 1_000;
    console.log(`${boxes.length} texts: ${Math.round(workMs)} ms of work`);
    expect(workMs).toBeLessThan(1_000);
  });
});

describe('sharpness', () => {
  /** Branches, leaves and grain: detail down to the pixel. */
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
    const picture = await look(bytes);
    return picture.sharpness({ x: 0, y: 0, width: picture.width, height: picture.height });
  };

  test('what was scaled up is soft, in every usual way of scaling; what has its own pixels is not', async () => {
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

  test('of too little detail nothing is said', async () => {
    const { picture } = await draw('<div></div>');
    expect(picture.sharpness({ x: 0, y: 0, width: 400, height: 300 })).toBeNull();
    expect(picture.sharpness({ x: 0, y: 0, width: 3, height: 2 })).toBeNull();
  });
});

describe('edges and ends', () => {
  test('letters that run into a side are ink; bars, frames, grounds and scroll bars are not', async () => {
    const cut = await draw(
      `<div style="width:1200px;overflow:hidden"><div style="width:1400px;font:20px/1.6 'DejaVu Sans'">${'Bookings of the harbour, its vessels and all reports that are due by the end of this week and the next one '.repeat(8)}</div></div>`,
    );
    expect(cut.picture.inkAtEdge('right')).toBeGreaterThan(0.05);
    expect(cut.picture.inkAtEdge('left')).toBeLessThan(0.2);
    const whole = await draw(`<div style="background:#123a6b;height:60px"></div>
      <div style="height:300px;border:1px solid #999;box-sizing:border-box;background:linear-gradient(#fff,#eee)">
      <b style="font:16px 'DejaVu Sans'">Bookings</b></div><div style="height:40px;background:#ddd"></div>`);
    for (const side of ['left', 'right', 'top', 'bottom'] as const) {
      expect(whole.picture.inkAtEdge(side), side).toBeLessThan(0.02);
    }
    expect(whole.picture.isFlat({ x: 10, y: 5, width: 200, height: 40 })).toBe(true);
    expect(whole.picture.isFlat({ x: 10, y: 5, width: 200, height: 90 })).toBe(false);
  });

  test('how much of it is drawn on, and how many rows at its end are not, transparent or not', async () => {
    const rows = Buffer.alloc(100 * 300 * 4);
    for (let at = 0; at < 100 * 120; at += 1) rows.set([at % 2 === 0 ? 0 : 200, 0, 0, 255], at * 4);
    const bytes = await sharp(rows, { raw: { width: 100, height: 300, channels: 4 } })
      .png()
      .toBuffer();
    const { measures, width, height } = await look(bytes);
    expect({ width, height }).toEqual({ width: 100, height: 300 });
    expect(measures.emptyRowsAtEnd).toBe(180);
    expect(measures.distinctShare).toBeCloseTo((100 * 60 + 100 * 180) / (100 * 300), 5);
    await expect(look(bytes.subarray(0, 60))).rejects.toMatchObject({ name: 'ImageRefused' });
  });

  test('a picture of 24 megapixels takes four bytes a pixel', async () => {
    const bytes = await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    global.gc?.();
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    const picture = await look(bytes);
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    console.log(`24 megapixels: ${Math.round((after - before) / 1024 ** 2)} MiB`);
    expect(picture.measures.distinctShare).toBe(0);
  });
});
