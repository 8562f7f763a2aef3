import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pixelsOf } from '../../../../server/adapters/images/index.ts';
import { analyze } from '../../../../server/checklist/image/analyze.ts';
import type { Scene } from '../../../../server/checklist/rule.ts';
import { runRules } from '../../../../server/checklist/run-rules.ts';
import type { ReviewType } from '../../../../server/contract/review.ts';
import { cleanPages } from '../../../capture/second-opinion/support/clean-pages.ts';
import { isSamePlace } from '../../../capture/second-opinion/support/places.ts';
import { facts } from '../../../capture/second-opinion/support/scene.ts';
import { textReader } from '../../../capture/second-opinion/support/text-reader.ts';
import { testBrowser } from '../../../support/browser.ts';

const READ_LIMIT_MS = 240_000;
const CLEAR = 0.5;

const browser = await testBrowser();

interface Screen {
  width: number;
  height: number;
  scale: number;
  /** The whole page, not only the part on the screen. */
  full?: boolean;
}

const DESKTOP: Screen = { width: 1440, height: 900, scale: 1 };

async function sceneOf(bytes: Buffer, type: ReviewType): Promise<Scene> {
  const image = analyze(await pixelsOf(bytes));
  const { texts } = await textReader.read(await pixelsOf(bytes), READ_LIMIT_MS);
  const shot = {
    label: 'Picture',
    width: image.width,
    height: image.height,
    viewport: null,
    pageNumber: null,
    pageUrl: null,
  };
  return { type, shot, facts: facts({ kind: 'image', texts, page: null }), image, others: [] };
}

