import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { imageSize } from '../../server/adapters/pdf/image-size.ts';
import { createPdfTools, PdfRefused } from '../../server/adapters/pdf/index.ts';
import type { PixelBox } from '../../server/domain/port-types.ts';
import { unsorted } from '../support/pdf/bombs.ts';
import { look, requireShown } from '../support/pdf/look.ts';
import { box, type PagePlan, words, writePdf } from '../support/pdf/write-pdf.ts';

const tools = createPdfTools();
afterAll(() => tools.close());

const red: [number, number, number] = [1, 0, 0];
const blue: [number, number, number] = [0, 0, 1];

const pageOf = async (plan: PagePlan, more: Partial<Parameters<typeof writePdf>[0]> = {}) => {
  const { shown } = await tools.render(writePdf({ pages: [plan], ...more }), 1);
  return { page: requireShown(shown[0]), image: await look(shown[0]) };
};

function expectWithin(actual: PixelBox | null | undefined, expected: PixelBox | null, pixels: number): void {
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs((actual?.[side] ?? Number.NaN) - (expected?.[side] ?? Number.NaN)), side).toBeLessThanOrEqual(
      pixels,
    );
  }
}

describe('the image of a page', () => {
  test('has everything in its place, on white', async () => {
    const { image } = await pageOf({ content: box(0, 0, 96, 54, red) + box(864, 486, 96, 54, blue) });
    expect([image.width, image.height]).toEqual([2000, 1125]);
    expect(image.at(100, 1025)).toBe('#ff0000');
    expect(image.at(1900, 100)).toBe('#0000ff');
    expect(image.at(1000, 560)).toBe('#ffffff');
    expect(image.at(205, 1025)).toBe('#ffffff');
  });

  test.each([
    [0, [100, 1025]],
    [90, [100, 100]],
    [180, [1900, 100]],
    [270, [1025, 1900]],
  ] as const)('turned by %i° shows the lower left corner where it then is', async (angle, [x, y]) => {
    const plan = { content: box(0, 0, 96, 54, red), more: `/Rotate ${angle}` };
    const { image } = await pageOf(plan);
    expect([image.width, image.height]).toEqual(angle % 180 === 0 ? [2000, 1125] : [1125, 2000]);
    expect(image.at(x, y)).toBe('#ff0000');
    expect(image.at(1000 * (image.width / 2000), image.height / 2)).toBe('#ffffff');
  });

  test('shows exactly the crop box', async () => {
    const content = box(0, 0, 960, 540, red) + box(200, 100, 400, 300, blue);
    const { image } = await pageOf({ content, more: '/CropBox [200 100 600 400]' });
    expect([image.width, image.height]).toEqual([1200, 900]);
    for (const [x, y] of [
      [3, 3],
      [1196, 896],
    ] as const) {
      expect(image.at(x, y)).toBe('#0000ff');
    }
  });

  test('has its annotations and form fields', async () => {
    const look = (colour: string) => ({ dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 100]', stream: colour });
    const others = [
      '<< /Type /Annot /Subtype /Square /Rect [0 0 100 100] /AP << /N 102 0 R >> /F 4 >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [200 0 300 100] /AP << /N 103 0 R >> /F 4 >>',
      look('1 0 0 rg 0 0 100 100 re f'),
      look('0 0 1 rg 0 0 100 100 re f'),
    ];
    const plan = { content: '', more: '/Annots [100 0 R 101 0 R]', width: 400, height: 400 };
    const { image } = await pageOf(plan, { others, catalog: '/AcroForm << /Fields [101 0 R] >>' });
    expect(image.at(150, 1050)).toBe('#ff0000');
    expect(image.at(750, 1050)).toBe('#0000ff');
  });

  test.each([
    [960, 540, 2000, 1125],
    [595, 842, 1413, 2000],
    [100, 100, 300, 300],
    [1, 1, 3, 3],
    [14_400, 14_400, 1600, 1600],
    [800, 10_000, 800, 10_000],
    [227, 5669, 641, 16_000],
    [14.4, 14_400, 16, 16_000],
    [1e9, 1e-9, 16_000, 1],
    [Number.NaN, Number.POSITIVE_INFINITY, 1, 1],
  ])('of %d × %d points is %i × %i pixels', (width, height, ...expected) => {
    const size = imageSize(width, height);
    expect([size.width, size.height].map((side, at) => Math.abs(side - (expected[at] ?? 0)) <= 1)).toEqual([
      true,
      true,
    ]);
  });

  test('stays within its limits for pages of any size', () => {
    const sides = [1e-9, 0.5, 1, 30, 100, 595, 842, 2000, 14_400, 1e6, 1e12, Number.MAX_VALUE];
    for (const width of sides) {
      for (const height of sides) {
        const size = imageSize(width, height);
        expect(size.width * size.height).toBeLessThanOrEqual(12_000_000);
        for (const side of [size.width, size.height]) {
          expect(side).toBeGreaterThanOrEqual(1);
          expect(side).toBeLessThanOrEqual(16_000);
        }
      }
    }
  });
});

describe('the text of a page', () => {
  const content = words('Quarterly figures', 100, 300, 40);

  test.each([0, 90, 180, 270])('turned by %i° matches its ink within two pixels', async (angle) => {
    const { page, image } = await pageOf({ content, more: `/Rotate ${angle} /CropBox [50 40 900 500]` });
    const [line, ...others] = page.elements.elements;
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      tag: 'text',
      text: 'Quarterly figures',
      role: null,
      selectors: [],
      outer_html: '',
      parent: null,
    });
    expect(page.elements.scale).toBe(1);
    expectWithin(line?.box, image.ink(), 2);
  });

  test('has the size that it has on the image, for any transformation matrix', async () => {
    const scaled = '0 g q 10 0 0 10 0 0 cm BT /F1 2 Tf 2 0 0 2 10 30 Tm (Scaled) Tj ET Q';
    const { page } = await pageOf({ content: words('Plain', 100, 100, 40) + scaled });
    const [plain, made] = page.elements.elements;
    const px = (size: string | undefined): number => Number.parseFloat(size ?? '');
    expect(px(plain?.styles['font-size'])).toBeCloseTo((40 * 2000) / 960, 0);
    expect(px(made?.styles['font-size'])).toBeCloseTo(px(plain?.styles['font-size']), 0);
  });

  test('is split into lines, and into cells that are apart', async () => {
    const row = (y: number, cells: string[]) => cells.map((cell, at) => words(cell, 50 + at * 250, y, 16)).join('');
    const { page } = await pageOf({ content: row(400, ['Region', 'Total sales']) + row(370, ['North', '1,234']) });
    expect(page.elements.elements.map(({ text }) => text)).toEqual(['Region', 'Total sales', 'North', '1,234']);
  });

  test('outside the page is left out, and is limited', async () => {
    const far = words('Nobody sees this', 5000, 5000, 20);
    const many = Array.from({ length: 2500 }, (_, at) =>
      words(`L${at}`, 10 + (at % 50) * 18, 10 + Math.floor(at / 50) * 10, 4),
    );
    const { page } = await pageOf({ content: far + many.join('') });
    expect(page.elements.elements).toHaveLength(2000);
    expect(page.elements.elements.some(({ text }) => text.includes('Nobody'))).toBe(false);
    const long = await pageOf({ content: words('word '.repeat(1000), 0, 100, 0.5) });
    expect(long.page.elements.elements[0]?.text).toHaveLength(500);
  });
});

