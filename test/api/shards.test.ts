import { beforeEach, expect, test } from 'vitest';
import type { Client, Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { base64, decide, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';

let client: Client;
const service = await startService();
beforeEach(async () => {
  client = await service.newClient();
});

const request = { title: 'Update', reference: 'shop/web#7', revision: 'b'.repeat(40), shards: 3 };
const join = (more: Partial<Input<'create_review'>> = {}) => client.call('create_review', { ...request, ...more });
const shots = async (...labels: string[]) =>
  Promise.all(labels.map(async (label, at) => ({ label, image: await base64(`#00${at}${label.length}44`) })));
const add = (id: string, shard: number, more: Omit<Input<'add_screenshot'>, 'id' | 'shard'>) =>
  client.call('add_screenshot', { id, shard, ...more });
const labels = ({ screenshots }: Review) => screenshots.map(({ label }) => label);

test('jobs that start at once share a review, which opens when the last of them has sent everything', async () => {
  const joined = await Promise.all([join(), join(), join(), join()]);
  const [{ id, status, shards } = expect.fail()] = joined;
  expect(new Set(joined.map((each) => each.id)).size).toBe(1);
  expect([status, shards]).toEqual(['preparing', { expected: 3, sent: [] }]);
  expect((await client.call('get_billing', {})).credits.left).toBe(199);

  await add(id, 2, { images: await shots('Cart', 'Pay'), complete: true });
  const [first, third] = [await shots('Home'), await shots('Login')];
  const half = await add(id, 1, { images: first });
  expect(half).toMatchObject({ status: 'preparing', shards: { expected: 3, sent: [2] } });
  expect(half.next_action).toEqual({
    action: 'wait_for_screenshots',
    summary: '2 jobs have not sent all screenshots yet.',
  });
  // A shard may have nothing to send, or nothing left.
  expect((await add(id, 1, { complete: true })).next_action.summary).toBe('1 job has not sent all screenshots yet.');
  const done = await add(id, 3, { images: third, complete: true });
  expect(done).toMatchObject({ status: 'open', shards: { expected: 3, sent: [1, 2, 3] } });
  expect(labels(done)).toEqual(['Cart', 'Pay', 'Home', 'Login']);
});

test('a job that runs again joins its review, and sends what is missing', async () => {
  const { id } = await join();
  await add(id, 1, { images: await shots('Home'), complete: true });
  expect((await join()).id).toBe(id);
  expect((await add(id, 1, { complete: true })).shards).toEqual({ expected: 3, sent: [1] });
  for (const shard of [2, 3]) await add(id, shard, { images: await shots(`Page ${shard}`), complete: true });
  const again = await add(id, 2, { images: await shots('Forgotten'), complete: true });
  expect([again.status, labels(again)]).toEqual(['open', ['Home', 'Page 2', 'Page 3', 'Forgotten']]);
});

test('a job may repeat a request: what it has sent is left out, and others may use the same label', async () => {
  const { id } = await join({ shards: 2 });
  const images = await shots('Home', 'Cart');
  for (let time = 0; time < 2; time += 1) await add(id, 1, { images });
  await add(id, 1, { images: [...images, ...(await shots('Pay'))], complete: true });
  for (let time = 0; time < 2; time += 1) await add(id, 2, { images: await shots('Home'), complete: true });
  const now = await client.call('get_review', { id });
  expect(labels(now)).toEqual(['Home', 'Cart', 'Pay', 'Home']);
  for (const { url } of now.screenshots) expect((await fetch(url)).status).toBe(200);

  const of = { repository: 'shop/web', name: 'visual', branch: 'main', commit: 'a'.repeat(40), shards: 1 };
  const baseline = await client.call('create_baseline', of);
  const send = (complete: boolean) => client.call('add_to_baseline', { id: baseline.id, shard: 1, images, complete });
  await send(false);
  expect((await send(true)).screenshots.map(({ label }) => label)).toEqual(['Home', 'Cart']);
});

test('another commit, another number of jobs or a review that is open begins another pass', async () => {
  const { id } = await join();
  const other = { ...request, revision: 'c'.repeat(40) };
  expect((await client.call('create_review', other)).id).not.toBe(id);
  expect((await join({ shards: 2 })).id).not.toBe(id);
  for (const shard of [1, 2, 3]) await add(id, shard, { images: await shots(`Page ${shard}`), complete: true });
  const next = await join({ parent_id: id });
  expect(next).toMatchObject({ pass: 2, parent_id: id, status: 'preparing' });
});

test('a review whose jobs send nothing fails, and its credits come back', async () => {
  const { id } = await join({ shards: 1 });
  const { status } = await add(id, 1, { complete: true });
  expect(status).toBe('failed');
  expect((await client.call('get_billing', {})).credits.left).toBe(200);
});

test('a page that is still being fetched when the last job ends is waited for', async () => {
  const { id } = await join({ shards: 1 });
  const waiting = await add(id, 1, { image: 'https://nowhere.invalid/a.png', label: 'Home', complete: true });
  expect(waiting.status).toBe('preparing');
  await expect.poll(async () => (await client.call('get_review', { id })).status).toBe('failed');
});

test.each<[string, () => Promise<unknown>, string, string]>([
  ['a source beside shards', async () => join({ images: [await base64()] }), 'shards', 'in place of images'],
  ['shards without a revision', () => client.call('create_review', { title: 'A', shards: 2 }), 'shards', 'needs'],
  [
    'no shard',
    async () => client.call('add_screenshot', { id: (await join()).id, image: 'AAAA' }),
    'shard',
    'which of',
  ],
  ['a shard too many', async () => add((await join()).id, 4, { complete: true }), 'shard', 'is 1 to 3'],
  ['a shard of another review', async () => add((await review(client)).id, 1, { complete: true }), 'shard', 'Leave it'],
])('%s is refused with its field', async (_, call, path, words) => {
  const { status, body } = await refusal(call());
  expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
  expect(body.message).toContain(words);
});

test('a decided review takes no more from its jobs', async () => {
  const { id } = await join({ shards: 1 });
  const open = await add(id, 1, { images: await shots('Home'), complete: true });
  await decide(open, 'approved');
  expect((await refusal(add(id, 1, { images: await shots('Late') }))).body.error).toBe('invalid_state');
});

test('jobs share a baseline, which is complete when the last of them has sent everything', async () => {
  const commit = 'a'.repeat(40);
  const of = { repository: 'shop/web', name: 'visual', branch: 'main', commit, shards: 2 };
  const joined = await Promise.all([1, 2, 3].map(() => client.call('create_baseline', of)));
  const [{ id } = expect.fail()] = joined;
  expect(new Set(joined.map((each) => each.id)).size).toBe(1);
  const more = async (shard: number, label: string, complete = true) =>
    client.call('add_to_baseline', { id, shard, images: await shots(label), complete });
  expect(await more(1, 'Home')).toMatchObject({ status: 'preparing', shards: { expected: 2, sent: [1] } });
  expect(await more(2, 'Cart', false)).toMatchObject({ status: 'preparing', shards: { expected: 2, sent: [1] } });
  const base = { repository: 'shop/web', name: 'visual', branch: 'main', commits: [{ commit }] };
  const waiting = await review(client, { images: await shots('Home'), base });
  expect(waiting.base?.kind).toBe('none');
  expect(await more(2, 'Pay')).toMatchObject({ status: 'complete', shards: { expected: 2, sent: [1, 2] } });
  await expect.poll(async () => (await client.call('get_review', { id: waiting.id })).base?.compared).toBe(true);
  expect((await refusal(client.call('add_to_baseline', { id, image: await base64() }))).body.message).toContain(
    'which of',
  );
  expect((await client.call('create_baseline', of)).id).not.toBe(id);
});
