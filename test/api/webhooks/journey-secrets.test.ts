import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { base64, decide, mark, nextPass, review } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { onPage } from '../../support/on-page.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startProcesses } from '../../support/processes.ts';
import { startReceiver } from '../support/receiver.ts';
import { connectMcp, refusal } from '../support/rest-and-mcp.ts';
import { sql } from '../support/sql.ts';
import { formsOf, recordRefusals } from './support/recorder.ts';

const SECRET_KEY = 'key-of-the-operator-7d1f0c52';
const own = {
  'the operator’s key': SECRET_KEY,
  'path of the webhook': 'hook-path-6b20e4',
  'query of the webhook': 'hook-query-1f9d73',
  'path of a webhook that was refused': 'hook-refused-c03a91',
  'password of an address': 'userinfo-password-e7714b',
  'header of a capture': 'capture-header-52c8aa',
  'authorization of a capture': 'capture-bearer-90be1d',
  'cookie of a capture': 'capture-cookie-4a6f08',
  'cookie of a capture that was refused': 'capture-refused-d83e65',
  'query of a captured page': 'page-query-b7350e',
  'query of an image': 'picture-query-2e88cf',
  'query of an after image': 'after-query-fa4c19',
};
const secrets = new Map<string, string>(Object.entries(own));
/** What a review shows, as it was sent. */
const shown = ['query of a captured page', 'query of an after image'];
const people = ['words-of-a-person', 'note-of-a-person'] as const;
const secretOf = (link: string): string => link.split('/').at(-1) ?? '';

let said = '';
const recorder = recordRefusals();
const toolErrors: string[] = [];
const jobs: string[] = [];
let inputs: unknown[] = [];
const refused = async (call: Promise<unknown>): Promise<void> => {
  await call.then(
    () => Promise.reject(new Error('The call was not refused')),
    () => undefined,
  );
};

/** Ignores a refusal, whose body the recorder has kept. */
const perhaps = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);

/** Every row of the queue's schema, whatever the state of its job. */
async function lookAtJobs(): Promise<void> {
  const tables = await sql<{ name: string }>(
    processes,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'sightline_queue' AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    for (const { row } of await sql<{ row: string }>(processes, `SELECT t::text AS row FROM ${name} t`)) jobs.push(row);
  }
}

/** Goes through a whole life, with the processes that an operator runs and log level trace. */
const port = await freePort();
const url = `http://localhost:${port}`;
const processes = await startProcesses(1, {
  PORT: String(port),
  BASE_URL: url,
  LOG_LEVEL: 'trace',
  SECRET_KEY,
  OUTBOUND_ALLOW: '127.0.0.0/8',
});
for (const { child } of [processes.worker, ...processes.webs]) {
  child.stdout?.on('data', (text: string) => {
    said += text;
  });
}
const receiver = await startReceiver();
receiver.answerWith(({ path }, number) => {
  if (path.startsWith('/page')) return { type: 'text/html', body: Buffer.from('<h1>A page</h1>') };
  return path.startsWith('/hook') ? (number === 1 ? 500 : 204) : 404;
});
const anyone = createClient({ baseUrl: url, fetch: recorder.fetch });
const { token } = await anyone.call('create_try_token', {});
secrets.set('the try token', token.slice(4, -6));
const client = createClient({ baseUrl: url, bearer: token, fetch: recorder.fetch });
const linkOf = (of: { review_url: string }) => onPage(url, secretOf(of.review_url), recorder.fetch);
const webhook_url = `${receiver.url}/${own['path of the webhook']}?key=${own['query of the webhook']}`;

// A review that is marked, decided, delivered, delivered again, fixed and continued.
const first = await review(client, { webhook_url });
await linkOf(first).call('place_mark', mark({ must_fix: true, body: people[0] }));
await decide(first, 'changes_requested', { note: people[1] });
const arrived = (count: number) =>
  vi.waitFor(
    () => expect(receiver.received.filter(({ path }) => path.startsWith('/hook')).length).toBeGreaterThanOrEqual(count),
    {
      timeout: PATIENCE_MS,
      interval: 100,
    },
  );
