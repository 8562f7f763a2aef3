import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { freePort } from '../../support/free-port.ts';
import { type HttpServer, startHttpServer } from '../../support/servers.ts';
import { startService, type TestService } from '../../support/service.ts';
import { selfSigned, trustSelfSignedInFile } from '../adapters/support/self-signed.ts';
import { sql } from '../support/sql.ts';
import { documentsFromHere } from './support/document-hosts.ts';
import { newVerifier, oauthClient } from './support/oauth-client.ts';

// No outbound internet: a private network has names, and nothing else.
vi.mock('../../../server/adapters/outbound/name-lookup.ts', () => ({
  createLookup: () => async (name: string) => (name === 'inside.example' ? [{ address: '10.0.0.1', family: 4 }] : []),
}));

interface Answer {
  status?: number;
  type?: string | null;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** Sends its head and then nothing. */
  hangs?: boolean;
}

const RETURN = 'https://agent.example/callback';

let host: HttpServer;
let origin: string;
let service: TestService;
/** The service's clock stands still but for what tests do to it. */
const start = Date.now();
let aheadMs = 0;
const answers = new Map<string, Answer>();
const reads: string[] = [];
beforeAll(async () => {
  trustSelfSignedInFile();
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    reads.push(path);
    const { status, type, headers, body, hangs } = answers.get(path) ?? { status: 404, body: 'nothing' };
    if (type !== null) response.setHeader('content-type', type ?? 'application/json');
    response.writeHead(status ?? 200, headers);
    if (hangs === true) response.write(body);
    else response.end(body);
  };
  host = await startHttpServer(handler, { tls: selfSigned });
  origin = `https://localhost:${host.port}`;
  service = await startService({}, () => new Date(start + aheadMs), documentsFromHere);
});
afterEach(async () => {
  aheadMs = 0;
  await sql(service, 'DELETE FROM rate_window');
});
afterAll(async () => {
  await service.close();
  await host.close();
});

let count = 0;
/** A document at an address of its own. */
function publish(more: Record<string, unknown> = {}, answer: Partial<Answer> = {}): string {
  count += 1;
  const url = `${origin}/clients/${count}.json`;
  const document = { client_id: url, client_name: 'Agent', redirect_uris: [RETURN], ...more };
  answers.set(`/clients/${count}.json`, { body: JSON.stringify(document), ...answer });
  return url;
}

const readsOf = (url: string): number => reads.filter((path) => `${origin}${path}` === url).length;

/** The connect screen for this client. */
async function ask(
  clientId: string,
  redirectUri = RETURN,
): Promise<{ status: number; page: string; location: string | null }> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: newVerifier().challenge,
    code_challenge_method: 'S256',
  });
  const response = await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: 'manual' });
  return { status: response.status, page: await response.text(), location: response.headers.get('location') };
}

const isScreen = ({ status, page }: { status: number; page: string }): boolean =>
  status === 200 && page.includes('name="consent"');

test('a client known by its document connects, works and refreshes; its host confirms it', async () => {
  const clientId = publish({ grant_types: ['authorization_code', 'refresh_token', 'urn:x:other'], extra: { a: 1 } });
  const oauth = oauthClient(service.url);
  const tokens = await oauth.connect({ clientId, redirectUri: RETURN });
  const client = createClient({ baseUrl: service.url, bearer: tokens.access_token });
  expect((await client.call('list_connections', {})).connections).toMatchObject([
    { client_name: 'Agent', client_host: `localhost:${host.port}` },
  ]);
  expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(200);
  expect((await ask(clientId)).page).toContain(`localhost:${host.port}`);
  // Read once for all of it.
  expect(readsOf(clientId)).toBe(1);
});

test('once it is stale it is read anew: what it says then counts, and when it is gone so is the client', async () => {
  const url = publish({}, { headers: { 'cache-control': 'max-age=7200' } });
  expect(isScreen(await ask(url))).toBe(true);
  const path = new URL(url).pathname;
  const moved = 'https://agent.example/elsewhere';
  answers.set(path, { body: JSON.stringify({ client_id: url, redirect_uris: [moved] }) });
  aheadMs = 3_600_000;
  expect(isScreen(await ask(url))).toBe(true);
  expect(readsOf(url)).toBe(1);
  aheadMs = 7_201_000;
  expect((await ask(url)).status).toBe(400);
  expect(isScreen(await ask(url, moved))).toBe(true);
  expect(readsOf(url)).toBe(2);
  aheadMs += 3_601_000;
  answers.delete(path);
  expect((await ask(url, moved)).status).toBe(400);
  answers.set(path, { status: 503, body: '' });
  const down = await ask(url, moved);
  expect([down.status, down.location]).toEqual([503, null]);
  answers.set(path, { body: JSON.stringify({ client_id: url, redirect_uris: [moved] }) });
  expect(isScreen(await ask(url, moved))).toBe(true);
});

