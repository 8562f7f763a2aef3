import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compiled } from '../support/compiled.ts';
import { createTestDatabase } from '../support/database.ts';
import { base64, decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { guestOf, suggestion } from '../support/guest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Heard, onMessage } from './support/events.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: TestService;
let client: Awaited<ReturnType<TestService['newClient']>>;
let replica: ChildProcess;
let replicaUrl: string;
const within = { timeout: PATIENCE_MS, interval: 20 };

/** The same link, on the other process. */
const there = (link: string): string => replicaUrl + new URL(link).pathname;

/** A stream that has been told what was before it. */
async function settled(link: string): Promise<Heard> {
  const stream = await onMessage(link);
  await expect.poll(stream.changes, within).toBeGreaterThanOrEqual(1);
  return stream;
}

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ DATABASE_URL: database.url });
  client = await service.newClient();
  const port = await freePort();
  replicaUrl = `http://localhost:${port}`;
  replica = spawn(process.execPath, [resolve('server/serve.ts')], {
    env: {
      ...process.env,
      ...compiled,
      PORT: String(port),
      BASE_URL: replicaUrl,
      DATABASE_URL: database.url,
      SECRET_KEY: 'a key for tests only, of no worth',
      DATA_DIR: service.dataDir,
      ROLE: 'web',
    },
    stdio: 'ignore',
  });
  const isUp = () =>
    fetch(`${replicaUrl}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await vi.waitUntil(async () => (await isUp()) === 200, within);
  // Its first stream begins to listen: told once at its beginning, and once when it hears.
  const first = await onMessage(there((await review(client)).review_url));
  await vi.waitUntil(() => first.changes() === 2, within);
  first.close();
});
afterAll(async () => {
  if (replica.exitCode === null) {
    replica.kill('SIGTERM');
    await once(replica, 'exit');
  }
  await service.close();
  await database.drop();
});

test('every change reaches the pages of both links through another process', async () => {
  const made = await review(client);
  const streams = [await settled(there(made.review_url)), await settled(there(made.guest_share_url))];
  const reviewer = reviewerOf(made);
  const resolved = { id: made.id, marks: [{ id: 1, status: 'resolved' as const }] };
  const changes: [string, () => Promise<unknown>][] = [
    ['a suggestion', () => guestOf(made).call('suggest', suggestion())],
    ['its acceptance', () => reviewer.call('accept_suggestion', { suggestion_id: 1 })],
    ['a mark', () => reviewer.call('place_mark', mark())],
    ['its words', () => reviewer.call('edit_mark', { mark_id: 2, body: 'Other words' })],
    ['a hint', () => client.call('add_findings', { id: made.id, findings: [{ body: 'A hint' }] })],
    ['a hint put away', () => reviewer.call('hide_finding', { finding_id: 1 })],
    ['a screenshot', async () => client.call('add_screenshot', { id: made.id, image: await base64('#112233') })],
    ['the decision', () => decide(made, 'changes_requested')],
    ['a resolution by REST', () => client.call('resolve_marks', resolved)],
    ['a newer pass', () => nextPass(client, made)],
  ];
  for (const [what, change] of changes) {
    const before = streams.map((stream) => stream.changes());
    await change();
    for (const [at, stream] of streams.entries()) {
      await expect.poll(stream.changes, { ...within, message: what }).toBeGreaterThan(before[at] ?? 0);
    }
    // All that one change is told of has been told, before the next one comes.
    const later = await settled(there(made.review_url));
    later.close();
  }
  for (const stream of streams) {
    // Nothing of what changed is in it.
    expect(stream.text().replaceAll(/(retry: 3000|event: change\ndata: \{\}|:)\n\n/g, '')).toBe('');
    stream.close();
  }
  console.log(`${changes.length} kinds of changes × 2 links, through another process: all heard`);
});

test('what happens to another review is not told', async () => {
  const [own, other] = [await review(client), await review(client)];
  const quiet = await settled(there(own.review_url));
  const loud = await settled(there(other.review_url));
  // What is told follows what was told before: nothing of how it was made is under way.
  const made = quiet.changes();
  await reviewerOf(own).call('place_mark', mark());
  await expect.poll(quiet.changes, within).toBeGreaterThan(made);
  const again = await settled(there(own.review_url));
  again.close();
  const before = [quiet.changes(), loud.changes()];
  await reviewerOf(other).call('place_mark', mark());
  await expect.poll(loud.changes, within).toBeGreaterThan(before[1] ?? 0);
  expect(quiet.changes()).toBe(before[0]);
  quiet.close();
  loud.close();
});

test('many changes are told in at most four a second, and the last one is', async () => {
  const made = await review(client);
  const stream = await settled(there(made.review_url));
  const before = stream.changes();
  const began = performance.now();
  const count = 60;
  for (let at = 0; at < count; at += 1) await reviewerOf(made).call('place_mark', mark());
  const atTheEnd = stream.changes();
  const seconds = (performance.now() - began) / 1000;
  await reviewerOf(made).call('edit_mark', { mark_id: count, body: 'The last one' });
  await expect.poll(stream.changes, within).toBeGreaterThan(atTheEnd);
  const told = atTheEnd - before;
  expect(told).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2);
  console.log(`${count} marks in ${seconds.toFixed(1)} s: ${told} changes told`);
  stream.close();
});

test('it is a stream that nobody keeps or frames, behind live links alone, and opening it changes nothing', async () => {
  const made = await review(client);
  const before = await client.call('get_review', { id: made.id });
  const stream = await settled(made.review_url);
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(stream.text().startsWith('retry: 3000\n\n')).toBe(true);
  stream.close();
  for (const path of ['/r/', '/g/']) {
    const nobodys = await fetch(`${service.url}${path}${'a1B2'.repeat(11).slice(0, 43)}/events`);
    expect(nobodys.status).toBe(404);
    expect(await nobodys.json()).toMatchObject({ error: 'not_found' });
  }
  expect((await fetch(`${made.review_url}/events`, { method: 'HEAD' })).status).toBe(405);
  expect(await client.call('get_review', { id: made.id })).toEqual(before);
});

test('thirty pages of one link are kept up to date; the next is told to wait until one goes', async () => {
  const made = await review(client);
  const open = await Promise.all(Array.from({ length: 30 }, () => onMessage(made.review_url)));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await fetch(`${made.review_url}/events`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ error: 'rate_limited', retry_after: 10 });
  const ofGuests = await onMessage(made.guest_share_url);
  expect(ofGuests.status).toBe(200);
  open[0]?.close();
  const again = async () => {
    const stream = await onMessage(made.review_url);
    stream.close();
    return stream.status;
  };
  await expect.poll(again, within).toBe(200);
  for (const stream of [...open, ofGuests]) stream.close();
});

test('the stream of a review that is deleted ends, after a last word', async () => {
  const made = await review(client);
  const streams = [await settled(there(made.review_url)), await settled(made.guest_share_url)];
  const before = streams.map((stream) => stream.changes());
  await client.call('delete_review', { id: made.id });
  for (const [at, stream] of streams.entries()) {
    expect(await stream.ended).toBe(true);
    expect(stream.changes()).toBeGreaterThan(before[at] ?? 0);
  }
  expect((await fetch(`${made.review_url}/events`)).status).toBe(404);
  // How long a page was open says nothing of how fast the service is.
  const figures = await (await fetch(`${service.url}/metrics`)).text();
  expect(figures).toContain('route="/r/:token/events",status="404"');
  expect(figures).not.toContain('/events",status="200"');
});

test('a process that is told to stop ends its streams in good order and leaves', async () => {
  const made = await review(client);
  const streams = await Promise.all(Array.from({ length: 12 }, () => settled(there(made.review_url))));
  const exit = once(replica, 'exit');
  replica.kill('SIGTERM');
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => true));
  expect(await exit).toEqual([0, null]);
  console.log(`${streams.length} streams open at SIGTERM: all ended in good order, exit 0`);
});
