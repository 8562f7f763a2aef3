import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ReviewType } from '../../server/contract/review.ts';
import { base64, dataUrl, png, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { type ApiCaller, refusal } from './support/rest-and-mcp.ts';

const imageServer = await startReceiver();
const homeImage = await png('#123456', 80, 50);
imageServer.answerWith(({ path }) => {
  if (path === '/home.png') return { type: 'image/png', body: homeImage };
  if (path === '/moved.png') return { status: 302, headers: { location: '/home.png' } };
  if (path === '/page.png') return { type: 'image/png', body: Buffer.from('<!doctype html><p>Sign in') };
  return 404;
});

const settings = { OUTBOUND_ALLOW: 'fetch=127.0.0.0/8', MAX_IMAGE_MB: '0.1' };
const service = await startService(settings);

const finished = async (caller: ApiCaller, id: string) => {
  await expect.poll(async () => (await caller.call('get_review', { id })).status).not.toBe('preparing');
  return caller.call('get_review', { id });
};

test('returns every field of the pass', async () => {
  const caller = await service.newClient();
  const viewport = { name: 'mobile', width: 390, height: 844, scale: 3 };
  const made = await caller.call('create_review', {
    title: 'Checkout',
    context: 'Look at the buttons',
    type: 'website',
    reference: 'shop#12',
    revision: 'abc123',
    images: [{ image: await base64(), label: 'Cart', page_url: 'https://shop.example/cart', viewport }],
  });
  expect(made).toMatchObject({
    status: 'open',
    title: 'Checkout',
    context: 'Look at the buttons',
    type: 'website',
    source: 'images',
    page_url: 'https://shop.example/cart',
    reference: 'shop#12',
    revision: 'abc123',
    pass: 1,
    parent_id: null,
    next_pass_id: null,
    decided_at: null,
    decision: null,
    next_action: { action: 'wait_for_reviewer' },
    outstanding_marks: 0,
    marks_awaiting_verification: 0,
    problems: [],
    marks: [],
    findings: [],
    suggestions: [],
    work_packets: { pins: [], must_fix: [] },
    webhook: null,
    screenshots: [
      {
        index: 0,
        label: 'Cart',
        width: 60,
        height: 40,
        viewport,
        page_url: 'https://shop.example/cart',
        change: null,
      },
    ],
  });
  expect(made.review_url).toMatch(new RegExp(`^${service.url}/r/[0-9A-Za-z]{43}$`));
  expect(made.guest_share_url).toMatch(new RegExp(`^${service.url}/g/[0-9A-Za-z]{43}$`));
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * 86_400_000);
  expect(await caller.call('get_review', { id: made.id })).toEqual(made);
});

test('keeps the longest texts whole, every type, and five images in their order', async () => {
  const caller = await service.newClient();
  const texts = {
    title: '😀'.repeat(160),
    context: '😀'.repeat(10_000),
    reference: 'x'.repeat(200),
    revision: 'x'.repeat(64),
  };
  const label = '😀'.repeat(119);
  for (const type of ReviewType.options) {
    const made = await review(caller, { ...texts, type });
    expect(made).toMatchObject({ ...texts, type });
    expect(await caller.call('get_review', { id: made.id })).toEqual(made);
  }
  const images = await Promise.all(
    [1, 2, 3, 4, 5].map(async (at) => ({ image: await base64(`#0000${at}0`), label: label + at })),
  );
  const made = await review(caller, { images });
  expect(made).toMatchObject({ status: 'open', source: 'images', type: 'ui' });
  expect(made.screenshots.map((shot) => [shot.index, shot.label])).toEqual(
    [1, 2, 3, 4, 5].map((at) => [at - 1, label + at]),
  );
});

test('accepts base64, a data URL and an address, and keeps their order', async () => {
  const caller = await service.newClient();
  const images = [await base64('#aa0000'), `${imageServer.url}/home.png`, await dataUrl('#00aa00')];
  const made = await caller.call('create_review', { title: 'Three', images });
  expect(made).toMatchObject({ status: 'preparing', next_action: { action: 'wait_for_screenshots' } });
  const done = await finished(caller, made.id);
  expect(done).toMatchObject({ status: 'open', problems: [] });
  expect(done.screenshots.map(({ index, label, width }) => [index, label, width])).toEqual([
    [0, 'Screenshot 1', 60],
    [1, 'Screenshot 2', 80],
    [2, 'Screenshot 3', 60],
  ]);
});