/** Returns the findings on a screenshot without facts, and the boxes of the marked elements. */
async function shoot(html: string, { width, height, scale, full = false }: Screen, type: ReviewType = 'website') {
  const { bytes, defects } = await browser.withContext(
    { viewport: { width, height }, deviceScaleFactor: scale },
    async (context) => {
      const page = await context.newPage();
      await page.setContent(html, { waitUntil: 'load' });
      const boxes = await Promise.all((await page.locator('[data-defect]').all()).map((each) => each.boundingBox()));
      return { bytes: await page.screenshot({ fullPage: full }), defects: boxes.filter((box) => box !== null) };
    },
  );
  const scene = await sceneOf(bytes, type);
  const found = runRules(scene, new Set());
  return {
    scene,
    found,
    defects: defects.map((box) => ({
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    })),
    boxes: found.map(({ area }) =>
      area === null
        ? null
        : {
            x: area.x * scene.shot.width,
            y: area.y * scene.shot.height,
            width: area.width * scene.shot.width,
            height: area.height * scene.shot.height,
          },
    ),
  };
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="margin:0;font:16px/1.5 sans-serif;color:#222">${body}</body></html>`;

describe('pale text', () => {
  const html = page(`<div style="padding:24px"><h1>Your order</h1><p>Three parcels are on their way to you.</p>
    <p data-defect style="color:#bdbdbd;width:320px">They arrive on Thursday between nine and noon, and we call you before.</p>
    <button data-defect style="background:#ffd9a8;color:#fff;border:0;padding:12px 20px;font:16px sans-serif">Start booking now</button>
    <p style="color:#6a6a6a">Orders of last year are kept for you.</p></div>`);

  test.each([
    ['a desktop', DESKTOP],
    ['a phone with three pixels each', { width: 390, height: 500, scale: 3 }],
  ])('is found on the image of %s, paragraph by paragraph, with its colours', async (_, screen) => {
    const { found, boxes, defects } = await shoot(html, screen);
    const pale = found.filter(({ rule }) => rule === 'picture-low-contrast');
    expect(pale.map(({ body }) => body).join('\n')).toMatch(/“They arrive on Thursday.* #ffffff/);
    expect(pale).toHaveLength(defects.length);
    for (const defect of defects) {
      expect(boxes.some((box) => box !== null && isSamePlace(box, defect))).toBe(true);
    }
    expect(pale.map(({ body }) => body).join('\n')).not.toContain('kept for you');
  });
});

describe('content that runs out of the image', () => {
  const lines =
    'From the first of May the harbour asks for dues by the length of the vessel rather than by its weight, and for two days at the least of every week. ';

  test.each(['left', 'right'])('is found for lines of text at its %s edge', async (side) => {
    const { found, boxes, scene } = await shoot(
      page(
        `<div style="overflow:hidden;width:900px"><p style="width:1300px;font-size:18px;margin:40px;${side === 'left' ? 'margin-left:-227px;width:1100px' : ''}">${lines.repeat(3)}</p></div>`,
      ),
      { width: 900, height: 500, scale: 1 },
    );
    const cut = found.filter(({ rule }) => rule === 'cut-off-edge');
    expect(cut.map(({ body }) => body)).toEqual([
      expect.stringMatching(new RegExp(`cut off at the image’s ${side} edge`)),
    ]);
    const box = boxes[found.findIndex(({ rule }) => rule === 'cut-off-edge')];
    expect(side === 'left' ? box?.x : scene.shot.width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(30);
  });

  test('does not include photos, bars, frames, peeking cards, or text that ends near the edge', async () => {
    const photo = await sharp({
      create: {
        width: 600,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    const { found } = await shoot(
      page(`<div style="background:#123a6b;color:#fff;padding:16px 24px">Harbour dues of this year</div>
        <div style="height:200px;background:url(data:image/jpeg;base64,${photo.toString('base64')});background-size:cover"></div>
        <div style="display:flex;gap:16px;width:1400px;padding:24px">${['Berth', 'Crane', 'Water', 'Power', 'Waste']
          .map(
            (name) =>
              `<div style="flex:none;width:240px;border:1px solid #bbb;padding:12px"><b>${name}</b><p>Ten euros a day, for every vessel</p></div>`,
          )
          .join('')}</div>
        <p style="margin:24px 2px;text-align:justify">${lines.repeat(2)}</p>`),
      { width: 900, height: 700, scale: 1 },
    );
    expect(found.filter(({ weight }) => weight >= CLEAR).map(({ body }) => body)).toEqual([]);
  });
});

describe('leftovers and errors', () => {
  test('include filler and missing values, but not code that contains them', async () => {
    const left = await shoot(
      page(`<div style="padding:24px"><h1>Fleet of the month</h1><p data-defect style="width:520px">Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>
        <div style="display:flex;gap:60px"><div><p>Vessels</p><b style="font-size:30px">42</b></div><div><p>Waiting</p><b data-defect style="font-size:30px">undefined</b></div></div></div>`),
      DESKTOP,
    );
    const rules = left.found.filter(({ rule }) => rule === 'placeholder-text');
    expect(rules.map(({ body }) => body)).toEqual([
      expect.stringMatching(/undefined/),
      expect.stringMatching(/Lorem ipsum/i),
    ]);
    for (const defect of left.defects) {
      expect(left.boxes.some((box) => box !== null && isSamePlace(box, defect))).toBe(true);
    }
    const code = await shoot(
      page(`<pre style="padding:24px;font:16px monospace">const total = undefined;
function sum(list) {
  return list.length === 0 ? null : add(list);
}
undefined</pre>`),
      DESKTOP,
    );
    expect(code.found.map(({ body }) => body)).toEqual([]);
  });

  test('include an error page; a blank image has no other finding', async () => {
    const error = await shoot(
      page('<h1 style="margin:40px">502 Bad Gateway</h1><p style="margin:40px">nginx</p>'),
      DESKTOP,
    );
    expect(error.found.map(({ rule }) => rule)).toEqual(['error-on-page']);
    const blank = await shoot(page(''), DESKTOP);
    expect(blank.found.map(({ rule }) => rule)).toEqual(['blank-picture']);
  });
});

test('are not found on images of pages that a designer would accept, for any type of review', async () => {
  const alarms: string[] = [];
  let looked = 0;
  for (const { name, html } of cleanPages) {
    const { scene } = await shoot(html, DESKTOP);
    looked += 1;
    for (const type of ['website', 'ui', 'presentation', 'email'] as const) {
      for (const { rule, body, weight } of runRules({ ...scene, type }, new Set())) {
        if (weight >= CLEAR) alarms.push(`${name} as ${type} ${rule} ${weight.toFixed(2)}: ${body}`);
      }
    }
  }
  console.log(`${looked} clean pages as images × 4 types: ${alarms.length} findings of weight ≥ ${CLEAR}`);
  expect(alarms).toEqual([]);
});