test('what is not the document of this very client, sent as such, is refused and not kept', async () => {
  const good = publish();
  const wrong: Record<string, string> = {
    'another client_id': publish({ client_id: good }),
    'a script among its addresses': publish({ redirect_uris: [RETURN, 'javascript:alert(1)'] }),
    'half of it': publish({}, { body: '{"client_id":' }),
    HTML: publish({}, { type: 'text/html' }),
    'a type that holds json': publish({}, { type: 'text/json-ish' }),
    'too long': publish({ padding: 'x'.repeat(66_000) }),
    compressed: publish({}, { body: Buffer.from('1f8b0800', 'hex'), headers: { 'content-encoding': 'gzip' } }),
    moved: publish({}, { status: 302, headers: { location: good } }),
    gone: publish({}, { status: 410 }),
    'not there': `${origin}/clients/none.json`,
    'another spelling of it': good.replace('https:', 'HTTPS:'),
  };
  const later: Record<string, string> = {
    broken: publish({}, { status: 500 }),
    'nobody there': `https://localhost:${await freePort()}/client.json`,
  };
  const before = await sql(service, 'SELECT id FROM oauth_client');
  const check = async ([what, url]: [string, string], status: number) => {
    const answer = await ask(url);
    expect([answer.status, answer.location], what).toEqual([status, null]);
    expect(answer.page, what).not.toContain('name="consent"');
  };
  for (const each of Object.entries(wrong)) await check(each, 400);
  for (const each of Object.entries(later)) await check(each, 503);
  expect(await sql(service, 'SELECT id FROM oauth_client')).toEqual(before);
  // The one that others were redirected to was not read for them.
  expect(readsOf(good)).toBe(0);
});

const claudeCode = 'https://claude.ai/oauth/claude-code-client-metadata';
const BACK = 'http://localhost:53076/callback';

test('without outbound internet known clients connect, to this machine alone; the log says it once', async () => {
  const oauth = oauthClient(service.url);
  const tokens = await oauth.connect({ clientId: claudeCode, redirectUri: BACK });
  expect((await oauth.refresh(claudeCode, tokens.refresh_token)).status).toBe(200);
  expect((await ask(claudeCode, BACK)).page).toContain(
    'publishes it under the name “<bdi class="connect-name">Claude Code</bdi>”',
  );
  const { status, location } = await ask(claudeCode, RETURN);
  expect([status, location]).toEqual([400, null]);
  expect(isScreen(await ask('https://zed.dev/oauth/client-metadata.json', 'http://127.0.0.1:40001/callback'))).toBe(
    true,
  );
  const warnings = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":40') && line.includes('CLIENT_DOCUMENTS=off'));
  expect(warnings).toHaveLength(1);
  // The page of another client names the setting.
  const other = await ask('https://claude.ai/oauth/other', BACK);
  expect([other.status, other.page.includes('CLIENT_DOCUMENTS=off')]).toEqual([503, true]);
});

test('a service that reads no documents says so, so that clients register', async () => {
  const before = reads.length;
  const without = await startService({ CLIENT_DOCUMENTS: 'off' }, undefined, documentsFromHere);
  try {
    const supported = async (url: string) =>
      ((await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>)
        .client_id_metadata_document_supported;
    expect([await supported(service.url), await supported(without.url)]).toEqual([true, false]);
    const query = new URLSearchParams({ response_type: 'code', client_id: publish(), redirect_uri: RETURN });
    const screen = await fetch(`${without.url}/oauth/authorize?${query}`, { redirect: 'manual' });
    expect([screen.status, (await screen.text()).includes('they register here')]).toEqual([400, true]);
    expect((await oauthClient(without.url).connect()).token_type).toBe('Bearer');
    expect(reads.length).toBe(before);
  } finally {
    await without.close();
  }
});
