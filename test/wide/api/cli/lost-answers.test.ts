import { beforeEach, expect, test } from 'vitest';
import type { Client, Output } from '../../../../server/contract/client.ts';
import { type Cli, createCli } from '../../../api/cli/support/cli.ts';
import { type FlakyProxy, startFlakyProxy } from '../../../api/cli/support/flaky-proxy.ts';
import { hold } from '../../../api/support/lock.ts';
import { decide, marksOf, rejectedReview, review } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';

type Review = Output<'get_review'>;

let proxy: FlakyProxy;
let client: Client & { workspaceId: string };
let cli: Cli;
const service = await startService();
beforeEach(async () => {
  proxy = await startFlakyProxy(service.url);
  const made = await service.newClient();
  client = made;
  cli = await createCli({ SIGHTLINE_URL: proxy.url, SIGHTLINE_TOKEN: made.token });
});

const reviews = async () => (await client.call('list_reviews', {})).reviews;
const times = (match: RegExp) => proxy.seen.filter((name) => match.test(name)).length;

test.each(['lost', 'cut'] as const)('a creation whose answer is %s makes one review', async (mishap) => {
  proxy.next(/^POST .*reviews$/, mishap, mishap);
  const { code, document, stderr } = await cli.json<Review>(['review', await cli.image('a.png')]);
  expect(code).toBe(0);
  expect((await reviews()).map(({ id }) => id)).toEqual([document.id]);
  expect((await client.call('get_billing', {})).credits.left).toBe(199);
  expect(stderr).toContain('No answer. Trying again');
  expect(times(/^POST .*reviews$/)).toBe(3);
});

test('a creation that never gets an answer explains how to continue', async () => {
  const args = ['review', await cli.image('a.png')];
  proxy.next(/^POST .*reviews$/, 'lost', ...Array.from({ length: 4 }, () => ({ status: 503 })));
  const { code, stderr } = await cli.run(args);
  expect(code).toBe(1);
  const [more = ''] = /--key [-\w]+$/m.exec(stderr) ?? [];
  const { document } = await cli.json<Review>([...args, ...more.split(' ')]);
  expect((await reviews()).map(({ id }) => id)).toEqual([document.id]);
});

test('an image whose answer is lost is added once', async () => {
  const names = await Promise.all(Array.from({ length: 7 }, (_, at) => cli.image(`${at}.png`)));
  proxy.next(/screenshots$/, 'lost', { status: 503, headers: { 'retry-after': '0' } }, 'lost');
  const { code, document } = await cli.json<Review>(['review', ...names]);
  expect(code).toBe(0);
  expect(document.screenshots.map(({ label }) => label)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
});

test('an image is added once when the connection breaks while it is being added', async () => {
  const made = await review(client);
  const holder = await hold(service);
  await holder.query('SELECT 1 FROM chain WHERE id = $1 FOR UPDATE', [made.id]);
  proxy.next(/screenshots$/, 'broken');
  const running = cli.start(['add-screenshot', made.id, await cli.image('a.png')]);
  await expect.poll(() => times(/screenshots$/)).toBe(2);
  await holder.end('COMMIT');
  expect((await running.ended).code).toBe(0);
  expect((await client.call('get_review', { id: made.id })).screenshots).toHaveLength(2);
});

test('a run that was stopped halfway continues with the same key', async () => {
  const names = await Promise.all(Array.from({ length: 8 }, (_, at) => cli.image(`${at}.png`)));
  const args = ['review', ...names, '--key', 'build-9'];
  proxy.next(/screenshots$/, { status: 500, body: '{"error":"unexpected","message":"Oh no"}' });
  const first = await cli.run(args);
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('Oh no') });
  const { code, document } = await cli.json<Review>(args);
  expect(code).toBe(0);
  expect(document.screenshots).toHaveLength(8);
  expect(await reviews()).toHaveLength(1);
});

test('a rate-limited call waits as long as the service says', async () => {
  proxy.next(/billing$/, { status: 429, headers: { 'retry-after': '1' } }, { status: 503 });
  const { code, stderr } = await cli.run(['billing']);
  expect(code).toBe(0);
  expect(stderr).toContain('Too many requests. Trying again in 1 s.');
  expect(stderr).toContain('The service answered 503.');
  expect(times(/billing$/)).toBe(3);
});

test('reporting, cancelling and deleting survive a lost answer', async () => {
  const rejected = await rejectedReview(client);
  proxy.next(/resolve$/, 'lost');
  expect((await cli.run(['resolve', rejected.id, '1', '--note', 'Done'])).code).toBe(0);
  expect(await marksOf(rejected)).toMatchObject({ 1: { status: 'resolved', note: 'Done' } });

  const cancelled = await review(client);
  proxy.next(/cancel$/, 'lost');
  expect((await cli.json(['cancel', cancelled.id])).document).toMatchObject({ status: 'cancelled' });

  proxy.next(/^DELETE .*reviews/, 'lost');
  expect((await cli.json(['delete', cancelled.id, '--yes'])).document).toEqual({ id: cancelled.id, deleted: true });

  proxy.next(/^DELETE .*workspace/, 'lost');
  const { document } = await cli.json(['delete-workspace', '--confirm', client.workspaceId]);
  expect(document).toMatchObject({ workspace_id: client.workspaceId, deleted: true });
});

test('a decision is not sent twice because an answer was lost', async () => {
  const made = await review(client);
  proxy.next(/redeliver$/, 'lost');
  expect((await cli.run(['redeliver', made.id])).code).toBe(1);
  expect(times(/redeliver$/)).toBe(1);
});

test('a wait continues while the service does not answer', async () => {
  const made = await review(client);
  proxy.next(/^GET .*reviews\//, ...Array.from({ length: 3 }, () => 'lost' as const), { status: 502 });
  const running = cli.start(['wait', made.id]);
  await expect.poll(() => running.written().stderr).toContain('still trying');
  await expect.poll(() => running.written().stderr).toContain('Waiting for the reviewer');
  await decide(made, 'approved');
  expect((await running.ended).code).toBe(0);
});

test('an address that is not the service’s is reported', async () => {
  proxy.next(/billing$/, { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' });
  const other = await cli.run(['billing']);
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer like a Sightline service') });
  proxy.next(/billing$/, { status: 301, headers: { location: 'https://sightline.example.com/api/billing' } });
  const moved = await cli.run(['billing']);
  expect(moved).toMatchObject({ code: 1, stderr: expect.stringContaining('--url https://sightline.example.com') });
});