await arrived(1);
await lookAtJobs();
// The first attempt fails, the second succeeds; then it is redelivered.
const delivery = async () => (await client.call('list_deliveries', { id: first.id })).deliveries[0];
await vi.waitFor(async () => expect((await delivery())?.attempts).toHaveLength(1), PATIENCE_MS);
const retry = 'UPDATE delivery SET next_attempt_at = now() WHERE id = $1';
await sql(processes, retry, [(await delivery())?.id]);
await arrived(2);
await vi.waitFor(async () => expect((await delivery())?.status).toBe('delivered'), PATIENCE_MS);
await client.call('redeliver', { id: first.id });
await arrived(3);
const after_image = `${receiver.url}/after.png?sig=${own['query of an after image']}`;
await client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved', after_image }] });
const second = await nextPass(client, first);
await decide(second, 'approved', { settle: [{ mark_id: 1, as: 'verified' }] });
await arrived(4);
for (const { headers } of receiver.received) {
  const signature = headers['x-service-signature'];
  if (typeof signature === 'string') secrets.set(`signature ${secrets.size}`, signature.slice(7));
}

// Captures and images with secret addresses, headers and cookies.
const capture = await client.call('create_review', {
  title: 'A capture',
  capture_url: true,
  page_url: `${receiver.url}/page?preview=${own['query of a captured page']}`,
  headers: { 'x-preview': own['header of a capture'], authorization: `Bearer ${own['authorization of a capture']}` },
  cookies: [{ name: 'session', value: own['cookie of a capture'] }],
});
await lookAtJobs();
const image = await review(client, { images: [`${receiver.url}/a.png?sig=${own['query of an image']}`] });
const ended = async (id: string) => (await client.call('get_review', { id })).status !== 'preparing';
for (const { id } of [capture, image]) {
  await vi.waitFor(async () => expect(await ended(id)).toBe(true), { timeout: PATIENCE_MS, interval: 250 });
}
inputs = await sql(processes, 'SELECT input FROM shot_request WHERE review_id IN ($1, $2)', [capture.id, image.id]);

// Refusals: of fields, addresses and credentials.
const pageOf = (userinfo: string) => `http://user:${userinfo}@127.0.0.1/`;
await refused(review(client, { webhook_url: `http://192.0.2.1/${own['path of a webhook that was refused']}` }));
await refused(review(client, { webhook_url: pageOf(own['password of an address']).replace('http', 'https') }));
await refused(review(client, { images: [pageOf(own['password of an address'])], title: 'x'.repeat(200) }));
await refused(
  client.call('create_review', {
    title: 'Refused',
    capture_url: true,
    page_url: pageOf(own['password of an address']),
    cookies: [{ name: 'bad name;', value: `${own['cookie of a capture that was refused']}\n` }],
    headers: { 'bad header\n': own['cookie of a capture that was refused'] },
  }),
);
const wrong = `${token.slice(0, -1)}_`;
await refused(createClient({ baseUrl: url, bearer: wrong, fetch: recorder.fetch }).call('get_billing', {}));
const reviewSecret = secretOf(first.review_url);
for (const path of [`/r/${reviewSecret}/nothing`, `/nothing/${token}`, `/api/reviews/${reviewSecret}`, `/r/${token}`]) {
  await recorder.fetch(`${url}${path}?token=${reviewSecret}`, { headers: { authorization: `Bearer ${token}` } });
}
await recorder.fetch(`${url}/api/reviews`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: `{"webhook_url":"${webhook_url}",`,
});

// MCP, with valid and invalid calls.
const mcp = await connectMcp(url, token);
const call = async (name: string, args: Record<string, unknown>) => {
  const result = await mcp.callTool({ name, arguments: args });
  if (result.isError === true) toolErrors.push(JSON.stringify(result));
  return result;
};
await call('get_review', { id: first.id });
await call('create_review', { title: 'By an agent', images: [await base64()], webhook_url });
await call('get_review', { id: reviewSecret });
await call('create_review', {
  title: 'No',
  webhook_url: 'nonsense',
  images: [pageOf(own['password of an address'])],
});
await connectMcp(url, wrong).then(
  () => Promise.reject(new Error('A wrong token was let in')),
  () => undefined,
);

