import { afterAll, expect, test } from 'vitest';
import { createPdfTools } from '../../../server/adapters/pdf/index.ts';
import { bombs } from '../../support/pdf/bombs.ts';
import { mutationsOf } from '../../support/pdf/mutations.ts';
import { box, objectsOf, words, writeObjects, writePdf } from '../../support/pdf/write-pdf.ts';

/** A shorter time limit than in the service, so that endless files finish sooner. */
const TIMEOUT_MS = 1000;
const MEMORY = 256 * 1024 * 1024;

const tools = createPdfTools({ timeoutMs: TIMEOUT_MS, maxMemoryBytes: MEMORY });
afterAll(() => tools.close());

const good = writePdf({ pages: [{ content: box(0, 0, 960, 540, [0, 1, 0]), width: 90, height: 90 }] });

const seeds = {
  words: writePdf({
    pages: [
      { content: words('Quarterly figures', 40, 400, 40), width: 300, height: 200 },
      { content: box(9, 9, 50, 50, [1, 0, 0]), width: 200, height: 300, more: '/Rotate 90' },
    ],
  }),
  image: writePdf({
    pages: [{ content: 'q 90 0 0 90 0 0 cm /X Do Q', width: 90, height: 90, resources: '/XObject << /X 100 0 R >>' }],
    others: [
      {
        dict: '/Type /XObject /Subtype /Image /Width 30 /Height 30 /ColorSpace /DeviceRGB /BitsPerComponent 8',
        stream: Buffer.alloc(2700, 'colours'),
        deflate: true,
      },
    ],
  }),
  form: writeObjects(
    objectsOf({
      pages: [
        { content: '/X Do', width: 90, height: 90, resources: '/XObject << /X 100 0 R >>', more: '/Annots [101 0 R]' },
      ],
      catalog: '/AcroForm << /Fields [101 0 R] >>',
      others: [
        { dict: '/Type /XObject /Subtype /Form /BBox [0 0 90 90]', stream: '0 0 1 rg 0 0 40 40 re f', deflate: true },
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [9 9 80 30] /DA (/F1 9 Tf) >>',
      ],
    }),
  ),
};

type Outcome = 'shown' | 'pages with problems' | 'refused';
const lost = / s to (open|draw)|too much memory/;

/** Returns the result for a user. Anything but pages or a refusal in words fails the test. */
async function outcomeOf(bytes: Buffer): Promise<{ outcome: Outcome; words: string[] }> {
  try {
    const { pages, shown } = await tools.render(bytes, 2);
    expect(shown).toHaveLength(Math.min(2, pages));
    const words = shown.flatMap((page) => ('problem' in page ? [page.problem] : []));
    return { outcome: words.length === 0 ? 'shown' : 'pages with problems', words };
  } catch (error) {
    if (!tools.isRefusal(error)) throw error;
    return { outcome: 'refused', words: [error.message] };
  }
}

async function expectGoodShown(after: string): Promise<void> {
  const words = async () => {
    const { pages, shown } = await tools.render(good, 1);
    return [String(pages), ...shown.map((page) => ('problem' in page ? page.problem : 'shown'))];
  };
  const refused = (error: unknown) => {
    if (!tools.isRefusal(error)) throw error;
    return [error.message];
  };
  let said = await words().catch(refused);
  // A busy machine may exceed the time limit, which is no fault of this file, so it is rendered again.
  while (said.some((each) => / s to (open|draw)/.test(each))) said = await words().catch(refused);
  expect({ after, said }).toEqual({ after, said: ['1', 'shown'] });
}

async function tryAll(title: string, files: { how: string; bytes: Buffer }[]): Promise<void> {
  const counts = { shown: 0, 'pages with problems': 0, refused: 0, ended: 0 };
  let slowest = 0;
  for (const { how, bytes } of files) {
    const started = performance.now();
    const { outcome, words } = await outcomeOf(bytes);
    slowest = Math.max(slowest, performance.now() - started);
    counts[outcome] += 1;
    if (words.some((each) => lost.test(each))) counts.ended += 1;
    for (const each of words) expect(each, how).toMatch(/^(The PDF|This is|Page \d) .+\.$/);
    await expectGoodShown(how);
  }
  const { ended, ...rest } = counts;
  const said = Object.entries(rest).map(([outcome, count]) => `${count} ${outcome}`);
  console.log(
    `${files.length} ${title}: ${said.join(', ')}; ${ended} ended for time or memory; slowest ${Math.round(slowest)} ms`,
  );
}

test('files broken in every systematic way give pages or a refusal, and the next file is shown', async () => {
  const files = Object.entries(seeds).flatMap(([name, bytes]) => mutationsOf(name, bytes));
  expect(files.length).toBeGreaterThan(300);
  await tryAll('broken PDFs', files);
});

test('files built to use all time and memory give pages or a refusal, and the next file is shown', async () => {
  await tryAll('hostile PDFs', bombs());
});
