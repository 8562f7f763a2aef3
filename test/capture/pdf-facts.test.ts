import { afterAll, describe, expect, test } from 'vitest';
import { createPdfTools } from '../../server/adapters/pdf/index.ts';
import type { ImageFact, ShotFacts, TextFact } from '../../server/contract/shot-facts.ts';
import type { PixelBox } from '../../server/domain/port-types.ts';
import { look, requireShown } from '../support/pdf/look.ts';
import { box, type PagePlan, type PdfObject, words, writePdf } from '../support/pdf/write-pdf.ts';
import { launchBrowser } from '../web/support/browser.ts';

const tools = createPdfTools();
const browser = await launchBrowser();
afterAll(() => tools.close());

/** Pixels of the image per point, for a page of 960 × 540 points. */
const SCALE = 2000 / 960;

const drawing = (width: number, height: number, more = ''): PdfObject => ({
  dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 ${more}`,
  stream: Buffer.alloc(width * height, 'grey'),
  deflate: true,
});

async function factsOf(plan: PagePlan, others: PdfObject[] = []): Promise<ShotFacts> {
  const { shown } = await tools.render(writePdf({ pages: [plan], others }), 1);
  const { facts } = requireShown(shown[0]);
  if (facts === null) throw new Error('Nothing is known of the page.');
  return facts;
}

/** Expects a box given in points from the upper left corner. */
function expectAt(found: { box: PixelBox } | undefined, points: [number, number, number, number], pixels = 2): void {
  const { x, y, width, height } = found?.box ?? { x: Number.NaN, y: 0, width: 0, height: 0 };
  for (const [at, value] of [x, y, width, height].entries()) {
    expect(Math.abs(value - (points[at] ?? Number.NaN) * SCALE), `side ${at} of ${points}`).toBeLessThanOrEqual(pixels);
  }
}

describe('facts of a page made by hand', () => {
  test('have sizes in points, boxes on the image, and fill colours', async () => {
    const red = '0.8 0 0 rg BT /F1 24 Tf 100 200 Td (Red words) Tj ET\n';
    const { kind, scale, slide, texts } = await factsOf({ content: words('Quarterly figures', 100, 400, 40) + red });
    expect({ kind, slide }).toEqual({ kind: 'slide', slide: { width: 960, height: 540 } });
    expect(scale).toBeCloseTo(SCALE, 2);
    expect(texts.map(({ text, size, color, lines }) => ({ text, size, color, lines }))).toEqual([
      { text: 'Quarterly figures', size: 40, color: '#000000', lines: 1 },
      { text: 'Red words', size: 24, color: '#cc0000', lines: 1 },
    ]);
  });

  test.each([0, 90, 180, 270])('turned by %i° have texts and images where they are visible', async (angle) => {
    const content = `${words('Quarterly figures', 100, 300, 40)}q 200 0 0 100 500 100 cm /X Do Q`;
    const plan = { content, more: `/Rotate ${angle} /CropBox [50 40 900 500]`, resources: '/XObject << /X 100 0 R >>' };
    const { shown } = await tools.render(writePdf({ pages: [plan], others: [drawing(80, 40)] }), 1);
    const { facts } = requireShown(shown[0]);
    const drawn = await look(shown[0]);
    const [line] = facts?.texts ?? [];
    const [image] = facts?.images ?? [];
    expect(line?.size).toBe(40);
    for (const found of [line, image]) {
      const { x, y, width, height } = found?.box ?? { x: 0, y: 0, width: 0, height: 0 };
      const ink = drawn.ink({ x: x - 20, y: y - 20, width: width + 40, height: height + 40 });
      const sides = [ink?.x, ink?.y, ink?.width, ink?.height].map(
        (side, at) => (side ?? NaN) - ([x, y, width, height][at] ?? NaN),
      );
      expect(
        sides.every((side) => Math.abs(side) <= 2),
        `${sides}`,
      ).toBe(true);
    }
    expect([image?.naturalWidth, image?.naturalHeight]).toEqual(angle % 180 === 0 ? [80, 40] : [40, 80]);
  });

  test('split a line where its style changes', async () => {
    const content = 'BT /F1 20 Tf 0 g 50 300 Td (Sales ) Tj 1 0 0 rg (fell ) Tj 0 g /F1 32 Tf (sharply) Tj ET';
    const { texts } = await factsOf({ content });
    expect(texts.map(({ text, size, color }) => [text, size, color])).toEqual([
      ['Sales', 20, '#000000'],
      ['fell', 20, '#ff0000'],
      ['sharply', 32, '#000000'],
    ]);
  });

  test('leave out invisible text, and report what is covered, cut off or tilted', async () => {
    const content = [
      'BT 3 Tr /F1 20 Tf 50 500 Td (Behind a scan) Tj ET 0 Tr\n',
      words('Under a box', 50, 400, 20),
      box(40, 390, 200, 40, [0.9, 0.9, 1]),
      words('On a box', 50, 400, 20),
      words('Runs over the edge', 880, 300, 20),
      '0.8 g BT /F1 60 Tf 0.8 0.6 -0.6 0.8 300 100 Tm (DRAFT) Tj ET\n',
    ].join('');
    const { texts } = await factsOf({ content });
    const said = ({ text, covered, cut, incidental }: TextFact) => ({ text, covered, cut, incidental });
    const plain = { covered: false, cut: null, incidental: false };
    expect(texts.map(said)).toEqual([
      { ...plain, text: 'Under a box', covered: true },
      { ...plain, text: 'On a box' },
      { ...plain, text: 'Runs over the edge', cut: 'edge' },
      { ...plain, text: 'DRAFT', incidental: true },
    ]);
    const edge = texts[2]?.box;
    expect((edge?.x ?? 0) + (edge?.width ?? 0)).toBe(2000);
  });

  test('have no colour for half-transparent text, and ignore a half-transparent cover', async () => {
    const content = `${words('Under glass', 50, 300, 30)}/G gs ${box(40, 280, 300, 60, [1, 0, 0])}${words('Pale', 50, 200, 30)}`;
    const { texts } = await factsOf({ content, resources: '/ExtGState << /G << /ca 0.4 >> >>' });
    expect(texts.map(({ text, color, covered }) => [text, color, covered])).toEqual([
      ['Under glass', '#000000', false],
      ['Pale', null, false],
    ]);
  });

  test('have images where they are drawn, also in nested forms, with the pixels of their visible part', async () => {
    const form = (content: string, more: string): PdfObject => ({
      dict: `/Type /XObject /Subtype /Form /BBox [0 0 960 540] ${more}`,
      stream: content,
    });
    const inner = form(
      'q 100 0 0 50 10 20 cm /X Do Q',
      '/Matrix [2 0 0 2 0 0] /Resources << /XObject << /X 100 0 R >> >>',
    );
    const outer = form('q 1 0 0 1 30 40 cm /A Do Q', '/Resources << /XObject << /A 101 0 R >> >>');
    const content = [
      'q 300 0 0 200 600 300 cm /X Do Q',
      '/B Do',
      'q 500 300 100 100 re W n 400 0 0 200 400 250 cm /X Do Q',
      'q 400 0 0 200 -200 -100 cm /X Do Q',
    ].join('\n');
    const { images } = await factsOf({ content, resources: '/XObject << /X 100 0 R /B 102 0 R >>' }, [
      drawing(60, 40),
      inner,
      outer,
    ]);
    const pixels = ({ naturalWidth, naturalHeight }: ImageFact) => [naturalWidth, naturalHeight];
    expect(images.map(pixels)).toEqual([
      [60, 40],
      [60, 40],
      [15, 20],
      [30, 20],
    ]);
    expectAt(images[0], [600, 40, 300, 200]);
    expectAt(images[1], [50, 540 - 80 - 100, 200, 100]);
    expectAt(images[2], [500, 140, 100, 100]);
    expectAt(images[3], [0, 440, 200, 100]);
  });

  test('are limited for many objects, images and styles', async () => {
    const many = (count: number, each: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => each(at)).join('\n');
    const content = [
      many(30_000, (at) => `${at % 900} ${at % 500} 3 3 re f`),
      many(500, () => 'q 9 0 0 9 5 5 cm /X Do Q'),
      `BT /F1 4 Tf 10 300 Td ${many(200, (at) => `${at % 2} g (x) Tj`)} ET`,
    ];
    const resources = '/XObject << /X 100 0 R >>';
    const others = [drawing(4, 4)];
    const late = await factsOf({ content: content.join('\n'), resources }, others);
    expect(late.images).toEqual([]);
    const early = await factsOf({ content: content.toReversed().join('\n'), resources }, others);
    expect(early.images).toHaveLength(200);
    expect(early.texts.length).toBeLessThanOrEqual(40);
    expect(early.texts.map(({ text }) => text).join('')).toMatch(/^x{200}$/);
  });

  test('follow nested forms to a limited depth', async () => {
    const forms = Array.from({ length: 12 }, (_, at): PdfObject => {
      const dict = `/Type /XObject /Subtype /Form /BBox [0 0 960 540] /Resources << /XObject << /X 100 0 R /F ${102 + at} 0 R >> >>`;
      return { dict, stream: at === 11 ? 'q 9 0 0 9 5 5 cm /X Do Q' : 'q 9 0 0 9 5 5 cm /X Do Q /F Do' };
    });
    const plan = { content: `/F Do ${words('Still here', 50, 300, 30)}`, resources: '/XObject << /F 101 0 R >>' };
    const { texts, images } = await factsOf(plan, [drawing(4, 4), ...forms, drawing(4, 4)]);
    expect(texts.map(({ text }) => text)).toEqual(['Still here']);
    expect(images).toHaveLength(6);
  });
});

test('facts of a page printed by Chromium: families, weights and colours, images cropped by their boxes', async () => {
  const [width, height] = [1280, 720];
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:60px;font:24px 'Liberation Sans'}</style>
    <h1 style="font:bold 40px 'Liberation Serif'">Office affluent flows</h1><p style="color:#336699">Plain words</p>
    <img id=whole width=300 height=200><img id=cropped style="width:200px;height:200px;object-fit:cover;border-radius:20px">
    <script>const c = document.createElement('canvas'); c.width = 120; c.height = 80;
      c.getContext('2d').fillRect(9, 9, 80, 40); for (const i of document.images) i.src = c.toDataURL();</script>`);
  const places = await Promise.all(['#whole', '#cropped'].map((each) => page.locator(each).boundingBox()));
  const bytes = await page.pdf({ width: `${width}px`, height: `${height}px`, printBackground: true });
  await page.close();
  const { shown } = await tools.render(bytes, 1);
  const { facts } = requireShown(shown[0]);
  expect(facts?.slide).toEqual({ width: 960, height: 540 });
  expect(facts?.texts.map(({ text, family, weight, color, size }) => ({ text, family, weight, color, size }))).toEqual([
    { text: 'Office affluent flows', family: 'Liberation Serif', weight: 700, color: '#000000', size: 30 },
    { text: 'Plain words', family: 'Liberation Sans', weight: 400, color: '#336699', size: 18 },
  ]);
  expect(facts?.images.map(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])).toEqual([
    [120, 80],
    [80, 80],
  ]);
  for (const [at, place] of places.entries()) {
    const { x = 0, y = 0, width: wide = 0, height: tall = 0 } = place ?? {};
    expectAt(facts?.images[at], [x * 0.75, y * 0.75, wide * 0.75, tall * 0.75]);
  }
});
