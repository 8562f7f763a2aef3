import { afterAll, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

/** Every revision of the protocol, by raw requests, because not every revision still has a client. */
const served = new Set<string>();
const service = await startService();
const token = (await service.newClient()).token;
afterAll(() => {
  console.log(`revisions served by raw requests: ${[...served].sort().join(', ')}`);
});

interface Message {
  id?: number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

interface Asked {
  status: number;
  message: Message | null;
  headers: Headers;
}

/** Sends one message and reads the answer to it, which is JSON or the last event of a stream. */
async function ask(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Asked> {
  const answer = await fetch(`${service.url}/mcp/sightline`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  });
  const text = await answer.text();
  const events = [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data = '']) => data);
  const said = answer.headers.get('content-type')?.startsWith('text/event-stream') ? events.at(-1) : text;
  return { status: answer.status, message: said ? (JSON.parse(said) as Message) : null, headers: answer.headers };
}

const clientInfo = { name: 'by hand', version: '1.0.0' };
const initialize = (protocolVersion: string) =>
  ask({ id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } });

test.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  '%s: the handshake, the list, a call',
  async (revision) => {
    const opened = await initialize(revision);
    expect(opened.message?.result).toMatchObject({
      protocolVersion: revision,
      serverInfo: { name: 'sightline' },
      capabilities: { tools: {} },
    });
    expect(opened.headers.get('mcp-session-id')).toBeNull();
    // The header was introduced with 2025-06-18.
    const headers: Record<string, string> = revision >= '2025-06-18' ? { 'mcp-protocol-version': revision } : {};
    const told = await ask({ method: 'notifications/initialized' }, headers);
    expect([told.status, told.message]).toEqual([202, null]);
    const listed = await ask({ id: 2, method: 'tools/list' }, headers);
    expect(listed.message?.result?.tools).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'create_review' })]),
    );
    const called = await ask({ id: 3, method: 'tools/call', params: { name: 'list_reviews', arguments: {} } }, headers);
    expect(called).toMatchObject({
      status: 200,
      message: { id: 3, result: { structuredContent: { reviews: [], next_cursor: null } } },
    });
    expect((await ask({ id: 4, method: 'ping' }, headers)).message).toMatchObject({ id: 4, result: {} });
    served.add(revision);
  },
);

test('an unknown revision is answered with a supported one', async () => {
  for (const unknown of ['1999-01-01', '2031-01-01', '']) {
    const { message } = await initialize(unknown);
    expect(message?.result?.protocolVersion).toBe('2025-11-25');
  }
});

const newest = '2026-07-28';
const envelope = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
});
const askNewest = (method: string, params: Record<string, unknown> = {}, version = newest) =>
  ask(
    { id: 1, method, params: { ...params, _meta: envelope(version) } },
    {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    },
  );

test(`${newest}: discovery without a handshake, the list, a call`, async () => {
  const found = await askNewest('server/discover');
  expect(found.message?.result).toMatchObject({ supportedVersions: [newest], capabilities: { tools: {} } });
  const listed = await askNewest('tools/list');
  expect(listed.message?.result).toMatchObject({ resultType: 'complete', cacheScope: expect.any(String) });
  expect(listed.message?.result?.ttlMs).toBeGreaterThanOrEqual(0);
  const called = await askNewest('tools/call', { name: 'list_reviews', arguments: {} });
  expect(called).toMatchObject({
    status: 200,
    message: { result: { resultType: 'complete', structuredContent: { reviews: [], next_cursor: null } } },
  });
  // Removed by this revision.
  for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe']) {
    expect(await askNewest(method)).toMatchObject({ status: 404, message: { error: { code: -32_601 } } });
  }
  served.add(newest);
});

test('an unsupported revision without a handshake is refused with the supported ones', async () => {
  const { status, message } = await askNewest('tools/list', {}, '2031-01-01');
  expect(status).toBe(400);
  expect(message?.error?.data?.supported).toContain(newest);
});

test('header and message must agree about a request', async () => {
  const meta = { _meta: envelope(newest) };
  const calling = { id: 1, method: 'tools/call', params: { name: 'list_reviews', arguments: {}, ...meta } };
  const right = { 'mcp-protocol-version': newest, 'mcp-method': 'tools/call', 'mcp-name': 'list_reviews' };
  expect((await ask(calling, right)).status).toBe(200);
  for (const wrong of [
    { ...right, 'mcp-method': 'tools/list' },
    { ...right, 'mcp-name': 'cancel_review' },
    { ...right, 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': newest },
  ]) {
    expect((await ask(calling, wrong)).status).toBe(400);
  }
});
