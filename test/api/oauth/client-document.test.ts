import { createServer } from 'node:https';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { selfSigned, trustSelfSignedInFile } from '../adapters/support/self-signed.ts';
import { listening, type Running } from '../adapters/support/servers.ts';
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

let host: Running;
let origin: string;
let service: TestService;
let aheadMs = 0;
const answers = new Map<string, Answer>();
const reads: string[] = [];
beforeAll(async () => {
  trustSelfSignedInFile();
  const server = createServer(selfSigned, (request, response) => {
    const path = request.url ?? '';
    reads.push(path);
    const { status, type, headers, body, hangs } = answers.get(path) ?? { status: 404, body: 'nothing' };
    if (type !== null) response.setHeader('content-type', type ?? 'application/json');
    response.writeHead(status ?? 200, headers);
    if (hangs === true) response.write(body);
    else response.end(body);
  });
  host = await listening(server, 'https');
  origin = `https://localhost:${host.port}`;
  service = await startService({}, () => new Date(Date.now() + aheadMs), documentsFromHere);
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
  status === 200 && page.includes('name="ticket"');

test('a client known by its document connects, works and refreshes; its host vouches for it', async () => {
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

test('a client that would rather sign its requests, and says it need not, is taken without', async () => {
  // As ChatGPT publishes itself: once for all services, whatever they can check.
  const both = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://agent.example/jwks.json' };
  const clientId = publish({ ...both, token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] });
  const tokens = await oauthClient(service.url).connect({ clientId, redirectUri: RETURN });
  expect(tokens.token_type).toBe('Bearer');
  for (const supported of [undefined, [], ['private_key_jwt'], 'none']) {
    const other = publish({ ...both, token_endpoint_auth_methods_supported: supported });
    expect([supported, (await ask(other)).status]).toEqual([supported, 400]);
  }
});

test('loopback returns of a document may have any port, as those of other clients', async () => {
  const doubt = 'Any program on this device can say it is that client.';
  const clientId = publish({ redirect_uris: ['http://localhost/callback', 'agent://done'] });
  for (const uri of ['http://127.0.0.1:49152/callback', 'http://localhost:8/callback', 'agent://done']) {
    const screen = await ask(clientId, uri);
    expect([isScreen(screen), screen.page.includes(doubt)], uri).toEqual([true, true]);
  }
  expect((await ask(publish({}))).page).not.toContain(doubt);
  // Not even its own document starts an app by a link that somebody made.
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'agent://done', response_type: 'token' });
  const wrong = await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: 'manual' });
  expect([wrong.status, (await wrong.text()).includes('href="agent://done?error=')]).toEqual([400, true]);
  for (const uri of ['http://localhost:8/other', 'agent://done/', RETURN, 'https://localhost/callback']) {
    const { status, location } = await ask(clientId, uri);
    expect([status, location], uri).toEqual([400, null]);
  }
});