describe('what is rendered', () => {
  test('five of seven pages, each with its own content', async () => {
    const pages = Array.from({ length: 7 }, (_, at) => ({ content: words(`Slide ${at + 1}`, 100, 100, 40) }));
    const bytes = writePdf({ pages });
    expect(await tools.inspect(bytes)).toEqual({ pages: 7 });
    const { pages: count, shown } = await tools.render(bytes, 5);
    expect(count).toBe(7);
    expect(shown.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(shown.map((page) => requireShown(page).elements.elements[0]?.text)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Slide ${number}`),
    );
  });

  test('a file that is only locked against changes, without modifying the caller’s bytes', async () => {
    const bytes = writePdf({ pages: [{ content: box(0, 0, 960, 540, red) }], lock: { user: '', owner: 'secret' } });
    const before = Buffer.from(bytes);
    const { shown } = await tools.render(bytes, 1);
    expect((await look(shown[0])).at(1000, 500)).toBe('#ff0000');
    expect(bytes.equals(before)).toBe(true);
  });

  test('many files at once, each with its own result', async () => {
    const files = Array.from({ length: 12 }, (_, at) =>
      writePdf({
        pages: Array.from({ length: (at % 3) + 1 }, () => ({
          content: words(`File ${at}`, 9, 9, 9),
          width: 90,
          height: 90,
        })),
      }),
    );
    const answers = await Promise.all(
      files.map((bytes, at) => (at % 2 === 0 ? tools.render(bytes, 1) : tools.inspect(bytes))),
    );
    expect(answers.map(({ pages }) => pages)).toEqual(files.map((_, at) => (at % 3) + 1));
  });
});

describe('pages that cannot be drawn', () => {
  const fine = { content: box(0, 0, 90, 90, red), width: 90, height: 90 };
  // Ten times ten times … forms: rendering never ends, and needs no memory.
  const endless = { content: '/X Do', resources: '/XObject << /X 100 0 R >>', width: 90, height: 90 };
  const others = Array.from({ length: 12 }, (_, at) => ({
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 90 90] /Resources << /XObject << /X ${101 + at} 0 R >> >>`,
    stream: at === 11 ? '0 0 9 9 re f' : '/X Do '.repeat(10),
  }));

  test('are reported with the reason, and those before and after them are shown', async () => {
    const { pages, shown } = await tools.render(writePdf({ pages: [fine, endless, fine], others }), 5);
    expect(pages).toBe(3);
    expect(shown.map((page) => ('problem' in page ? page.problem : page.bytes.length > 0))).toEqual([
      true,
      expect.stringMatching(/^Page 2 (took longer than 10 s to draw|needs too much memory to be drawn)\.$/),
      true,
    ]);
    expect(await tools.inspect(writePdf({ pages: [fine] }))).toEqual({ pages: 1 });
  });

  test('are reported when they are missing', async () => {
    const bytes = writePdf({ pages: [fine, fine] });
    const text = bytes.toString('latin1').replace('12 0 R]', '77 0 R]');
    const { shown } = await tools.render(Buffer.from(text, 'latin1'), 5);
    expect(shown[1]).toEqual({ number: 2, problem: 'Page 2 is damaged and cannot be drawn.' });
    expect((await look(shown[0])).at(9, 250)).toBe('#ff0000');
  });

  test('are reported when memory runs out', async () => {
    const small = createPdfTools({ maxMemoryBytes: 40 * 1024 * 1024 });
    const swelling = { content: ' '.repeat(50_000_000), width: 90, height: 90 };
    try {
      const { shown } = await small.render(writePdf({ pages: [swelling, fine] }), 5);
      expect(shown[0]).toEqual({ number: 1, problem: 'Page 1 needs too much memory to be drawn.' });
      expect((await look(shown[1])).at(9, 250)).toBe('#ff0000');
    } finally {
      await small.close();
    }
  });

  test('a file that never opens is refused, with the time limit in the message', async () => {
    const never = createPdfTools({ timeoutMs: 1 });
    try {
      await expect(never.inspect(unsorted())).rejects.toThrow('The PDF took longer than 0.001 s to open.');
    } finally {
      await never.close();
    }
  });

  test('nothing starts after the tools are closed', async () => {
    const ended = createPdfTools();
    await ended.inspect(writePdf({ pages: [fine] }));
    await ended.close();
    await expect(ended.inspect(writePdf({ pages: [fine] }))).rejects.toMatchObject({ code: 'SERVICE_STOPPING' });
  });
});

test('the fonts of its visible text that the file lacks are named, except those that every reader has', async () => {
  const font = (name: string) => `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const line = (name: string, y: number, mode = 0) => `BT ${mode} Tr /${name} 20 Tf 50 ${y} Td (words) Tj ET\n`;
  const { page } = await pageOf({
    content: words('standard', 50, 50, 20) + line('A', 100) + line('B', 200) + line('C', 300, 3) + line('B', 400),
    // The last `Font` counts, so it names the usual one, too.
    resources: `/Font << /F1 3 0 R /A ${font('ArialMT')} /B ${font('ComicSansMS')} /C ${font('Garamond')} >>`,
  });
  expect(page.lackedFonts).toEqual(['ComicSansMS']);
});

const good = writePdf({ pages: [{ content: 'f' }] });
const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } });
const refusals: [what: string, bytes: Buffer | Promise<Buffer>, words: string][] = [
  ['nothing', Buffer.alloc(0), 'The PDF is empty.'],
  ['a PNG', image.clone().png().toBuffer(), 'This is a PNG image, not a PDF. Send a PDF.'],
  ['a JPEG', image.clone().jpeg().toBuffer(), 'This is a JPEG image, not a PDF. Send a PDF.'],
  ['a WebP', image.clone().webp().toBuffer(), 'This is a WebP image, not a PDF. Send a PDF.'],
  ['an HTML page', Buffer.from('\n<!doctype html><p>Log in'), 'This is an HTML page, not a PDF. Send a PDF.'],
  ['a zip', Buffer.from('PK\x03\x04\x14\0\0\0\0\0a.txt'), 'This is a zip file, not a PDF. Send a PDF.'],
  [
    'slides',
    Buffer.from('PK\x03\x04\x14\0\0\0ppt/slides/slide1.xml'),
    'This is a Word, PowerPoint or Excel file, not a PDF. Send a PDF.',
  ],
  ['gzip', gzipSync('a'), 'This is a gzip file, not a PDF. Send a PDF.'],
  ['JSON', Buffer.from('{"error":"expired"}'), 'This is JSON, not a PDF. Send a PDF.'],
  ['noise', Buffer.alloc(500, 7), 'This is not a PDF. Send a PDF.'],
  [
    'one that is locked',
    writePdf({ pages: [{ content: 'f' }], lock: { user: 'secret', owner: 'more' } }),
    'The PDF is locked with a password. Save it without one.',
  ],
  ['one that is cut off', good.subarray(0, 60), 'The PDF is damaged or cut off. Save it again, then send it.'],
  ['a header alone', Buffer.from('%PDF-1.7\n'), 'The PDF is damaged or cut off. Save it again, then send it.'],
  ['one without pages', writePdf({ pages: [] }), 'The PDF has no pages.'],
];
test.each(refusals)('%s is refused with a reason', async (_, given, expected) => {
  const bytes = await given;
  const refusal = await tools.inspect(bytes).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(PdfRefused);
  expect(tools.isRefusal(refusal)).toBe(true);
  expect(refusal).toHaveProperty('message', expected);
  await expect(tools.render(bytes, 5)).rejects.toThrow(expected);
});
