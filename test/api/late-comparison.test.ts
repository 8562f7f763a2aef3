import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import { compareShot } from '../../server/domain/review/compare-shot.ts';
import { asProcess } from '../support/another-process.ts';
import { base64, decide, mark, nextPass, png, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { linksOf } from './support/links.ts';
import { startReceiver } from './support/receiver.ts';
import { sql } from './support/sql.ts';

let client: Client & { workspaceId: string };
let gates: Map<string, PromiseWithResolvers<void>>;
const colours: Record<string, string> = { grand: '#224466', parent: '#4477aa', same: '#4477aa', child: '#aa4477' };

const gateOf = (name: string) => {
  const known = gates.get(name) ?? Promise.withResolvers<void>();
  gates.set(name, known);
  return known;
};
/** A screenshot that arrives when the test calls `gateOf(name).resolve()`. */
const slow = (name: string, label = 'Home') => ({ image: `${imageServer.url}/${name}`, label });

const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8', CAPTURE_CONCURRENCY: '6' });
const imageServer = await startReceiver();
imageServer.answerWith(async ({ path }) => {
  const name = path.slice(1);
  await gateOf(name).promise;
  const colour = colours[name];
  return colour === undefined ? 404 : { type: 'image/png', body: await png(colour, 400, 300) };
});
afterAll(() => {
  for (const each of gates.values()) each.resolve();
});
beforeEach(async () => {
  gates = new Map();
  client = await service.newClient();
});

const read = (id: string) => client.call('get_review', { id });
const statusOf = async (id: string) => (await read(id)).status;
const changesOf = async (id: string) => (await read(id)).screenshots.map(({ change }) => change?.kind ?? null);
const large = async (colour: string) => (await png(colour, 400, 300)).toString('base64');

test('a pass is compared when its parent’s late screenshot arrives', async () => {
  const parent = await review(client, { images: [slow('parent')] });
  const child = await nextPass(client, parent, { images: [slow('child')] });
  gateOf('child').resolve();
  await expect.poll(() => statusOf(child.id)).toBe('open');
  expect(await changesOf(child.id)).toEqual([null]);
  gateOf('parent').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['changed']);
  const [shot] = (await read(child.id)).screenshots;
  expect(shot?.change?.share).toBeGreaterThan(0.9);
  expect((await fetch(shot?.change?.diff_url ?? '')).status).toBe(200);
  expect((await read(parent.id)).screenshots).toHaveLength(1);
  expect(await statusOf(parent.id)).toBe('superseded');
});

test('a mark placed before the comparison gets its change, and stays in place', async () => {
  const parent = await review(client, { images: [slow('parent')] });
  const child = await nextPass(client, parent, { images: [{ image: await large('#aa4477'), label: 'Home' }] });
  const placed = await reviewerOf(child).call('place_mark', mark());
  expect(placed.review.marks[0]?.change).toBeNull();
  gateOf('parent').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['changed']);
  const [after] = (await read(child.id)).marks;
  expect(after).toMatchObject({ x: 0.1, y: 0.2, width: 0.3, height: 0.4, change: { kind: 'changed' } });
});

test('a parent that finishes first, and an identical screenshot, are compared as usual', async () => {
  const parent = await review(client, { images: [slow('parent')] });
  const child = await nextPass(client, parent, { images: [slow('same')] });
  gateOf('parent').resolve();
  await expect.poll(() => statusOf(parent.id)).toBe('open');
  gateOf('same').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['identical']);
});

test('a screenshot is new when its parent’s never arrives', async () => {
  const parent = await review(client, { images: [slow('missing'), slow('parent', 'Other')] });
  const child = await nextPass(client, parent, { images: [slow('child'), slow('same', 'Other')] });
  for (const name of ['child', 'same']) gateOf(name).resolve();
  await expect.poll(() => statusOf(child.id)).toBe('open');
  gateOf('missing').resolve();
  gateOf('parent').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['new', 'identical']);
});

test('screenshots added to the parent while the next pass is being made are compared', async () => {
  const parent = await review(client, { images: [{ image: await large('#4477aa'), label: 'Home' }] });
  const images = [slow('child', 'Added'), slow('same', 'Late'), slow('grand', 'Last')];
  const child = await nextPass(client, parent, { images });
  gateOf('child').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['new']);
  await client.call('add_screenshot', { id: parent.id, image: await large('#4477aa'), label: 'Added' });
  await expect.poll(() => changesOf(child.id)).toEqual(['changed']);
  await client.call('add_screenshot', { id: parent.id, ...slow('parent', 'Late') });
  gateOf('same').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['changed', null]);
  gateOf('parent').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['changed', 'identical']);
});