test('a document is kept for as long as its host says, between 5 minutes and a day', async () => {
  const kept: [string | null, number][] = [
    [null, 3600],
    ['public', 3600],
    ['max-age=1800', 1800],
    ['public, max-age="900"', 900],
    ['MAX-AGE=600, immutable', 600],
    ['max-age=0', 300],
    ['max-age=60', 300],
    ['no-store', 300],
    ['no-cache, max-age=7200', 300],
    ['max-age=99999999', 86_400],
    ['max-age=-5', 3600],
    ['max-age=soon', 3600],
    ['s-maxage=700', 3600],
  ];
  for (const [said, seconds] of kept) {
    const url = publish({}, said === null ? {} : { headers: { 'cache-control': said } });
    const before = Date.now();
    expect(isScreen(await ask(url))).toBe(true);
    const [row] = await sql<{ until: Date }>(service, 'SELECT fresh_until AS until FROM oauth_client WHERE id = $1', [
      url,
    ]);
    const until = row?.until.getTime() ?? 0;
    expect(until, String(said)).toBeGreaterThanOrEqual(before + seconds * 1000);
    expect(until, String(said)).toBeLessThanOrEqual(Date.now() + seconds * 1000);
  }
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

test('while its host is away, or takes us for a robot, what was read goes on for a week', async () => {
  const url = publish();
  const path = new URL(url).pathname;
  expect(isScreen(await ask(url))).toBe(true);
  for (const status of [500, 503, 429, 403]) {
    answers.set(path, { status, body: '<html>', type: 'text/html' });
    for (const [hours, open] of [
      [2, true],
      [7 * 24, true],
      [7 * 24 + 2, false],
    ] as const) {
      aheadMs = hours * 3_600_000;
      const { status: answered, page } = await ask(url);
      expect([status, hours, answered, page.includes('name="ticket"')]).toEqual([
        status,
        hours,
        open ? 200 : 503,
        open,
      ]);
    }
  }
});

test('20 people who connect the same client at once see its screen', async () => {
  const url = publish();
  const screens = await Promise.all(Array.from({ length: 20 }, () => ask(url)));
  expect(screens.filter(isScreen).length).toBe(20);
});

test('what is not the document of this very client, sent as such, is refused and not kept', async () => {
  const good = publish();
  const text = (value: unknown): Partial<Answer> => ({
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const wrong: Record<string, string> = {
    'another client_id': publish({ client_id: good }),
    'no client_id': publish({ client_id: undefined }),
    'a client_id that is a list': publish({ client_id: [good] }),
    'its client_id with a slash': publish({ client_id: `${origin}/clients/${count + 1}.json/` }),
    'its client_id in upper case': publish({ client_id: `${origin}/clients/${count + 1}.json`.toUpperCase() }),
    'its client_id with a query': publish({ client_id: `${origin}/clients/${count + 1}.json?` }),
    'no redirect_uris': publish({ redirect_uris: undefined }),
    'empty redirect_uris': publish({ redirect_uris: [] }),
    'redirect_uris that are text': publish({ redirect_uris: RETURN }),
    'a script among them': publish({ redirect_uris: [RETURN, 'javascript:alert(1)'] }),
    'plain http among them': publish({ redirect_uris: [RETURN, 'http://agent.example/callback'] }),
    'a fragment among them': publish({ redirect_uris: [RETURN, `${RETURN}#x`] }),
    'eleven of them': publish({ redirect_uris: Array.from({ length: 11 }, (_, at) => `${RETURN}/${at}`) }),
    'a secret method': publish({ token_endpoint_auth_method: 'client_secret_basic' }),
    'a method by key': publish({ token_endpoint_auth_method: 'private_key_jwt' }),
    'a null method': publish({ token_endpoint_auth_method: null }),
    'a secret': publish({ client_secret: 'hunter2' }),
    'a name that is a list': publish({ client_name: ['Agent'] }),
    'no JSON': publish({}, text('client_id')),
    'half of it': publish({}, text('{"client_id":')),
    nothing: publish({}, text('')),
    'a list': publish({}, text([{ client_id: good }])),
    'a null': publish({}, text('null')),
    'a text': publish({}, text('"x"')),
    'a deep one': publish({}, text('['.repeat(60_000))),
    'its properties on its prototype': publish({}, text(`{"__proto__":{"client_id":"${good}"}}`)),
    'bytes that are no UTF-8': publish({}, { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }),
    HTML: publish({}, { type: 'text/html' }),
    'plain text': publish({}, { type: 'text/plain' }),
    SVG: publish({}, { type: 'image/svg+xml' }),
    'a type that holds json': publish({}, { type: 'text/json-ish' }),
    'no type': publish({}, { type: null }),
    'too long': publish({ padding: 'x'.repeat(66_000) }),
    compressed: publish({}, { body: Buffer.from('1f8b0800', 'hex'), headers: { 'content-encoding': 'gzip' } }),
    moved: publish({}, { status: 301, headers: { location: good } }),
    'found elsewhere': publish({}, { status: 302, headers: { location: good } }),
    'elsewhere for now': publish({}, { status: 307, headers: { location: good } }),
    created: publish({}, { status: 201 }),
    'not modified': publish({}, { status: 304 }),
    'for members': publish({}, { status: 401 }),
    gone: publish({}, { status: 410 }),
    'not there': `${origin}/clients/none.json`,
  };
  const later: Record<string, string> = {
    broken: publish({}, { status: 500 }),
    busy: publish({}, { status: 429 }),
    silent: publish({}, { hangs: true, body: '{' }),
    'nobody there': `https://localhost:${await closedPort()}/client.json`,
  };
  const before = await sql(service, 'SELECT id FROM oauth_client');
  const outcomes: Record<string, number> = {};
  const check = async ([what, url]: [string, string], status: number) => {
    await sql(service, 'DELETE FROM rate_window');
    const answer = await ask(url);
    outcomes[answer.status] = (outcomes[answer.status] ?? 0) + 1;
    expect([answer.status, answer.location], what).toEqual([status, null]);
    expect(answer.page, what).not.toContain('name="ticket"');
  };
  await Promise.all([
    ...Object.entries(later).map((each) => check(each, 503)),
    (async () => {
      for (const each of Object.entries(wrong)) await check(each, 400);
    })(),
  ]);
  console.log(
    `${Object.keys(wrong).length + Object.keys(later).length} documents that are none → ${JSON.stringify(outcomes)}`,
  );
  expect(await sql(service, 'SELECT id FROM oauth_client')).toEqual(before);
  // The one that others were redirected to was not read for them.
  expect(readsOf(good)).toBe(0);
});

async function closedPort(): Promise<number> {
  const server = await listening(createServer(selfSigned), 'https');
  await server.close();
  return server.port;
}

const claudeCode = 'https://claude.ai/oauth/claude-code-client-metadata';
const known: [string, string, string][] = [
  ['Claude Code', claudeCode, 'http://localhost:53076/callback'],
  ['Codex', 'https://chatgpt.com/oauth/codex/client.json', 'http://127.0.0.1:41239/callback'],
  ['Codex', 'https://chatgpt.com/oauth/codex/a1B2-c_3/client.json', 'http://127.0.0.1:41239/callback/a1B2-c_3'],
  ['GitHub Copilot CLI', 'https://github.com/copilot/cli/client-metadata.json', 'http://127.0.0.1:60005/'],
  ['GitHub Copilot CLI', 'https://github.com/copilot/cli/client-metadata.json', 'http://127.0.0.1:42773/callback'],
  ['Visual Studio Code', 'https://vscode.dev/oauth/client-metadata.json', 'http://127.0.0.1:33418/'],
  ['opencode', 'https://opencode.ai/oauth/opencode/client.json', 'http://127.0.0.1:19876/mcp/oauth/callback'],
  ['Zed', 'https://zed.dev/oauth/client-metadata.json', 'http://127.0.0.1:40001/callback'],
];

test.each(known)('without outbound internet %s connects by %s, to this machine alone', async (name, clientId, back) => {
  const oauth = oauthClient(service.url);
  const tokens = await oauth.connect({ clientId, redirectUri: back });
  expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(200);
  expect((await ask(clientId, back)).page).toContain(`calls it “<bdi class="connect-name">${name}</bdi>”`);
  const elsewhere = [
    RETURN,
    'https://vscode.dev/redirect',
    'vscode://done',
    `${back}x`,
    back.replace('http:', 'https:'),
  ];
  for (const uri of elsewhere) {
    const { status, location } = await ask(clientId, uri);
    expect([status, location], uri).toEqual([400, null]);
  }
});

test('without outbound internet what an earlier version knew of a client does not count, what was read does', async () => {
  const back = 'http://localhost:53076/callback';
  expect(isScreen(await ask(claudeCode, back))).toBe(true);
  const keep = (uris: string[]) =>
    sql(service, 'UPDATE oauth_client SET redirect_uris = $2::jsonb WHERE id = $1', [claudeCode, JSON.stringify(uris)]);
  aheadMs = 3_600_000;
  await keep([RETURN]);
  expect([isScreen(await ask(claudeCode, RETURN)), isScreen(await ask(claudeCode, back))]).toEqual([true, false]);
  await keep([]);
  expect(isScreen(await ask(claudeCode, back))).toBe(true);
});

test('without outbound internet the log says it once, and the page of other clients names the setting', async () => {
  for (const [, clientId, back] of known) expect(isScreen(await ask(clientId, back))).toBe(true);
  const warnings = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":40') && line.includes('CLIENT_DOCUMENTS=off'));
  expect(warnings).toHaveLength(1);
  for (const clientId of [
    `${claudeCode}/`,
    `${claudeCode}?a`,
    'https://claude.ai/oauth/other',
    'https://chatgpt.com/oauth/codex/a/b/client.json',
  ]) {
    const { status, page } = await ask(clientId, 'http://localhost:53076/callback');
    expect([clientId, status, page.includes('CLIENT_DOCUMENTS=off')]).toEqual([clientId, 503, true]);
  }
});

test('no setting lets a document be read in a private network, and no answer says what is there', async () => {
  const settings = { OUTBOUND_ALLOW: '127.0.0.0/8,fetch=127.0.0.1/32' };
  const closed = await startService(settings);
  try {
    const before = reads.length;
    const said = async (urls: string[]): Promise<string[]> => {
      const texts = new Set<string>();
      for (const url of urls) {
        const query = new URLSearchParams({ client_id: url, redirect_uri: RETURN });
        const answer = await fetch(`${closed.url}/oauth/authorize?${query}`, { redirect: 'manual' });
        texts.add(`${answer.status} ${await answer.text()}`);
      }
      return [...texts].map((text) => text.slice(0, 3));
    };
    const written = [
      publish(),
      `https://localhost:${await closedPort()}/client.json`,
      `https://localhost:${new URL(closed.url).port}/client.json`,
      'https://10.0.0.1/client.json',
      'https://169.254.169.254/latest',
      'https://127.0.0.1:6379/client.json',
    ];
    expect(await said(written)).toEqual(['400']);
    expect(await said(['https://inside.example/client.json', 'https://nobody.example/client.json'])).toEqual(['503']);
    expect(reads.length).toBe(before);
  } finally {
    await closed.close();
  }
});

test('an address that is not spelt in the one way, or has no path, is not asked', async () => {
  const at = `localhost:${host.port}`;
  const spellings = [
    `https://${at}`,
    `https://${at}/`,
    `https://${at}/#x`,
    `https://${at}/client.json#`,
    `https://${at}/client.json#x`,
    `https://user@${at}/client.json`,
    `https://user:pass@${at}/client.json`,
    `https://:@${at}/client.json`,
    `https://${at}/a/../client.json`,
    `https://${at}/./client.json`,
    `https://${at}/a/%2e%2e/client.json`,
    `https://${at}\\client.json`,
    `https:\\\\${at}\\client.json`,
    `https:${at}/client.json`,
    `https:/${at}/client.json`,
    `https:///${at}/client.json`,
    `HTTPS://${at}/client.json`,
    `https://LOCALHOST:${host.port}/client.json`,
    `https://localhost:0${host.port}/client.json`,
    `https://ｌｏｃａｌｈｏｓｔ:${host.port}/client.json`,
    `https://loc%61lhost:${host.port}/client.json`,
    `https://${at}/client json`,
    `https://${at}/clïent.json`,
    `https://${at}/client.json?a=ü`,
    ` https://${at}/client.json`,
    `https://${at}/client.json\n`,
    `https://${at}/client\t.json`,
    `https://${at}/${'x'.repeat(2000)}`,
    `http://${at}/client.json`,
    `//${at}/client.json`,
    `https://localhost.:443/client.json`,
    `https://example.com:443/client.json`,
  ];
  const before = reads.length;
  for (const spelling of spellings) {
    const { status, location } = await ask(spelling);
    expect([status, location], spelling).toEqual([400, null]);
  }
  console.log(`${spellings.length} other spellings of a document's address: ${reads.length - before} reads`);
  expect(reads.length).toBe(before);
});

test('what a document calls itself is shown as text, whatever it is', async () => {
  const evil = publish({ client_name: '<img src=x onerror=alert(1)>"\u202e\u0000 & "Sightline"' });
  const { page } = await ask(evil);
  expect(page).not.toContain('<img src=x');
  for (const letter of ['\u202e', '\u0000', '&#0']) expect(page).not.toContain(letter);
  const nameless = await ask(publish({ client_name: ' \u200b ' }));
  expect(isScreen(nameless)).toBe(true);
  expect(nameless.page).toContain(`localhost:${host.port}`);
});

test('one address makes us read 30 documents in 10 minutes; those that are fresh it may use', async () => {
  const first = publish();
  const statuses: number[] = [];
  statuses.push((await ask(first)).status);
  for (let at = 1; at < 62; at += 1) statuses.push((await ask(publish())).status);
  // Another 10 minutes may begin in the middle, once.
  const admitted = statuses.filter((status) => status === 200).length;
  console.log(`62 documents in one go from one address: ${admitted} read`);
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
  expect(admitted).toBeLessThanOrEqual(60);
  expect(statuses.filter((status) => status === 429).length).toBe(62 - admitted);
  expect(isScreen(await ask(first))).toBe(true);
});

test('a token of one document’s client is no other’s', async () => {
  const [one, other] = [publish(), publish()];
  const oauth = oauthClient(service.url);
  const grant = await oauth.newGrant({ clientId: one, redirectUri: RETURN });
  expect((await oauth.exchange({ ...grant, client_id: other })).body.error).toBe('invalid_grant');
  const tokens = await oauth.exchange({ ...grant });
  expect(tokens.status).toBe(200);
  const refused = await oauth.refresh(other, String(tokens.body.refresh_token));
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  expect((await oauth.refresh(one, String(tokens.body.refresh_token))).status).toBe(200);
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
