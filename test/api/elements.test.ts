import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Review, Screenshot } from '../../server/contract/review.ts';
import type { ElementMap } from '../../server/domain/port-types.ts';
import { base64, decide, mark, png, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { type ApiCaller, refusal } from './support/rest-and-mcp.ts';

const BANNER = 220;
const shop = (button: string, banner: string): string => `<!doctype html><html lang=en>
  <meta name=viewport content="width=device-width"><title>Shop</title>
  <style>body { margin: 0; font: 16px/1.5 sans-serif } main { padding: 40px } p { margin: 0 0 24px }
    button { ${button}; border: 0; padding: 12px 24px; font: inherit }</style>
  ${banner}<main><h1>Your basket</h1>${'<p>Two candles, one lamp, delivered on Tuesday.</p>'.repeat(12)}
  <button data-testid=pay>Pay now</button><p>Prices include tax.</p></main></html>`;

let page = '';
const site = await startReceiver();
site.answerWith(async ({ path }) =>
  path === '/after.png'
    ? { type: 'image/png', body: await png('#00aa55', 300, 200) }
    : path === '/words.png'
      ? { type: 'text/html', body: Buffer.from('<!doctype html><p>no image') }
      : path === '/'
        ? { type: 'text/html; charset=utf-8', body: Buffer.from(page) }
        : 404,
);

async function elementsOf(shot: Screenshot | undefined): Promise<ElementMap> {
  const answer = await fetch(shot?.elements_url ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  return (await answer.json()) as ElementMap;
}

/** Returns the after-images that the service stores. */
async function copies({ dataDir }: { dataDir: string }): Promise<string[]> {
  const files = await readdir(join(dataDir, 'shots'), { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile() && /after-\w+$/.test(file.parentPath)).map(({ name }) => name);
}

const settings = { OUTBOUND_ALLOW: 'capture=127.0.0.0/8,fetch=127.0.0.0/8' };
const service = await startService(settings);

async function captured(caller: ApiCaller, more: { parent_id?: string } = {}): Promise<Review> {
  const made = await caller.call('create_review', {
    title: 'Shop',
    capture_url: true,
    page_url: `${site.url}/`,
    ...more,
  });
  await expect.poll(async () => (await caller.call('get_review', { id: made.id })).status).toBe('open');
  return caller.call('get_review', { id: made.id });
}

test('a mark finds its element in both views, follows it to the next pass and reports its change', async () => {
  page = shop('background: #eee; color: #ddd', '');
  const caller = await service.newClient();
  const first = await captured(caller);
  const [desktop, mobile] = first.screenshots;
  const map = await elementsOf(desktop);
  const beside = await fetch((desktop?.url ?? '').replace(/shot$/, 'elements'));
  expect(beside.status, 'the address of an image does not lead to the elements').toBe(404);
  const button = map.elements.find(({ tag }) => tag === 'button');
  expect(button).toMatchObject({ role: 'button', accessible_name: 'Pay now', text: 'Pay now' });
  const { x = 0, y = 0, width = 0, height = 0 } = button?.box ?? {};
  const [wide, tall] = [desktop?.width ?? 1, desktop?.height ?? 1];
  const place = { x: x / wide, y: y / tall, width: width / wide, height: height / tall };
  await reviewerOf(first).call('place_mark', mark({ ...place, body: 'Too pale', must_fix: true }));
  await decide(first, 'changes_requested');

  const { work_packets } = await caller.call('get_review', { id: first.id });
  const [pin] = work_packets.pins;
  expect(pin?.element).toMatchObject({ tag: 'button', accessible_name: 'Pay now' });
  expect(pin?.element?.selectors[0]).toEqual({ selector: expect.stringContaining('pay'), matches: 1 });
  expect(pin?.element?.outer_html).toContain('data-testid');
  expect(pin?.page_url).toBe(`${site.url}/`);
  expect(pin?.same_element_in).toHaveLength(1);
  const [elsewhere] = pin?.same_element_in ?? [];
  const onPhone = (await elementsOf(mobile)).elements.find(({ tag }) => tag === 'button');
  expect(elsewhere?.screenshot_index).toBe(mobile?.index);
  expect(elsewhere?.box_px.y).toBe(Math.round((onPhone?.box.y ?? 0) * 2));

  await caller.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
  page = shop('background: #135; color: #fff', `<div style="height: ${BANNER}px; background: #fd6">Sale</div>`);
  const second = await captured(caller, { parent_id: first.id });
  const [now] = second.marks;
  const shot = second.screenshots.find(({ index }) => index === now?.screenshot_index);
  const there = (await elementsOf(shot)).elements.find(({ tag }) => tag === 'button');
  expect(there?.box.y).toBe(y + BANNER);
  expect(Math.round((now?.y ?? 0) * (shot?.height ?? 0))).toBe(Math.round(y + BANNER));
  expect(now?.element).toMatchObject({ tag: 'button', accessible_name: 'Pay now' });
  expect(now?.change?.kind).toBe('changed');
  expect(now?.change?.share).toBeGreaterThan(0.5);
  // In both views the button's change belongs to the mark, and the banner is outside it.
  for (const { change, height, viewport } of second.screenshots) {
    const areas = change?.areas ?? [];
    const changed = areas.filter(({ kind }) => kind === 'changed');
    expect(changed.map(({ marks }) => marks)).toEqual(changed.map(() => [1]));
    expect(changed.length).toBeGreaterThan(0);
    const [sale] = areas.filter(({ marks }) => marks.length === 0);
    expect(sale).toMatchObject({ x: 0, y: 0, width: 1, kind: 'added' });
    expect(Math.round((sale?.height ?? 0) * height)).toBe(BANNER * (viewport?.scale ?? 1));
  }
  const { previous } = await reviewerOf(second).call('read_review', {});
  expect(previous?.marks).toMatchObject([{ id: 1, element_box: button?.box }]);
});

test('a moved mark names the element under its new place', async () => {
  const elements = [
    { tag: 'h1', text: 'Your basket', box: { x: 0, y: 0, width: 60, height: 20 } },
    { tag: 'button', text: 'Pay now', box: { x: 0, y: 20, width: 60, height: 20 } },
  ];
  const made = await review(await service.newClient(), { images: [{ image: await base64(), elements }] });
  const reviewer = reviewerOf(made);
  const placed = await reviewer.call('place_mark', { ...mark(), kind: 'point', x: 0.5, y: 0.75 });
  expect(placed.review.marks[0]?.element?.tag).toBe('button');
  const moved = await reviewer.call('edit_mark', { mark_id: 1, x: 0.5, y: 0.25 });
  expect(moved.review.marks[0]?.element).toMatchObject({ tag: 'h1', text: 'Your basket' });
});

const box = { x: 0, y: 0, width: 1, height: 1 };
const styles = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`s${at}`, 'x']));

