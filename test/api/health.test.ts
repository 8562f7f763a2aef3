import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { decide, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { metrics, readyz, wholeAndWell } from './support/health.ts';
import { startReceiver } from './support/receiver.ts';
import { sql } from './support/sql.ts';

const fields = [...Object.keys(wholeAndWell), 'oldest_pending_delivery_seconds', 'oldest_pending_capture_seconds'];

const receiver = await startReceiver();
const service = await startService();
const database = await createTestDatabase();
const web = await startService({ ROLE: 'web', DATABASE_URL: database.url, OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });

/**
 * Looks at a service's health until it is complete: a part that does not answer in time, as on a busy machine, counts
 * as failed for a moment.
 */
function watch({ url }: TestService) {
  let latest: Awaited<ReturnType<typeof readyz>> | undefined;
  return {
    async seen() {
      latest = await readyz(url);
      return [latest.status, latest.body] as const;
    },
    last() {
      if (latest === undefined) throw new Error('Nobody has looked yet');
      return latest;
    },
  };
}
const atLeast = (seconds: number) => expect.toSatisfy((value: unknown) => Number(value) >= seconds);

test('a healthy service reports so, and each part by name', async () => {
  const well = { ...wholeAndWell, oldest_pending_delivery_seconds: 0, oldest_pending_capture_seconds: 0 };
  const { seen, last } = watch(service);
  await expect.poll(seen).toEqual([200, well]);
  expect(Object.keys(last().body)).toEqual(fields);
});

test('it is unready while the storage refuses files, and ready again afterwards without leftover files', async () => {
  const [folder, aside] = [join(service.dataDir, 'shots'), join(service.dataDir, 'aside')];
  await readyz(service.url);
  await rename(folder, aside);
  await writeFile(folder, 'in the way');
  try {
    const { seen, last } = watch(service);
    await expect.poll(seen).toMatchObject([503, { ready: false, database: true, queue: true, storage: false }]);
    expect(last().text).not.toContain(service.dataDir);
  } finally {
    await rm(folder);
    await rename(aside, folder);
  }
  await expect.poll(async () => (await readyz(service.url)).status).toBe(200);
  // A probe that took longer than its answer may still be under way.
  await expect.poll(() => readdir(join(folder, 'probes'))).toEqual([]);
});

test('without a worker it stays ready, reports that, and a later worker delivers the decision', async () => {
  receiver.answerWith(() => 204);
  const client = await web.newClient();
  const made = await review(client, { webhook_url: receiver.url });
  await decide(made, 'approved');
  const earlier = `UPDATE delivery SET next_attempt_at = next_attempt_at - interval '1 hour' WHERE review_id = $1`;
  await sql(web, earlier, [made.id]);
  const asking = { title: 'A page', capture_url: true, page_url: 'https://example.com/' };
  const { id } = await client.call('create_review', asking);
  const older = `UPDATE shot_request SET created_at = created_at - interval '2 hours' WHERE review_id = $1`;
  await sql(web, older, [id]);

  const { seen, last } = watch(web);
  const aged = { oldest_pending_delivery_seconds: atLeast(3600), oldest_pending_capture_seconds: atLeast(7200) };
  await expect.poll(seen).toEqual([200, { ...wholeAndWell, worker: false, ...aged }]);
  expect(Object.keys(last().body)).toEqual(fields);

  const figures = async () => {
    const told = await metrics(web.url);
    return Object.fromEntries(
      [
        ...['pending_deliveries', 'pending_captures', 'held_deliveries', 'queue_workers'],
        ...['oldest_pending_delivery_seconds', 'oldest_pending_capture_seconds'],
      ].map((name) => [name, told.get(`sightline_${name}`)]),
    );
  };
  const counts = { pending_deliveries: 1, pending_captures: 2, held_deliveries: 0, queue_workers: 0 };
  await expect.poll(figures).toEqual({ ...counts, ...aged });

  await client.call('cancel_review', { id });
  const worker = await startService({
    ...{ ROLE: 'worker', DATABASE_URL: web.databaseUrl, BASE_URL: web.url },
    OUTBOUND_ALLOW: 'webhook=127.0.0.0/8',
  });
  try {
    const status = async () => (await client.call('list_deliveries', { id: made.id })).deliveries[0]?.status;
    await expect.poll(status).toBe('delivered');
    const well = { ...wholeAndWell, oldest_pending_delivery_seconds: 0, oldest_pending_capture_seconds: 0 };
    await expect.poll(async () => (await readyz(web.url)).body).toEqual(well);
    await expect.poll(async () => (await metrics(web.url)).get('sightline_queue_workers')).toBe(1);
  } finally {
    await worker.close();
  }
  await expect.poll(async () => (await readyz(web.url)).body.worker).toBe(false);
});

test('metrics count requests by route pattern and status, and hold no id, link or token', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const link = made.review_url.split('/r/')[1] ?? '';
  await client.call('get_review', { id: made.id });
  await fetch(made.review_url);
  await fetch(`${service.url}/r/${'x'.repeat(43)}`);
  await fetch(`${service.url}/api/nothing/${randomUUID()}`);
  await fetch(`${service.url}/api/reviews/${made.id}`);
  const counted = (method: string, route: string, status: number) =>
    `sightline_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  const all = [
    [counted('POST', '/api/reviews', 201), 1],
    [counted('GET', '/api/reviews/:id', 200), 1],
    [counted('GET', '/api/reviews/:id', 401), 1],
    [counted('GET', '/r/:token', 200), 1],
    [counted('GET', '/r/:token', 404), 1],
    [counted('GET', 'unknown', 404), 1],
  ] as const;
  // The service counts a response after sending it, which can be after its receiver reads it.
  const counts = async () => {
    const now = await metrics(service.url);
    return all.map(([name]) => now.get(name));
  };
  await expect.poll(counts).toEqual(all.map(([, count]) => count));
  const told = await metrics(service.url);
  const [created] = all[0];
  const bucket = (le: string) => created.replace('_count', '_bucket').replace('}', `,le="${le}"}`);
  expect(told.get(bucket('+Inf'))).toBe(1);
  expect(told.get(bucket('60'))).toBe(1);
  expect(told.get(created.replace('_count', '_sum'))).toBeGreaterThan(0);
  for (const name of ['process_resident_memory_bytes', 'process_open_handles', 'process_start_time_seconds']) {
    expect(told.get(name), name).toBeGreaterThan(0);
  }
  expect(told.has('process_event_loop_lag_p99_seconds')).toBe(true);
  await expect.poll(async () => (await metrics(service.url)).get('sightline_reviews{status="open"}')).toBe(1);

  const text = await (await fetch(`${service.url}/metrics`)).text();
  const secrets = [made.id, link, client.token, client.workspaceId, service.url, service.dataDir];
  for (const secret of secrets) expect(text).not.toContain(secret);
  console.log(`${told.size} samples: ${secrets.length} secrets and ids, none of them in any`);
});

test('billing and the metrics report how many webhooks are paused', async () => {
  const [client, other] = [await web.newClient(), await web.newClient()];
  const made = await review(client, { webhook_url: receiver.url });
  await decide(made, 'approved');
  expect((await client.call('get_billing', {})).webhooks_paused).toBe(0);
  await sql(
    web,
    `INSERT INTO webhook_state (chain_id, url_hash, workspace_id, paused, failure_count)
     SELECT chain_id, webhook_url_hash, workspace_id, true, 5 FROM review WHERE id = $1`,
    [made.id],
  );
  await sql(web, `UPDATE delivery SET status = 'held', next_attempt_at = NULL WHERE review_id = $1`, [made.id]);
  expect((await client.call('get_billing', {})).webhooks_paused).toBe(1);
  expect((await other.call('get_billing', {})).webhooks_paused).toBe(0);
  const figures = async () => {
    const told = await metrics(web.url);
    return [told.get('sightline_paused_webhooks'), told.get('sightline_held_deliveries')];
  };
  await expect.poll(figures).toEqual([1, 1]);
});