// Faults of the service: the database's error quotes the row that it was given.
await sql(
  processes,
  `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no place for %', NEW; END $$`,
);
const told = ['review', 'chain', 'access_token', 'shot_request', 'decision', 'delivery'];
for (const table of told) {
  await sql(processes, `CREATE TRIGGER tell BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION tell()`);
  await perhaps(anyone.call('create_try_token', {}));
  const page_url = `${receiver.url}/page?preview=${own['query of a captured page']}`;
  const cookies = [{ name: 'session', value: own['cookie of a capture'] }];
  await perhaps(client.call('create_review', { title: 'A fault', capture_url: true, page_url, cookies, webhook_url }));
  await perhaps(linkOf(second).call('decide', { outcome: 'approved', after_decision: 1 }));
  await call('create_review', { title: 'A fault', images: [await base64()], webhook_url });
  await sql(processes, `DROP TRIGGER tell ON ${table}`);
}
await sql(processes, 'CREATE TRIGGER tell BEFORE INSERT ON shot FOR EACH ROW EXECUTE FUNCTION tell()');
const page_url = `${receiver.url}/page?preview=${own['query of a captured page']}`;
const given = await client.call('create_review', { title: 'A fault of the worker', capture_url: true, page_url });
const failed = `SELECT 1 FROM sightline_queue.job WHERE name = 'make_shot' AND output::text LIKE '%refused%'
  OR name = 'make_shot' AND output::text LIKE '%no place%'`;
await vi.waitFor(async () => expect((await sql(processes, failed)).length).toBeGreaterThan(0), {
  timeout: PATIENCE_MS,
  interval: 250,
});
await lookAtJobs();
await client.call('cancel_review', { id: given.id });
await sql(processes, 'DROP TRIGGER tell ON shot');
await sql(processes, 'ALTER TABLE finding RENAME TO finding_gone');
const fault = await refusal(client.call('get_review', { id: first.id }));
await refused(linkOf(first).call('read_review', {}));
await call('get_review', { id: first.id });
await sql(processes, 'ALTER TABLE finding_gone RENAME TO finding');
await mcp.close();

// Leaving: everything is exported, and the token is rotated.
await client.call('export_workspace', {});
const { token: rotated } = await client.call('rotate_token', {});
secrets.set('the rotated token', rotated.slice(4, -6));
await perhaps(client.call('get_billing', {}));
for (const [name, of] of Object.entries({ first, second, capture, image })) {
  secrets.set(`review link of ${name}`, secretOf(of.review_url));
  secrets.set(`guest link of ${name}`, secretOf(of.guest_share_url));
}
secrets.set('password of the database', new URL(processes.databaseUrl).password);
await lookAtJobs();
await processes.worker.child.kill('SIGTERM');
await vi.waitFor(() => expect(processes.worker.child.exitCode).not.toBeNull(), {
  timeout: PATIENCE_MS,
  interval: 100,
});

/** Returns the names of the secrets that `text` holds in any form. */
const heldBy = (text: string): string[] =>
  [...secrets].filter(([, secret]) => formsOf(secret).some((form) => text.includes(form))).map(([name]) => name);

test('the journey reached the places where secrets could show', () => {
  const log = processes.logged();
  expect(log).toContain('"unexpected"');
  expect(log).toContain('The database refused prisma.review.create()');
  const statuses = new Set(recorder.refusals.map(({ status }) => status));
  for (const status of [400, 401, 404, 422, 500]) expect([...statuses]).toContain(status);
  expect(recorder.refusals.filter(({ status }) => status === 500).length).toBeGreaterThanOrEqual(6);
  expect(toolErrors.length).toBeGreaterThanOrEqual(3);
  expect(jobs.some((row) => row.includes('make_shot'))).toBe(true);
  expect(receiver.received.some(({ path }) => path.includes(own['query of the webhook']))).toBe(true);
  const page = receiver.received.find(({ path }) => path.startsWith('/page'));
  expect(page?.headers['x-preview']).toBe(own['header of a capture']);
  expect([...secrets.values()].filter((secret) => secret.length < 8)).toEqual([]);
  const decoys = [...secrets.values()].flatMap((secret) => [
    `{"a":"${secret}"}`,
    Buffer.from(`x${secret}`).toString('base64'),
  ]);
  for (const decoy of decoys) expect(heldBy(decoy).length).toBeGreaterThan(0);
});