test('a third pass that is ready before the second keeps the marks; each is compared with its parent', async () => {
  const first = await rejectedReview(client, [{}], { images: [{ image: await large('#224466'), label: 'Home' }] });
  const second = await nextPass(client, first, { images: [slow('parent')] });
  const third = await nextPass(client, second, { images: [slow('child')] });
  gateOf('child').resolve();
  await expect.poll(() => statusOf(third.id)).toBe('open');
  expect((await read(third.id)).marks).toHaveLength(1);
  gateOf('parent').resolve();
  await expect.poll(() => changesOf(third.id)).toEqual(['changed']);
  expect(await changesOf(second.id)).toEqual(['changed']);
  const [carried] = (await read(third.id)).marks;
  // The whole image changed, so the comparison could not find the mark's place again.
  expect(carried).toMatchObject({ screenshot_index: 0, position: 'uncertain' });
});

test('a pass decided before the comparison is still compared, and its marks stay as sent', async () => {
  const parent = await review(client, { images: [slow('parent')] });
  const child = await nextPass(client, parent, { images: [{ image: await large('#aa4477'), label: 'Home' }] });
  await reviewerOf(child).call('place_mark', mark());
  await decide(child, 'changes_requested');
  const { marks } = await read(child.id);
  gateOf('parent').resolve();
  await expect.poll(() => changesOf(child.id)).toEqual(['changed']);
  expect((await read(child.id)).marks).toEqual(marks);
});

test('a mark judged before the comparison keeps what is known of its element', async () => {
  const image = async (colour: string, ...texts: string[]) => {
    const elements = linksOf(texts, { width: 200, height: 60 });
    return { images: [{ image: await large(colour), label: 'Home', elements }] };
  };
  const docs = { x: 0, y: 0.2, width: 0.5, height: 0.2, body: 'Too pale' };
  const parent = await review(client, await image('#4477aa', 'Home', 'Docs', 'Blog', 'Terms'));
  await reviewerOf(parent).call('place_mark', mark(docs));
  await decide(parent, 'changes_requested');
  const child = await nextPass(client, parent, await image('#aa4477', 'Home', 'Blog', 'Terms'));
  const lost = { position: 'element_removed', element: { text: 'Docs' }, change: null };
  expect(child.marks[0]).toMatchObject(lost);
  const unknown =
    'UPDATE shot SET change_kind = NULL, change_share = NULL, diff_key = NULL WHERE review_id = $1 RETURNING id';
  const [shot] = await sql<{ id: string }>(service, unknown, [child.id]);
  await reviewerOf(child).call('verify_mark', { mark_id: 1 });
  await reviewerOf(child).call('reopen_mark', { mark_id: 1, reason: 'It should be there' });
  const job = { workspaceId: client.workspaceId, shotId: shot?.id ?? '' };
  await asProcess(
    service,
    () => new Date(),
    (ports) => compareShot(ports, job),
  );
  expect(await changesOf(child.id)).toEqual(['changed']);
  expect((await read(child.id)).marks[0]).toMatchObject(lost);
});

test('a mark says nothing of a change while its screenshot waits to be compared anew', async () => {
  const parent = await rejectedReview(client, [{}]);
  const child = await nextPass(client, parent, { images: [{ image: await base64(), label: 'Home' }] });
  expect(child.marks[0]?.change).toEqual({ kind: 'identical', share: 0 });
  await sql(service, 'UPDATE shot SET change_kind = NULL, change_share = NULL WHERE review_id = $1 RETURNING id', [
    child.id,
  ]);
  expect((await read(child.id)).marks[0]).toMatchObject({ position: 'exact', change: null });
});

test('concurrent workers that compare one screenshot store one result', async () => {
  const parent = await review(client, { images: [{ image: await base64('#4477aa'), label: 'Home' }] });
  const child = await nextPass(client, parent);
  const unknown =
    'UPDATE shot SET change_kind = NULL, change_share = NULL, diff_key = NULL WHERE review_id = $1 RETURNING id';
  const [shot] = await sql<{ id: string }>(service, unknown, [child.id]);
  const job = { workspaceId: client.workspaceId, shotId: shot?.id ?? '' };
  await asProcess(
    service,
    () => new Date(),
    async (ports) => {
      await Promise.all([1, 2, 3].map(() => compareShot(ports, job)));
    },
  );
  const [compared] = (await read(child.id)).screenshots;
  expect(compared?.change).toMatchObject({ kind: 'changed', share: 1 });
  expect((await fetch(compared?.change?.diff_url ?? '')).status).toBe(200);
});