test.each(['jpeg', 'webp'] as const)('accepts a %s', async (format) => {
  const caller = await service.newClient();
  const bytes = await sharp(await png())
    .toFormat(format)
    .toBuffer();
  const made = await review(caller, { images: [bytes.toString('base64')] });
  const answer = await fetch(made.screenshots[0]?.url ?? '');
  expect(answer.headers.get('content-type')).toMatch(/^image\/(png|webp)$/);
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(60);
});

test('follows a redirect to an image', async () => {
  const caller = await service.newClient();
  const made = await review(caller, { images: [`${imageServer.url}/moved.png`] });
  expect((await finished(caller, made.id)).screenshots).toHaveLength(1);
});

test('opens with the screenshots that could be made and reports the others', async () => {
  const caller = await service.newClient();
  const images = [
    { image: `${imageServer.url}/missing.png`, label: 'Missing' },
    { image: `${imageServer.url}/page.png`, label: 'Page' },
    await base64(),
  ];
  const done = await finished(caller, (await review(caller, { images })).id);
  expect(done.status).toBe('open');
  expect(done.screenshots.map(({ index }) => index)).toEqual([2]);
  expect(done.problems).toEqual([
    { label: 'Missing', message: 'The image’s address answered 404.' },
    { label: 'Page', message: expect.stringContaining('HTML page') },
  ]);
});

test('fails when no screenshot could be made, says why and returns the credits', async () => {
  const caller = await service.newClient();
  const { credits } = await caller.call('get_billing', {});
  const made = await review(caller, { images: [`${imageServer.url}/missing.png`] });
  const done = await finished(caller, made.id);
  expect(done).toMatchObject({ status: 'failed', next_action: { action: 'fix_source_and_retry' }, screenshots: [] });
  expect(done.next_action.summary).toContain('answered 404');
  expect((await caller.call('get_billing', {})).credits.left).toBe(credits.left);
});

test('reports unknown fields with the field probably meant, and still creates the review', async () => {
  const caller = await service.newClient();
  const images = [{ image: await base64(), lable: 'Home', element: [] }];
  const input = { title: 'T', images, webhookUrl: 'https://example.com/', parentId: null, colour: 'red' };
  const made = await caller.call('create_review', input as never);
  expect(made).toMatchObject({
    status: 'open',
    warnings: [
      { path: 'images[0].lable', message: 'Unknown field; did you mean label?' },
      { path: 'images[0].element', message: 'Unknown field; did you mean elements?' },
      { path: 'webhookUrl', message: 'Unknown field; did you mean webhook_url?' },
      { path: 'parentId', message: 'Unknown field; did you mean parent_id?' },
      { path: 'colour', message: 'Unknown field; it was ignored.' },
    ],
  });
  expect(await caller.call('get_review', { id: made.id })).not.toHaveProperty('warnings');
  expect(await review(caller)).not.toHaveProperty('warnings');
});

const refused: [string, Record<string, unknown>, string, RegExp][] = [
  ['a title of 161 characters', { title: 'x'.repeat(161) }, 'title', /160/],
  ['an image that is none', { images: ['AAAA'] }, 'images[0]', /Send a PNG/],
  ['a PDF that is none', { images: undefined, pdf: 'AAAA' }, 'pdf', /PDF/],
  ['a PDF at a private place', { images: undefined, pdf: 'https://10.0.0.1/a.pdf' }, 'pdf', /not a public address/],
  ['an empty email', { images: undefined, html: ' \n' }, 'html', /empty/],
  ['a private image', { images: ['https://10.0.0.1/a.png'] }, 'images[0]', /not a public address/],
  ['a private webhook', { webhook_url: 'https://192.168.1.1/' }, 'webhook_url', /public/],
  ['a parent of nobody', { parent_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'parent_id', /names no review/],
];
test.each(refused)('refuses %s with the field’s path', async (_, fields, path, words) => {
  const caller = await service.newClient();
  const input = { title: 'T', images: [await base64()], ...fields };
  const { status, body } = await refusal(caller.call('create_review', input as never));
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: 'invalid_request', errors: [{ path }] });
  expect(body.message).toMatch(words);
  expect((await caller.call('get_billing', {})).credits.left).toBe(200);
});

test('refuses an image that is too large with 413', async () => {
  const caller = await service.newClient();
  const image = Buffer.alloc(100_001).toString('base64');
  const { status, body } = await refusal(review(caller, { images: [image] }));
  expect([status, body.error]).toEqual([413, 'too_large']);
});
