import { once } from 'node:events';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootstrap, type Service } from '../../../server/bootstrap.ts';
import { readConfig } from '../../../server/config.ts';
import { createClient } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { sql } from '../../api/support/sql.ts';
import { decide, review } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { type Processes, startProcesses } from '../../support/processes.ts';
import { startService, type TestService } from '../../support/service.ts';

type Client = Awaited<ReturnType<TestService['newClient']>>;

/** Where people decide. */
let deciding: TestService;
/** Another process over the same database, as far as anything but its memory goes: where agents wait. */
let waiting: Service & { url: string; listening(): number };
let client: Client;
let offsetMs = 0;
/** Takes its time to start, so it does while the others are tested. */
let starting: Promise<Processes>;

beforeAll(async () => {
  starting = startProcesses(1);
  starting.catch(() => {});
  deciding = await startService();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({
    PORT: String(port),
    // One public address for both, as behind a load balancer.
    BASE_URL: deciding.url,
    DATABASE_URL: deciding.databaseUrl,
    SECRET_KEY: 'a key for tests only, of no worth',
    DATA_DIR: deciding.dataDir,
    ROLE: 'web',
  });
  const clock = (): Date => new Date(Date.now() + offsetMs);
  const log = pino({ level: 'silent' });
  const service = await bootstrap(config, deciding.databaseUrl, config.secretKey ?? '', log, null, clock);
  let listening = 0;
  const { signals } = service.ports;
  const listen = signals.listen.bind(signals);
  signals.listen = (topic, heard) => {
    listening += 1;
    const stop = listen(topic, heard);
    return () => {
      listening -= 1;
      stop();
    };
  };
  await service.server.listen({ port, host: '127.0.0.1' });
  waiting = { ...service, url, listening: () => listening };
  client = await deciding.newClient();
});
afterAll(async () => {
  await (await starting.catch(() => null))?.close();
  await waiting.server.close();
  await waiting.queue.stop(1000);
  await waiting.close();
  await deciding.close();
});

interface Reply {
  jsonrpc: string;
  method?: string;
  params?: { progressToken?: unknown; progress?: number; total?: number; message?: string };
  result?: { structuredContent?: Record<string, unknown>; isError?: boolean };
}

const info = { name: 'test', version: '1' };
const revisions = {
  '2025-11-25': { headers: { 'mcp-protocol-version': '2025-11-25' }, meta: {} },
  '2026-07-28': {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'wait_for_decision' },
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': info,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
} as const;
type Revision = keyof typeof revisions;

interface Wait {
  token?: string;
  revision?: Revision;
  progressToken?: string;
  signal?: AbortSignal;
  seconds?: number;
  url?: string;
}

/** Waits by hand, so that everything that comes before the answer is seen. */
async function* listenTo(id: string, wait: Wait = {}): AsyncGenerator<Reply> {
  const { headers, meta } = revisions[wait.revision ?? '2025-11-25'];
  const _meta = { ...meta, ...(wait.progressToken === undefined ? {} : { progressToken: wait.progressToken }) };
  const params = { name: 'wait_for_decision', arguments: { id, seconds: wait.seconds ?? 45 }, _meta };
  const answer = await fetch(`${wait.url ?? waiting.url}/mcp/sightline`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${wait.token ?? client.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: wait.signal ?? null,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.+)$/m.exec(frame)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

/** All that comes, in its order. */
async function waitFor(id: string, wait: Wait = {}): Promise<Reply[]> {
  const replies: Reply[] = [];
  for await (const reply of listenTo(id, wait)) replies.push(reply);
  return replies;
}

const outcomeOf = (replies: Reply[]): Record<string, unknown> | undefined => replies.at(-1)?.result?.structuredContent;

test('a review that expires while somebody waits says so', async () => {
  const made = await review(client);
  offsetMs = new Date(made.expires_at).getTime() - Date.now() - 1_500;
  try {
    expect(outcomeOf(await waitFor(made.id))).toMatchObject({
      status: 'expired',
      waiting: false,
      next_action: { action: 'expired' },
    });
  } finally {
    offsetMs = 0;
  }
});

test('a connection to the database that is lost and comes back while somebody waits loses no decision', async () => {
  const made = await review(client);
  const waited = waitFor(made.id);
  await expect.poll(waiting.listening).toBe(1);
  const cut =
    "SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity WHERE application_name = 'sightline-signals' AND datname = current_database()";
  await sql(deciding, cut);
  await decide(made, 'approved');
  expect(outcomeOf(await waited)).toMatchObject({ status: 'approved', waiting: false });
});

test('200 wait at once in one process, and every one of them hears its own decision', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => deciding.newClient()));
  const reviews = await Promise.all(clients.map((each) => review(each)));
  const waits = reviews.flatMap(({ id }, at) =>
    Array.from({ length: 50 }, () => waitFor(id, { token: clients[at]?.token ?? '' })),
  );
  await expect.poll(waiting.listening).toBe(200);
  await Promise.all(reviews.map((each, at) => decide(each, at % 2 === 0 ? 'approved' : 'changes_requested')));
  const outcomes = (await Promise.all(waits)).map(outcomeOf);
  const heard = outcomes.map((each) => [each?.id, each?.status]);
  const expected = reviews.flatMap(({ id }, at) =>
    Array(50).fill([id, at % 2 === 0 ? 'approved' : 'changes_requested']),
  );
  expect(heard).toEqual(expected);
  expect(waiting.listening()).toBe(0);
  console.log(
    `${waits.length} waiters: ${outcomes.filter((each) => each?.waiting === false).length} heard their decision`,
  );
});

test('a process that is told to end answers all who wait, and ends', async () => {
  const processes = await starting;
  const [web] = processes.webs;
  const url = web?.url ?? '';
  const tokens = await Promise.all(
    Array.from({ length: 2 }, async () => (await createClient({ baseUrl: url }).call('create_try_token', {})).token),
  );
  const made: Review[] = await Promise.all(tokens.map((bearer) => review(createClient({ baseUrl: url, bearer }))));
  const counted = async (): Promise<number> => {
    const [row] = await sql<{ n: number }>(processes, 'SELECT sum(count)::int AS n FROM rate_window');
    return row?.n ?? 0;
  };
  const before = await counted();
  const waits = made.flatMap(({ id }, at) =>
    Array.from({ length: 100 }, () => waitFor(id, { token: tokens[at] ?? '', url })),
  );
  // Each has been counted by its limit, so that none is still on its way in.
  await expect.poll(counted).toBe(before + 200);
  const ended = web === undefined ? null : once(web.child, 'exit');
  web?.child.kill('SIGTERM');
  const outcomes = (await Promise.all(waits)).map(outcomeOf);
  expect(outcomes.map((each) => each?.waiting)).toEqual(Array(200).fill(true));
  expect((await ended)?.[0]).toBe(0);
});