test.each([
  ['too large', Array(900).fill({ box, text: 'x'.repeat(2000) }), 'images[0].elements'],
  ['styles without end', [{ box, styles }], 'images[0].elements[0].styles'],
])('elements that are %s are refused by their path', async (_, elements, path) => {
  const caller = await service.newClient();
  const { status, body } = await refusal(review(caller, { images: [{ image: await base64(), elements }] }));
  expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
});

test('after-images of a fixing agent are fetched, checked and served; a failure says why', async () => {
  const caller = await service.newClient();
  const made = await review(caller);
  for (const body of ['One', 'Two', 'Three', 'Four']) await reviewerOf(made).call('place_mark', mark({ body }));
  await decide(made, 'changes_requested');
  const show = (id: number, after_image: string) => ({ id, status: 'resolved' as const, after_image });
  const reported = await caller.call('resolve_marks', {
    id: made.id,
    marks: [
      show(1, `${site.url}/after.png`),
      show(2, `${site.url}/words.png`),
      show(3, `${site.url}/missing.png`),
      show(4, 'https://10.0.0.1/after.png'),
    ],
  });
  expect(reported).toMatchObject({ updated: 3 });
  expect(reported.skipped).toEqual([{ id: 4, reason: 'invalid_after_image' }]);
  const marks = async () => (await caller.call('get_review', { id: made.id })).marks;
  const ended = async () =>
    (await marks()).filter((each) => each.after_image_url !== null || each.after_image_problem !== null).length;
  await expect.poll(ended).toBe(3);
  const [fetched, noImage, missing] = await marks();
  expect(noImage).toMatchObject({ after_image_url: null, after_image_problem: expect.stringContaining('HTML') });
  expect(missing?.after_image_problem).toBe('The image’s address answered 404.');
  expect(fetched).toMatchObject({ after_image: `${site.url}/after.png`, after_image_problem: null });
  const copy = await fetch(fetched?.after_image_url ?? '');
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/png']);
  const { width, height } = await sharp(Buffer.from(await copy.arrayBuffer())).metadata();
  expect([width, height]).toEqual([300, 200]);

  // The next after-image replaces the copy, whose address then answers 404.
  const next = { id: 1, status: 'resolved' as const, after_image: `${site.url}/missing.png` };
  await caller.call('resolve_marks', { id: made.id, marks: [next] });
  await expect.poll(async () => (await marks())[0]?.after_image_problem).toContain('404');
  expect((await marks())[0]?.after_image_url).toBeNull();
  expect((await fetch(fetched?.after_image_url ?? '')).status).toBe(404);
  expect(await copies(service)).toEqual([]);
});
