import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pixelsOf } from '../../server/adapters/images/index.ts';
import { analyze } from '../../server/checklist/image/analyze.ts';
import { contrastOf } from '../../server/checklist/support/contrast.ts';
import { testBrowser } from '../support/browser.ts';
import { drawBoldBoxes } from './support/bold-boxes.ts';

const browser = await testBrowser();

const draw = (html: string, scale?: number) => drawBoldBoxes(browser, html, scale);

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
  test.each([1, 2])('equals that of the colours in usual fonts from 12 px, at pixel ratio %d', async (scale) => {
    const faces = ['DejaVu Sans', 'Liberation Sans', 'Liberation Serif', 'Liberation Mono'];
    const sizes = [12, 14, 16, 28];
    const set = pairs.flatMap(([color, ground]) =>
      faces.flatMap((face) => sizes.map((size) => ({ color, ground, face, size }))),
    );
    const { image, boxes } = await draw(
      set
        .map(
          ({ color, ground, face, size }) =>
            `<span style="background:${ground};display:inline-block"><b style="color:${color};font:${size}px '${face}'">Three vessels of May</b></span>`,
        )
        .join(''),
      scale,
    );
    const began = performance.now();
    const seen = boxes.map((box) => image.contrast(box));
    const tookMs = performance.now() - began;
    let off = 0;
    set.forEach(({ color, ground }, at) => {
      const real = contrastOf(color, ground);
      const found = seen[at];
      expect(found?.flat, `${color} on ${ground}`).toBe(true);
      // The tolerance is relative for large ratios: no rule requires more than 7.
      if (Math.abs((found?.ratio ?? 0) - real) > Math.max(0.3, real > 7 ? real * 0.2 : 0)) off += 1;
    });
    console.log(
      `at ${scale}: ${set.length} texts, ${set.length - off} within 0.3 of their ratio, ${(tookMs / set.length).toFixed(2)} ms each`,
    );
    // At one device pixel per px no pixel shows the full colour of the thinnest strokes: the ratio is estimated.
    expect(off).toBeLessThanOrEqual(scale === 1 ? set.length * 0.06 : 0);
  });

  test('is null on a flat area, beside the image and in an empty box, and low on a smooth gradient', async () => {
    const { image } = await draw('<div style="height:200px;background:linear-gradient(90deg,#336699,#3a6fa5)"></div>');
    for (const box of [
      { x: 300, y: 210, width: 200, height: 100 },
      { x: 5_000, y: 10, width: 20, height: 20 },
      { x: 10, y: 10, width: 0, height: 20 },
    ]) {
      expect(image.contrast(box), JSON.stringify(box)).toBeNull();
    }
    const smooth = image.contrast({ x: 300, y: 20, width: 60, height: 20 });
    expect(smooth?.ratio ?? 1).toBeLessThan(1.2);
  });
});

describe('sharpness', () => {
  test('is null when there is too little detail', async () => {
    const { image } = await draw('<div></div>');
    expect(image.sharpness({ x: 0, y: 0, width: 400, height: 300 })).toBeNull();
    expect(image.sharpness({ x: 0, y: 0, width: 3, height: 2 })).toBeNull();
  });
});

describe('edges and ends', () => {
  test('count letters that run into a side as ink, but not bars, frames, grounds and scroll bars', async () => {
    const cut = await draw(
      `<div style="width:1200px;overflow:hidden"><div style="width:1400px;font:20px/1.6 'DejaVu Sans'">${'Bookings of the harbour, its vessels and all reports that are due by the end of this week and the next one '.repeat(8)}</div></div>`,
    );
    expect(cut.image.inkAtEdge('right')).toBeGreaterThan(0.05);
    expect(cut.image.inkAtEdge('left')).toBeLessThan(0.2);
    const whole = await draw(`<div style="background:#123a6b;height:60px"></div>
      <div style="height:300px;border:1px solid #999;box-sizing:border-box;background:linear-gradient(#fff,#eee)">
      <b style="font:16px 'DejaVu Sans'">Bookings</b></div><div style="height:40px;background:#ddd"></div>`);
    for (const side of ['left', 'right', 'top', 'bottom'] as const) {
      expect(whole.image.inkAtEdge(side), side).toBeLessThan(0.02);
    }
    expect(whole.image.isFlat({ x: 10, y: 5, width: 200, height: 40 })).toBe(true);
    expect(whole.image.isFlat({ x: 10, y: 5, width: 200, height: 90 })).toBe(false);
  });

  test('report the share of the image that has content and the empty rows at its end', async () => {
    const rows = Buffer.alloc(100 * 300 * 4);
    for (let at = 0; at < 100 * 120; at += 1) rows.set([at % 2 === 0 ? 0 : 200, 0, 0, 255], at * 4);
    const bytes = await sharp(rows, { raw: { width: 100, height: 300, channels: 4 } })
      .png()
      .toBuffer();
    const { measures, width, height } = analyze(await pixelsOf(bytes));
    expect({ width, height }).toEqual({ width: 100, height: 300 });
    expect(measures.emptyRowsAtEnd).toBe(180);
    expect(measures.distinctShare).toBeCloseTo((100 * 60 + 100 * 180) / (100 * 300), 5);
    await expect(pixelsOf(bytes.subarray(0, 60))).rejects.toMatchObject({ name: 'ImageRefused' });
  });
});
