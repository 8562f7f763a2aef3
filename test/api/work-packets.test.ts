import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createClient, type Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { WorkPackets } from '../../server/contract/work-packet.ts';
import { decide, mark, png, review, reviewerOf } from '../support/factories.ts';
import { guestOf, secretOf, suggestion } from '../support/guest.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { callTool, connectMcp } from './support/rest-and-mcp.ts';

const receiver = await startReceiver();
const allow = { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' };
const service = await startService(allow);
/** Another process over the same data, which builds its packets itself. */
const replica = await startService({ ...allow, DATABASE_URL: service.databaseUrl, BASE_URL: service.url, ROLE: 'web' });
const client = await service.newClient();

type Image = Extract<NonNullable<Input<'create_review'>['images']>[number], object>;
const button = (x: number, y: number) => ({
  box: { x, y, width: 120, height: 40 },
  tag: 'button',
  role: 'button',
  accessible_name: 'Pay now',
  text: 'Pay now',
  outer_html: '<button data-testid="pay">Pay now</button>',
  selectors: [{ selector: '[data-testid="pay"]', matches: 1 }],
});

/** Returns the desktop and mobile views of one page, with a button at a different place in each. */
async function views(colour: string): Promise<Image[]> {
  const of = async (name: string, width: number, height: number, scale: number, at: [number, number]) => ({
    image: (await png(colour, width, height)).toString('base64'),
    label: `Shop · ${name}`,
    page_url: 'https://shop.example/basket',
    viewport: { name, width: width / scale, height: 900, scale },
    elements: [button(...at)],
  });
  return [await of('desktop', 1440, 1600, 1, [720, 1500]), await of('mobile', 780, 4000, 2, [39, 1000])];
}
const onButton = { kind: 'point', x: 780 / 1440, y: 1520 / 1600, width: null, height: null } as const;

const overRest = async (url: string, id: string): Promise<Review> =>
  createClient({ baseUrl: url, bearer: client.token }).call('get_review', { id });
async function overMcp(url: string, id: string): Promise<Review> {
  const mcp = await connectMcp(url, client.token);
  try {
    return await callTool(mcp, 'get_review', { id });
  } finally {
    await mcp.close();
  }
}
async function fetchImage(url: string) {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(1568);
  return bytes;
}

test('twenty packets are the same bytes everywhere, fit the MCP budget, and hold no secret', async () => {
  const made = await review(client, { images: await views('#eeeeee'), webhook_url: `${receiver.url}/hook-of-it` });
  const reviewer = reviewerOf(made);
  for (let at = 0; at < 18; at += 1) {
    const words = 'The button is too pale to be read on a phone in the sun; make it as dark as the one above it.';
    const where = at % 3 === 0 ? onButton : { x: 0.05 * at, y: 0.04 * at };
    await reviewer.call('place_mark', mark({ ...where, must_fix: at % 2 === 0, body: words, author: 'Mara' }));
  }
  await guestOf(made).call('suggest', suggestion({ screenshot_index: 1, x: 0.1, y: 0.5 }));
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await client.call('add_findings', { id: made.id, findings: [{ body: 'Contrast 2:1', screenshot_index: 0 }] });
  await reviewer.call('accept_finding', { finding_id: 1, must_fix: true });
  await decide(made, 'changes_requested');
  await expect.poll(() => receiver.received.length).toBe(1);
  const { review: sent } = JSON.parse(receiver.received[0]?.body.toString() ?? '{}') as { review: Review };

  const ways = {
    'the webhook': sent,
    'REST of one process': await overRest(service.url, made.id),
    'REST of another': await overRest(replica.url, made.id),
    'REST, once more': await overRest(service.url, made.id),
  };
  const packets = JSON.stringify(sent.work_packets);
  for (const [way, { work_packets }] of Object.entries(ways)) expect(JSON.stringify(work_packets), way).toBe(packets);
  const overTools = await Promise.all([overMcp(service.url, made.id), overMcp(replica.url, made.id)]);
  expect(overTools[0]).toEqual(overTools[1]);
  for (const { marks, work_packets } of overTools) {
    const ids = [...Array(20).keys()].map((at) => at + 1);
    expect([work_packets.pins.map(({ mark_id }) => mark_id), marks.map(({ id }) => id)]).toEqual([ids, ids]);
    expect(work_packets.must_fix).toHaveLength(sent.work_packets.must_fix.length);
  }
  expect(2 * JSON.stringify(overTools[0]).length).toBeLessThan(4 * 8000);
  expect(WorkPackets.parse(sent.work_packets)).toEqual(sent.work_packets);
  expect(sent.work_packets.pins).toHaveLength(20);
  expect(sent.work_packets.must_fix).toHaveLength(10);

  const secrets = [made.review_url, made.guest_share_url].map(secretOf);
  for (const secret of [...secrets, client.token, client.workspaceId, 'hook-of-it', '/r/', '/g/']) {
    expect(packets).not.toContain(secret);
  }
  for (const { crop_url, clean_crop_url } of sent.work_packets.pins.filter((_, at) => at % 6 === 0)) {
    expect((await fetchImage(crop_url ?? '')).equals(await fetchImage(clean_crop_url ?? ''))).toBe(false);
  }
  const sizes = [packets, JSON.stringify(sent)].map((text) => (Buffer.byteLength(text) / 1000).toFixed(1));
  console.log(`20 marks: work packets ${sizes[0]} KB, the whole review ${sizes[1]} KB; the same bytes in 4 ways`);
  // The size that an agent has to read: about a page of text for each mark.
  expect(packets.length).toBeLessThan(20 * 2_000);
});

test('a packet says where the element comes from in the code; marks and the link to the elements do not', async () => {
  const [desktop] = await views('#eeeeee');
  const sources = {
    ...{ files: ['src/pay.module.css', 'src/Pay.tsx'], names: ['color'], lists: [[], [0]] },
    rules: [{ at: [0, 3, 1, 1] as [number, number, number, number], sets: [[0, 4]] }],
    places: [[0, 1, 12, 5, 2] as [number, number, number, number, number]],
    elements: [[1, 0, 0]],
  };
  const made = await review(client, { images: desktop === undefined ? [] : [{ ...desktop, sources }] });
  const reviewer = reviewerOf(made);
  await reviewer.call('place_mark', mark({ ...onButton }));
  await reviewer.call('place_mark', mark({ x: 0.1, y: 0.1 }));
  const { review: now } = await reviewer.call('read_review', {});
  expect(now.work_packets.pins.map(({ source_code }) => source_code)).toEqual([
    [
      { file: 'src/Pay.tsx', line: 12, column: 5, kind: 'component', confidence: 'certain' },
      { file: 'src/pay.module.css', line: 3, column: 1, kind: 'rule', confidence: 'likely' },
    ],
    [],
  ]);
  const elements = await (await fetch(now.screenshots[0]?.elements_url ?? '')).text();
  expect(elements).toContain('Pay now');
  for (const shown of [elements, JSON.stringify(now.marks)]) expect(shown).not.toContain('Pay.tsx');
  await expect(
    review(client, { images: [{ ...desktop, image: desktop?.image ?? '', sources: { ...sources, elements: [] } }] }),
  ).rejects.toThrow('one entry for each of `elements`');
});

test('each packet names its element, the same element in other views, its author and its source', async () => {
  const made = await review(client, { images: await views('#eeeeee') });
  const reviewer = reviewerOf(made);
  await reviewer.call('place_mark', mark({ ...onButton, author: 'Mara', must_fix: true, body: 'Too pale' }));
  await guestOf(made).call('suggest', suggestion({ ...onButton, author: 'Ola' }));
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  const { review: now } = await reviewer.call('read_review', {});
  const [desktop, mobile] = now.screenshots;
  const of = (number: number) => ({
    mark_id: number,
    status: 'open',
    pass: 1,
    screenshot: { index: 0, label: 'Shop · desktop', url: desktop?.url, width: 1440, height: 1600 },
    box_px: { x: 780, y: 1520, width: 0, height: 0 },
    crop_url: desktop?.url.replace(/shot$/, `mark-${number}`),
    clean_crop_url: desktop?.url.replace(/shot$/, `mark-${number}-clean`),
    page_url: 'https://shop.example/basket',
    page_number: null,
    viewport: { name: 'desktop', width: 1440, height: 900, scale: 1 },
    element: { ...button(720, 1500), styles: {} },
    // On an image with two pixels per CSS pixel.
    same_element_in: [{ screenshot_index: 1, box_px: { x: 78, y: 2000, width: 240, height: 80 } }],
    causes: [],
    done_when: [],
    before_after: null,
    untrusted_text: true,
  });
  expect(now.work_packets.pins).toMatchObject([
    { ...of(1), must_fix: true, body: 'Too pale', author: 'Mara', source: 'reviewer' },
    { ...of(2), must_fix: false, body: 'Could this be larger?', author: 'Ola', source: 'accepted_suggestion' },
  ]);
  // The mark holds the same place as fractions of that screenshot.
  expect(now.marks[0]?.same_element_in).toMatchObject([{ screenshot_index: 1, x: 78 / 780, y: 2000 / 4000 }]);
  expect(now.marks[0]?.same_element_in[0]?.width).toBeCloseTo(240 / 780, 10);
  expect(mobile?.label).toBe('Shop · mobile');
});

test('a screenshot that is added later is searched for the elements of earlier marks', async () => {
  const [desktop, mobile] = await views('#eeeeee');
  const made = await review(client, { images: [desktop ?? ''] });
  await reviewerOf(made).call('place_mark', mark(onButton));
  const found = async () => (await reviewerOf(made).call('read_review', {})).review.marks[0]?.same_element_in;
  if (mobile === undefined) throw new Error('A second view is needed');
  // Another page may have an element of the same name, and so may an image of an unknown one.
  const { page_url: _, ...unknown } = mobile;
  await client.call('add_screenshot', { id: made.id, ...mobile, label: 'Other', page_url: 'https://shop.example/' });
  await client.call('add_screenshot', { id: made.id, ...unknown, label: 'Unknown' });
  expect(await found()).toEqual([]);
  await client.call('add_screenshot', { id: made.id, ...mobile });
  expect(await found()).toMatchObject([{ screenshot_index: 3, x: 78 / 780, y: 2000 / 4000 }]);
});

test('on the next pass a packet shows before and after; a mark moved to another screenshot has no before', async () => {
  const first = await review(client, { images: await views('#eeeeee') });
  const reviewer = reviewerOf(first);
  await reviewer.call('place_mark', mark(onButton));
  await reviewer.call('place_mark', mark({ screenshot_index: 1 }));
  await decide(first, 'changes_requested');
  const second = await review(client, { images: await views('#dddddd'), parent_id: first.id });
  const { review: carried } = await reviewerOf(second).call('read_review', {});
  for (const pin of carried.work_packets.pins) {
    const { before_url = '', after_url = '' } = pin.before_after ?? {};
    expect((await fetchImage(before_url)).equals(await fetchImage(after_url))).toBe(false);
  }
  expect(carried.work_packets.pins).toHaveLength(2);
  const { review: moved } = await reviewerOf(second).call('edit_mark', { mark_id: 2, screenshot_index: 0 });
  expect(moved.work_packets.pins.map((pin) => pin.before_after === null)).toEqual([false, true]);
  expect((await overRest(replica.url, second.id)).work_packets).toEqual(moved.work_packets);
});
