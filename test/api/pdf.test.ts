import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { box, words, writePdf } from '../support/pdf/write-pdf.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import type { ApiCaller } from './support/rest-and-mcp.ts';

const slides = (count: number): Buffer =>
  writePdf({
    pages: Array.from({ length: count }, (_, at) => ({
      content: box(0, 0, 96, 54, [1, 0, 0]) + words(`Slide ${at + 1}`, 100, 300, 40),
    })),
  });

const files = await startReceiver();

async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error;
}

/** Submits a PDF and waits until its pages are there or the reason for their absence is. */
async function submitted(caller: ApiCaller, pdf: string, parent_id?: string) {
  const made = await caller.call('create_review', { title: 'A deck', pdf, parent_id });
  expect(made.status).toBe('preparing');
  const now = () => caller.call('get_review', { id: made.id });
  await expect.poll(async () => (await now()).status).not.toBe('preparing');
  return now();
}

const creditsOf = async (caller: ApiCaller): Promise<number | null> =>
  (await caller.call('get_billing', {})).credits.left;

const MAX_BYTES = 50_000;
const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8', MAX_PDF_MB: String(MAX_BYTES / 1e6) });

describe('a PDF', () => {
  let seven: Promise<{ review: Review; cost: number }> | undefined;
  async function submitSeven() {
    const caller = await service.newClient();
    const before = (await creditsOf(caller)) ?? 0;
    const review = await submitted(caller, slides(7).toString('base64'));
    return { review, cost: before - ((await creditsOf(caller)) ?? 0) };
  }

  test('in the request becomes a screenshot for each page, with its number and its text', async () => {
    seven ??= submitSeven();
    const { review, cost } = await seven;
    expect(review.status).toBe('open');
    expect(review.screenshots.map(({ label, page_number }) => [label, page_number])).toEqual(
      [1, 2, 3, 4, 5].map((page) => [`Page ${page}`, page]),
    );
    expect(review.screenshots.map(({ width, height }) => [width, height])).toEqual(Array(5).fill([2000, 1125]));
    const address = review.screenshots[1]?.elements_url;
    const answer = await fetch(address ?? '');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('Slide 2');
    expect(cost).toBe(2);
  });

  test('of seven pages shows five and says so on the last', async () => {
    seven ??= submitSeven();
    const { review } = await seven;
    expect(review.screenshots.map(({ notices }) => notices.length)).toEqual([0, 0, 0, 0, 1]);
    expect(review.screenshots[4]?.notices[0]).toContain('Pages 6–7 of the PDF are not shown.');
  });

  const deck = (...titles: string[]): string =>
    writePdf({
      pages: titles.map((each, at) => ({
        content: words(each, 100, 300, 40) + words(`Of ${each}`, 100, 200, 20) + words(`Page ${at + 1}`, 100, 20, 10),
      })),
    }).toString('base64');

  describe('with a page inserted', () => {
    const marked = { screenshot_index: 1, kind: 'point' as const, x: 0.12, y: 0.43 };

    let inserted: Promise<{ caller: ApiCaller; second: Review }> | undefined;
    async function insert() {
      const caller = await service.newClient();
      const first = await submitted(caller, deck('Rent', 'Vans'));
      const fields = { ...marked, body: 'Which?', must_fix: true, client_mark_id: 'a-mark-of-vans' };
      await service.byLink(first.review_url).call('place_mark', fields);
      return { caller, second: await submitted(caller, deck('Rent', 'Staff', 'Vans'), first.id) };
    }

    test('keeps a mark on what was marked', async () => {
      inserted ??= insert();
      const [mark] = (await inserted).second.marks;
      expect(mark).toMatchObject({ screenshot_index: 2, position: 'exact', element: { text: 'Vans' } });
      expect(mark?.x).toBeCloseTo(marked.x, 3);
      // Its page differs in its number only.
      expect(mark?.change?.kind).toBe('identical');
    });

    test('is compared page by page with what each page was, also when that changes later', async () => {
      inserted ??= insert();
      const { caller, second } = await inserted;
      const pairsOf = ({ screenshots }: Review) =>
        screenshots.map(({ change }) => [change?.kind, change?.before_label]);
      const paired = [
        ['identical', 'Page 1'],
        ['new', null],
        ['changed', 'Page 2'],
      ];
      expect(pairsOf(second)).toEqual(paired);
      // Of the page that moved, only its number changed.
      expect(second.screenshots[2]?.change?.areas.every(({ y }) => y > 0.9)).toBe(true);
      const third = await submitted(caller, deck('Rent', 'Staff', 'Vans'), second.id);
      expect(pairsOf(third).map(([kind]) => kind)).toEqual(['identical', 'identical', 'identical']);
      const fourth = await submitted(caller, deck('Rent', 'Vans'), third.id);
      expect(pairsOf(fourth).map(([, label]) => label)).toEqual(['Page 1', 'Page 3']);
      expect(fourth.removed_screenshots).toMatchObject([{ label: 'Page 2' }]);
      await caller.call('delete_review', { id: second.id });
      await expect.poll(async () => pairsOf(await caller.call('get_review', { id: third.id }))).toEqual(paired);
    });
  });

  test('without one of its fonts says so on the pages that use it', async () => {
    const font = '<< /Type /Font /Subtype /TrueType /BaseFont /ComicSansMS >>';
    const [plain, odd] = ['F1', 'F2'].map((name) => ({
      content: `BT /${name} 40 Tf 100 300 Td (words) Tj ET`,
      resources: `/Font << /F1 3 0 R /F2 ${font} >>`,
    }));
    const pages = [plain, odd].flatMap((page) => page ?? []);
    const review = await submitted(await service.newClient(), writePdf({ pages }).toString('base64'));
    expect(review.screenshots.map(({ notices }) => notices)).toEqual([
      [],
      ['Text in ComicSansMS looks different here, or is missing: the PDF does not embed its font.'],
    ]);
  });

  test('at an address is fetched', async () => {
    const caller = await service.newClient();
    files.answerWith(() => ({ type: 'application/pdf', body: slides(2) }));
    const review = await submitted(caller, `${files.url}/deck.pdf`);
    expect(review.screenshots.map(({ label }) => label)).toEqual(['Page 1', 'Page 2']);
  });

  test.each([
    [
      'a log-in page',
      { type: 'text/html', body: Buffer.from('<!doctype html>Log in') },
      'This is an HTML page, not a PDF.',
    ],
    ['nothing there', 404, 'address answered 404'],
    [
      'a locked one',
      { body: writePdf({ pages: [{ content: 'f' }], lock: { user: 'a', owner: 'b' } }) },
      'The PDF is locked with a password. Save it without one.',
    ],
  ])('at an address that has %s fails with the reason, and its credits return', async (_, answer, words) => {
    const caller = await service.newClient();
    const before = await creditsOf(caller);
    files.answerWith(() => answer);
    const review = await submitted(caller, `${files.url}/deck.pdf`);
    expect(review.status).toBe('failed');
    expect(review.next_action.summary).toContain(words);
    expect(await creditsOf(caller)).toBe(before);
  });

  const refused: [what: string, bytes: Buffer, words: string][] = [
    [
      'locked',
      writePdf({ pages: [{ content: 'f' }], lock: { user: 'a', owner: 'b' } }),
      'The PDF is locked with a password.',
    ],
    ['cut off', slides(1).subarray(0, 60), 'The PDF is damaged or cut off.'],
    ['a web page', Buffer.from('<!doctype html>Log in'), 'This is an HTML page, not a PDF.'],
    ['without pages', writePdf({ pages: [] }), 'The PDF has no pages.'],
  ];
  test.each(refused)('that is %s is refused at once by its field, and costs nothing', async (_, bytes, words) => {
    const caller = await service.newClient();
    const before = await creditsOf(caller);
    const error = await refusalOf(caller.call('create_review', { title: 'A deck', pdf: bytes.toString('base64') }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: 422, body: { message: expect.stringContaining(words) } });
    expect(JSON.stringify(error)).toContain('pdf');
    expect(await creditsOf(caller)).toBe(before);
  });

  test('that is too large is refused', async () => {
    const caller = await service.newClient();
    const pdf = Buffer.concat([slides(1), Buffer.alloc(MAX_BYTES)]).toString('base64');
    expect(await refusalOf(caller.call('create_review', { title: 'A deck', pdf }))).toMatchObject({ status: 413 });
  });
});
