import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { connectScreenOf, offeredBack } from './support/connect-screen.ts';
import { askScreen, documentsFromHere, isScreen, RETURN, startDocumentHost } from './support/document-hosts.ts';
import { oauthClient } from './support/oauth-client.ts';

// No outbound internet: only names of a private network resolve.
const lookup = async (name: string) => (name === 'inside.example' ? [{ address: '10.0.0.1', family: 4 }] : []);

/** The service's clock stands still; tests set it. */
const start = Date.now();
let aheadMs = 0;
const host = await startDocumentHost();
const service = await startService({ ROLE: 'web' }, () => new Date(start + aheadMs), { ...documentsFromHere, lookup });
afterEach(async () => {
  aheadMs = 0;
  await forgetLimits(service);
});

const ask = (clientId: string, redirectUri = RETURN) => askScreen(service.url, clientId, redirectUri);

const readsOf = (url: string): number => host.reads.filter((path) => new URL(url).pathname === path).length;

test('a client known by its document connects, works and refreshes, and the screen names its host', async () => {
  const clientId = host.publish({
    grant_types: ['authorization_code', 'refresh_token', 'urn:x:other'],
    extra: { a: 1 },
  });
  const oauth = oauthClient(service.url);
  const tokens = await oauth.connect({ clientId, redirectUri: RETURN });
  const client = createClient({ baseUrl: service.url, bearer: tokens.access_token });
  expect((await client.call('list_connections', {})).connections).toMatchObject([
    { client_name: 'Agent', client_host: `localhost:${host.port}` },
  ]);
  expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(200);
  expect((await ask(clientId)).page).toContain(`localhost:${host.port}`);
  // The whole flow read it once.
  expect(readsOf(clientId)).toBe(1);
});

test('an error of a site’s request needs a press to return there: anybody can publish a document', async () => {
  const clientId = host.publish({ redirect_uris: [RETURN, 'http://localhost/callback'] });
  const askWrong = (redirect_uri: string) =>
    connectScreenOf(service.url).show({ client_id: clientId, redirect_uri, response_type: 'token' });
  const site = await askWrong(RETURN);
  expect([site.status, site.location, offeredBack(site)?.searchParams.get('error')]).toEqual([
    400,
    null,
    'unsupported_response_type',
  ]);
  const device = await askWrong('http://localhost:8123/callback');
  expect([device.status, device.location?.port]).toEqual([303, '8123']);
});

test('a stale document is read again; changes apply, and the client is refused once the document is gone', async () => {
  const url = host.publish({}, { headers: { 'cache-control': 'max-age=7200' } });
  expect(isScreen(await ask(url))).toBe(true);
  const path = new URL(url).pathname;
  const moved = 'https://agent.example/elsewhere';
  host.answers.set(path, { body: JSON.stringify({ client_id: url, redirect_uris: [moved] }) });
  aheadMs = 3_600_000;
  expect(isScreen(await ask(url))).toBe(true);
  expect(readsOf(url)).toBe(1);
  aheadMs = 7_201_000;
  expect((await ask(url)).status).toBe(400);
  expect(isScreen(await ask(url, moved))).toBe(true);
  expect(readsOf(url)).toBe(2);
  aheadMs += 3_601_000;
  host.answers.delete(path);
  expect((await ask(url, moved)).status).toBe(400);
  host.answers.set(path, { status: 503, body: '' });
  const down = await ask(url, moved);
  expect([down.status, down.location]).toEqual([503, null]);
  host.answers.set(path, { body: JSON.stringify({ client_id: url, redirect_uris: [moved] }) });
  expect(isScreen(await ask(url, moved))).toBe(true);
});

test('anything but this client’s own document, served correctly, is refused and not stored', async () => {
  const good = host.publish();
  const wrong: Record<string, string> = {
    'another client_id': host.publish({ client_id: good }),
    'a script among its addresses': host.publish({ redirect_uris: [RETURN, 'javascript:alert(1)'] }),
    'half of it': host.publish({}, { body: '{"client_id":' }),
    HTML: host.publish({}, { type: 'text/html' }),
    'a type that holds json': host.publish({}, { type: 'text/json-ish' }),
    'too long': host.publish({ padding: 'x'.repeat(66_000) }),
    compressed: host.publish({}, { body: Buffer.from('1f8b0800', 'hex'), headers: { 'content-encoding': 'gzip' } }),
    moved: host.publish({}, { status: 302, headers: { location: good } }),
    gone: host.publish({}, { status: 410 }),
    'not there': `https://localhost:${host.port}/clients/none.json`,
    'another spelling of it': good.replace('https:', 'HTTPS:'),
  };
  const later: Record<string, string> = {
    broken: host.publish({}, { status: 500 }),
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
  // The good document, to which others were redirected, was not read.
  expect(readsOf(good)).toBe(0);
});

const claudeCode = 'https://claude.ai/oauth/claude-code-client-metadata';
const BACK = 'http://localhost:53076/callback';

test('without outbound internet known clients connect, only to this machine; the log says it once', async () => {
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
  // The page for any other client names the setting.
  const other = await ask('https://claude.ai/oauth/other', BACK);
  expect([other.status, other.page.includes('CLIENT_DOCUMENTS=off')]).toEqual([503, true]);
});

test('a service that reads no documents announces that, so clients register', async () => {
  const before = host.reads.length;
  const without = await startService({ ROLE: 'web', CLIENT_DOCUMENTS: 'off' }, undefined, documentsFromHere);
  const supported = async (url: string) =>
    ((await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>)
      .client_id_metadata_document_supported;
  expect([await supported(service.url), await supported(without.url)]).toEqual([true, false]);
  const query = new URLSearchParams({ response_type: 'code', client_id: host.publish(), redirect_uri: RETURN });
  const screen = await fetch(`${without.url}/oauth/authorize?${query}`, { redirect: 'manual' });
  expect([screen.status, (await screen.text()).includes('they register here')]).toEqual([400, true]);
  expect((await oauthClient(without.url).connect()).token_type).toBe('Bearer');
  expect(host.reads.length).toBe(before);
});
