import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { compiled } from '../support/compiled.ts';
import { createTestDatabase } from '../support/database.ts';
import { base64, decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { guestOf, suggestion } from '../support/guest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startService } from '../support/service.ts';
import { type Heard, onMessage } from './support/events.ts';

const within = { timeout: PATIENCE_MS, interval: 20 };

/** Returns the same link on the other process. */
const there = (link: string): string => replicaUrl + new URL(link).pathname;

/** Opens a stream and waits for its first event. */
async function settled(link: string): Promise<Heard> {
  const stream = await onMessage(link);
  await expect.poll(stream.changes, within).toBeGreaterThanOrEqual(1);
  return stream;
}

const database = await createTestDatabase();
const service = await startService({ DATABASE_URL: database.url });
const client = await service.newClient();
const port = await freePort();
const replicaUrl = `http://localhost:${port}`;
const replica = spawn(process.execPath, [resolve('server/serve.ts')], {
  env: {
    ...process.env,
    ...compiled,
    PORT: String(port),
    BASE_URL: replicaUrl,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key for tests only of no worth',
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
// The replica starts to listen with its first stream, which gets an event when it opens and one when it listens.
const first = await onMessage(there((await review(client)).review_url));
await vi.waitUntil(() => first.changes() === 2, within);
first.close();
afterAll(async () => {
  if (replica.exitCode === null) {
    replica.kill('SIGTERM');
    await once(replica, 'exit');
  }
});

test('every change sends an event to the pages of both links, also through another process', async () => {
  const made = await review(client);
  const streams = [await settled(there(made.review_url)), await settled(there(made.guest_share_url))];
  const reviewer = reviewerOf(made);
  const resolved = { id: made.id, marks: [{ id: 1, status: 'resolved' as const }] };
  const changes: [string, () => Promise<unknown>][] = [
    ['a suggestion', () => guestOf(made).call('suggest', suggestion())],
    ['its acceptance', () => reviewer.call('accept_suggestion', { suggestion_id: 1 })],
    ['a mark', () => reviewer.call('place_mark', mark())],
    ['its words', () => reviewer.call('edit_mark', { mark_id: 2, body: 'Other words' })],
    ['a finding', () => client.call('add_findings', { id: made.id, findings: [{ body: 'A finding' }] })],
    ['a finding put away', () => reviewer.call('hide_finding', { finding_id: 1 })],
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
    // Waits until all events of this change have arrived, before the next change.
    const later = await settled(there(made.review_url));
    later.close();
  }
  for (const stream of streams) {
    // The stream carries no data of the change.
    expect(stream.text().replaceAll(/(retry: 3000|event: change\ndata: \{\}|:)\n\n/g, '')).toBe('');
    stream.close();
  }
  console.log(`${changes.length} kinds of changes × 2 links, through another process: all heard`);
});

test('a change of another review sends no event', async () => {
  const [own, other] = [await review(client), await review(client)];
  const quiet = await settled(there(own.review_url));
  const loud = await settled(there(other.review_url));
  // Events arrive in order, so after this one none of the creation is still on its way.
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

test('a stream is never cached or framed, exists only for live links, and changes nothing', async () => {
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

test('the stream of a deleted review sends a last event and ends', async () => {
  const made = await review(client);
  const streams = [await settled(there(made.review_url)), await settled(made.guest_share_url)];
  const before = streams.map((stream) => stream.changes());
  await client.call('delete_review', { id: made.id });
  for (const [at, stream] of streams.entries()) {
    expect(await stream.ended).toBe(true);
    expect(stream.changes()).toBeGreaterThan(before[at] ?? 0);
  }
  expect((await fetch(`${made.review_url}/events`)).status).toBe(404);
  // How long a stream is open must not count as the duration of a request.
  const figures = await (await fetch(`${service.url}/metrics`)).text();
  expect(figures).toContain('route="/r/:token/events",status="404"');
  expect(figures).not.toContain('/events",status="200"');
});

test('a process that receives SIGTERM ends its streams properly and exits', async () => {
  const made = await review(client);
  const streams = await Promise.all(Array.from({ length: 12 }, () => settled(there(made.review_url))));
  const exit = once(replica, 'exit');
  replica.kill('SIGTERM');
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => true));
  expect(await exit).toEqual([0, null]);
  console.log(`${streams.length} streams open at SIGTERM: all ended in good order, exit 0`);
});
