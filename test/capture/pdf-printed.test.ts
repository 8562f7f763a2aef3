import { afterAll, expect, test } from 'vitest';
import { createPdfTools } from '../../server/adapters/pdf/index.ts';
import { look, requireShown } from '../support/pdf/look.ts';
import { launchBrowser } from '../web/support/browser.ts';

const tools = createPdfTools();
const browser = await launchBrowser();
afterAll(() => tools.close());

const WIDTH = 800;
const HEIGHT = 600;

/** Prints a page with the size of a screen, and returns the boxes of some of its elements on the screen. */
async function print(html: string, selectors: string[]) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await page.setContent(`<style>body{margin:40px;font:20px 'Liberation Sans'}</style>${html}`);
  const boxes = await Promise.all(selectors.map((selector) => page.locator(selector).first().boundingBox()));
  const bytes = await page.pdf({ width: `${WIDTH}px`, height: `${HEIGHT}px`, printBackground: true });
  await page.close();
  const { pages, shown } = await tools.render(bytes, 5);
  return { boxes, pages, shown };
}

test('a page printed by Chromium has its look and its text: headings, tables, right to left, ligatures', async () => {
  const html = `<h1 style="font:bold 40px 'Liberation Serif'">Office affluent flows</h1>
    <table style="width:100%"><tr><td id=a>Region</td><td id=b>1,234</td></tr></table>
    <p id=rtl dir=rtl>שלום עולם</p>
    <div id=box style="background:#0000ff;width:100px;height:50px"></div>
    <p style="break-before:page">The second page</p>`;
  const { boxes, pages, shown } = await print(html, ['h1', '#a', '#b', '#box']);
  expect(pages).toBe(2);
  const first = requireShown(shown[0]);
  const image = await look(first);
  const scale = image.width / WIDTH;
  const lines = first.elements.elements;
  expect(lines.map(({ text }) => text)).toEqual(['Office affluent flows', 'Region', '1,234', 'שלום עולם']);
  expect(lines[0]?.styles['font-family']).toBe('Liberation Serif');
  expect(Number.parseFloat(lines[0]?.styles['font-size'] ?? '')).toBeCloseTo(40 * scale, 0);
  for (const [at, line] of [lines[0], lines[1], lines[2]].entries()) {
    const around = boxes[at];
    expect(line?.box.x).toBeGreaterThanOrEqual((around?.x ?? Number.NaN) * scale - 2);
    expect(line?.box.y).toBeGreaterThanOrEqual((around?.y ?? Number.NaN) * scale - 2);
    const bottom = ((around?.y ?? Number.NaN) + (around?.height ?? Number.NaN)) * scale;
    expect((line?.box.y ?? Number.NaN) + (line?.box.height ?? Number.NaN)).toBeLessThanOrEqual(bottom + 2);
  }
  const blue = boxes[3];
  expect(image.at(((blue?.x ?? 0) + 50) * scale, ((blue?.y ?? 0) + 25) * scale)).toBe('#0000ff');
  expect(requireShown(shown[1]).elements.elements.map(({ text }) => text)).toEqual(['The second page']);
});

test('each line’s box matches its ink within two pixels, also for upright words', async () => {
  const html = `<p>One line</p><p style="letter-spacing:3px;font-size:31px">Spaced out</p>
    <p style="position:absolute;left:600px;top:200px;writing-mode:vertical-rl">Upright</p>`;
  const { shown } = await print(html, []);
  const page = requireShown(shown[0]);
  const image = await look(page);
  expect(page.elements.elements.map(({ text }) => text).toSorted()).toEqual(['One line', 'Spaced out', 'Upright']);
  for (const { box, text } of page.elements.elements) {
    const around = { x: box.x - 15, y: box.y - 15, width: box.width + 30, height: box.height + 30 };
    const ink = image.ink(around);
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs((ink?.[side] ?? Number.NaN) - box[side]), `${text} ${side}`).toBeLessThanOrEqual(2.5);
    }
  }
});

test('tilted words have a box around all their ink that exceeds it by less than half a letter', async () => {
  const { shown } = await print('<p style="position:absolute;left:300px;top:300px;rotate:30deg">Tilted words</p>', []);
  const page = requireShown(shown[0]);
  const ink = (await look(page)).ink() ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
  const [line, ...others] = page.elements.elements;
  expect(others).toEqual([]);
  expect(line?.text).toBe('Tilted words');
  const { x, y, width, height } = line?.box ?? ink;
  const half = Number.parseFloat(line?.styles['font-size'] ?? '') / 2;
  const out = [ink.x - x, ink.y - y, x + width - ink.x - ink.width, y + height - ink.y - ink.height];
  for (const by of out) {
    expect(by).toBeGreaterThanOrEqual(-2);
    expect(by).toBeLessThan(half);
  }
});
