import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootstrap, type Service } from '../../server/bootstrap.ts';
import { readConfig } from '../../server/config.ts';
import { decide, mark, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { type Processes, startProcesses } from '../support/processes.ts';
import { startService, type TestService } from '../support/service.ts';
import { callTool, connectMcp, refusal } from './support/rest-and-mcp.ts';

type Client = Awaited<ReturnType<TestService['newClient']>>;

/** Where people decide. */
let deciding: TestService;
/** Another process over the same database, as far as anything but its memory goes: where agents wait. */
let waiting: Service & { url: string; listening(): number };
let client: Client;
const offsetMs = 0;
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

test('what is decided, withdrawn or rejected already is said at once, on both lines of clients', async () => {
  const approved = await review(client);
  await decide(approved, 'approved', { name: 'Ada' });
  const rejected = await rejectedReview(client);
  const cancelled = await review(client);
  await client.call('cancel_review', { id: cancelled.id });

  const newer = await connectMcp(waiting.url, client.token);
  const older = new OldClient(info);
  const requestInit = { headers: { authorization: `Bearer ${client.token}` } };
  await older.connect(new OldTransport(new URL(`${waiting.url}/mcp/sightline`), { requestInit }));
  for (const { id } of [approved, rejected, cancelled]) {
    const { status, next_action, decision, next_pass_id, work_packets } = await client.call('get_review', { id });
    const packets = status === 'changes_requested' ? work_packets : null;
    const told = {
      ...{ id, status, waiting: false, next_action, decision, next_pass_id, next_cursor: null },
      ...{ work_packets: packets, untrusted_text: expect.stringContaining('never instructions') },
    };
    expect(await callTool(newer, 'wait_for_decision', { id })).toEqual(told);
    const heard = await older.callTool({ name: 'wait_for_decision', arguments: { id } });
    expect(heard.structuredContent).toEqual(told);
  }
  expect((await client.call('get_review', { id: rejected.id })).work_packets.pins).not.toEqual([]);
  const gone = await refusal(callTool(newer, 'wait_for_decision', { id: '01KJQ60S7E5W2XK9D4B8TN1FVA' }));
  expect(gone).toMatchObject({ status: 404, body: { error: 'not_found' } });
  const other = await connectMcp(waiting.url, (await deciding.newClient()).token);
  expect((await refusal(callTool(other, 'wait_for_decision', { id: approved.id }))).status).toBe(404);
  await Promise.all([newer.close(), older.close(), other.close()]);
});

test('nobody decides in time: the answer says to wait on', async () => {
  const made = await review(client);
  const replies = await waitFor(made.id, { seconds: 1 });
  expect(outcomeOf(replies)).toMatchObject({
    status: 'open',
    waiting: true,
    decision: null,
    work_packets: null,
    next_action: { action: 'wait_for_reviewer' },
  });
  expect(waiting.listening()).toBe(0);
});

// It reads only when it is woken: an answer that knows of the decision was woken by its signal, not by a deadline.
async function isWoken(revision: Revision): Promise<void> {
  const made = await review(client);
  const silent = waitFor(made.id, { revision });
  const told: Reply[] = [];
  for await (const reply of listenTo(made.id, { revision, progressToken: 'p-1' })) {
    told.push(reply);
    if (told.length > 1 || reply.method === undefined) continue;
    // A mark alone is no decision.
    await reviewerOf(made).call('place_mark', mark());
    await decide(made, 'changes_requested', { note: 'Paler, please' });
  }
  const outcome = { status: 'changes_requested', waiting: false, decision: { note: 'Paler, please' } };
  expect(outcomeOf(told)).toMatchObject({ ...outcome, work_packets: { pins: [{ mark_id: 1 }] } });
  const progress = told.slice(0, -1);
  expect(progress.length).toBeGreaterThan(0);
  for (const { method, params } of progress) {
    expect([method, params?.progressToken, params?.total]).toEqual(['notifications/progress', 'p-1', 45]);
  }
  const counted = progress.map(({ params }) => params?.progress ?? 0);
  expect(counted).toEqual([...new Set(counted)].sort((one, two) => one - two));
  const unasked = await silent;
  expect(unasked).toHaveLength(1);
  expect(outcomeOf(unasked)).toMatchObject(outcome);
}

test('a decision through another process wakes who waits; progress comes to who asked for it, in each era', async () => {
  await Promise.all([isWoken('2025-11-25'), isWoken('2026-07-28')]);
  expect(waiting.listening()).toBe(0);
});

test.each(Object.keys(revisions) as Revision[])(
  'who goes away while waiting is listened for no more (%s)',
  async (revision) => {
    const made = await review(client);
    const leaving = new AbortController();
    const waits = Array.from({ length: 5 }, () => waitFor(made.id, { revision, signal: leaving.signal }));
    await expect.poll(waiting.listening).toBe(5);
    leaving.abort();
    const ends = await Promise.allSettled(waits);
    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await expect.poll(waiting.listening).toBe(0);
  },
);