test('no log line of any process at level trace holds a secret in any form', () => {
  const lines = `${processes.logged()}\n${said}`.split('\n');
  for (const line of lines) expect([heldBy(line), heldBy(line).length === 0 ? '' : line]).toEqual([[], '']);
  console.log(`${secrets.size} secrets in ${lines.length} log lines: 0 found`);
});

test('log lines are JSON that says what failed, without text from people', () => {
  const lines = processes.logged().trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as { msg?: string; route?: string });
  expect(parsed.some(({ route }) => route === '/r/:token/review')).toBe(true);
  expect(parsed.filter(({ msg }) => msg === 'unexpected').length).toBeGreaterThanOrEqual(2);
  for (const words of people) expect(processes.logged() + said).not.toContain(words);
});

test('no row of any table and no file holds a secret in plain text', async () => {
  const tables = await sql<{ name: string }>(
    processes,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'sightline_queue') AND table_type = 'BASE TABLE'`,
  );
  const hidden = [...secrets].filter(([name]) => !shown.includes(name));
  const textsOf = (secret: string) => [secret, Buffer.from(secret).toString('hex')];
  for (const { name: table } of tables) {
    const rows = await sql<{ row: string }>(processes, `SELECT t::text AS row FROM ${table} t`);
    for (const { row } of rows) {
      const held = hidden.filter(([, secret]) => textsOf(secret).some((text) => row.includes(text)));
      expect([table, held.map(([name]) => name)]).toEqual([table, []]);
    }
  }
  const entries = await readdir(processes.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const entry of entries) expect(hidden.filter(([, secret]) => entry.name.includes(secret))).toEqual([]);
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name));
    expect(hidden.filter(([, secret]) => bytes.includes(secret))).toEqual([]);
  }
});

test('headers and cookies of a capture are erased once it has ended', () => {
  expect(inputs).toEqual([{ input: null }, { input: null }, { input: null }]);
});

test('an answer of 500 holds an id to quote and nothing else', () => {
  const { status, body } = fault;
  expect(status).toBe(500);
  expect(Object.keys(body).sort()).toEqual(['error', 'message', 'request_id']);
  expect(body.error).toBe('unexpected');
  expect(body.message).toContain(body.request_id);
  expect(JSON.stringify(body)).not.toMatch(/finding|prisma|sql|\/work|node_modules|at /i);
});

test('a tool’s error has the id by which the log knows its request', () => {
  const ids = toolErrors.flatMap((text) => /\\"request_id\\":\\"([^"\\]+)/.exec(text)?.[1] ?? []);
  expect(ids.length).toBeGreaterThan(0);
  const entries = processes
    .logged()
    .split('\n')
    .filter((line) => line.includes('a tool failed'));
  for (const id of ids) expect(entries.some((line) => line.includes(`"reqId":"${id}"`))).toBe(true);
});

test('no error body or header, over REST, the page or MCP, holds a secret', () => {
  for (const { text } of recorder.refusals) expect([heldBy(text), text].slice(0, 1)).toEqual([[]]);
  for (const text of toolErrors) expect(heldBy(text)).toEqual([]);
  console.log(
    `${secrets.size} secrets in ${recorder.refusals.length} refusals and ${toolErrors.length} tool errors: 0 found`,
  );
});

test('no job, waiting, running or done, holds a secret', () => {
  for (const row of jobs) expect([heldBy(row), heldBy(row).length === 0 ? '' : row]).toEqual([[], '']);
  console.log(`${secrets.size} secrets in ${jobs.length} rows of the queue: 0 found`);
});
