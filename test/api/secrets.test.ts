import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { base64, decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { connectMcp, refusal } from './support/rest-and-mcp.ts';
import { putRetriesOff, sql } from './support/sql.ts';

let service: TestService;
let receiver: Receiver;
const secrets = new Map<string, string>();
const linkOf = (url: string) => url.split('/').at(-1) ?? '';

/** Goes through a whole life of reviews with every kind of secret, with successes and failures. */
beforeAll(async () => {
  service = await startService({ OUTBOUND_ALLOW: '127.0.0.0/8' });
  await putRetriesOff(service);
  receiver = await startReceiver();
  receiver.answerWith(({ path }) => (path.startsWith('/hook') ? 500 : 404));
  const client = await service.newClient();
  const first = await review(client, { webhook_url: `${receiver.url}/hook?key=webhook-key-5f2a` });
  await reviewerOf(first).call('place_mark', mark({ body: 'words-of-a-person' }));
  await decide(first, 'changes_requested', { note: 'note-of-a-person' });
  const attempts = async () => (await client.call('list_deliveries', { id: first.id })).deliveries[0]?.attempts.length;
  await vi.waitFor(async () => expect(await attempts()).toBe(1), PATIENCE_MS);

  const second = await nextPass(client, first, { images: [`${receiver.url}/a.png?sig=picture-key-9c1d`] });
  const third = await client.call('create_review', {
    title: 'A capture',
    capture_url: true,
    page_url: 'http://127.0.0.1:1/?preview=page-key-77e0',
    headers: { 'x-preview': 'header-key-31b8' },
    cookies: [{ name: 'session', value: 'cookie-key-88aa' }],
  });
  for (const { id } of [second, third]) {
    const status = async () => (await client.call('get_review', { id })).status;
    await vi.waitFor(async () => expect(await status()).toBe('failed'), PATIENCE_MS);
  }
  const overMcp = await connectMcp(service.url, client.token);
  await overMcp.callTool({ name: 'get_review', arguments: { id: first.id } });
  await overMcp.close();

  // Failures are logged too: a fault of the service, a bad request, a wrong link.
  await sql(service, 'ALTER TABLE finding RENAME TO finding_gone');
  const failing = client.call('add_findings', { id: first.id, findings: [{ body: 'x' }] });
  expect((await refusal(failing)).status).toBeGreaterThanOrEqual(422);
  expect((await refusal(client.call('get_review', { id: first.id }))).status).toBe(500);
  expect((await refusal(reviewerOf(first).call('read_review', {}))).status).toBe(500);
  await sql(service, 'ALTER TABLE finding_gone RENAME TO finding');
  const wrong = `${client.token.slice(0, -1)}_`;
  await refusal(createClient({ baseUrl: service.url, bearer: wrong }).call('get_billing', {}));
  await fetch(`${service.url}/r/${linkOf(first.review_url)}/nothing?token=${linkOf(first.review_url)}`);

  secrets.set('try token', client.token.slice(4, -6));
  for (const [name, of] of [
    ['first', first],
    ['second', second],
  ] as const) {
    secrets.set(`review link of the ${name}`, linkOf(of.review_url));
    secrets.set(`guest link of the ${name}`, linkOf(of.guest_share_url));
  }
  secrets.set('webhook address', 'webhook-key-5f2a');
  secrets.set('picture address', 'picture-key-9c1d');
  secrets.set('header of a capture', 'header-key-31b8');
  secrets.set('cookie of a capture', 'cookie-key-88aa');
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const named = [
  'try token',
  'review link of the first',
  'guest link of the first',
  'review link of the second',
  'guest link of the second',
  'webhook address',
  'picture address',
  'header of a capture',
  'cookie of a capture',
];

test.each(named)('no log line holds the %s', (name) => {
  expect(secrets.get(name)?.length).toBeGreaterThan(10);
  expect(service.logged()).not.toContain(secrets.get(name));
});

test('log lines are JSON that says what failed, without text from people', () => {
  const lines = service.logged().trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as { msg?: string; route?: string });
  expect(parsed.some(({ route }) => route === '/r/:token/review')).toBe(true);
  expect(parsed.filter(({ msg }) => msg === 'unexpected').length).toBeGreaterThanOrEqual(2);
  expect(service.logged()).not.toContain('words-of-a-person');
  expect(service.logged()).not.toContain('note-of-a-person');
});

test.each(named)('nothing in the database holds the %s in plain text', async (name) => {
  const tables = await sql<{ name: string }>(
    service,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'sightline_queue') AND table_type = 'BASE TABLE'`,
  );
  const secret = secrets.get(name) ?? '';
  for (const { name: table } of tables) {
    const rows = await sql(
      service,
      `SELECT 1 FROM ${table} AS row WHERE row::text LIKE '%' || $1 || '%' OR row::text LIKE '%' || $2 || '%'`,
      [secret, Buffer.from(secret).toString('hex')],
    );
    expect([table, rows.length]).toEqual([table, 0]);
  }
  for (const entry of await readdir(service.dataDir, { recursive: true, withFileTypes: true })) {
    expect(entry.name).not.toContain(secret);
    if (entry.isFile()) expect((await readFile(join(entry.parentPath, entry.name))).includes(secret)).toBe(false);
  }
});

test('headers and cookies of a capture are erased once it has ended', async () => {
  const rows = await sql(service, 'SELECT input FROM shot_request');
  expect(rows.length).toBe(3);
  for (const row of rows) expect(row).toEqual({ input: null });
});

test('an answer of 500 holds an id to quote and nothing else', async () => {
  const client = await service.newClient();
  const made = await review(client, { images: [await base64()] });
  await sql(service, 'ALTER TABLE finding RENAME TO finding_gone');
  const { status, body } = await refusal(client.call('get_review', { id: made.id }));
  await sql(service, 'ALTER TABLE finding_gone RENAME TO finding');
  expect(status).toBe(500);
  expect(Object.keys(body).sort()).toEqual(['error', 'message', 'request_id']);
  expect(body.error).toBe('unexpected');
  expect(body.message).toContain(body.request_id);
  expect(JSON.stringify(body)).not.toMatch(/finding|prisma|sql|\/work|node_modules|at /i);
});
