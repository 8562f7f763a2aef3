import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { selfSigned, trustSelfSignedInFile } from '../../../api/adapters/support/self-signed.ts';
import { documentsFromHere } from '../../../api/oauth/support/document-hosts.ts';
import { newVerifier, oauthClient } from '../../../api/oauth/support/oauth-client.ts';
import { haveAsked } from '../../../api/support/have-asked.ts';
import { sql } from '../../../api/support/sql.ts';
import { freePort } from '../../../support/free-port.ts';
import { type HttpServer, startHttpServer } from '../../../support/servers.ts';
import { startService, type TestService } from '../../../support/service.ts';

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

test('loopback returns of a document may have any port; no link of its starts an app', async () => {
  const doubt = 'Any program on this device can claim to be that client.';
  const clientId = publish({ redirect_uris: ['http://localhost/callback', 'agent://done'] });
  for (const uri of ['http://127.0.0.1:49152/callback', 'agent://done']) {
    const screen = await ask(clientId, uri);
    expect([isScreen(screen), screen.page.includes(doubt)], uri).toEqual([true, true]);
  }
  expect((await ask(publish({}))).page).not.toContain(doubt);
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'agent://done', response_type: 'token' });
  const wrong = await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: 'manual' });
  expect([wrong.status, (await wrong.text()).includes('href="agent://done?error=')]).toEqual([400, true]);
  const { status, location } = await ask(clientId, 'http://localhost:8/other');
  expect([status, location]).toEqual([400, null]);
});

test('while its host is away, or takes us for a robot, what was read goes on for a week', async () => {
  const url = publish();
  const path = new URL(url).pathname;
  expect(isScreen(await ask(url))).toBe(true);
  for (const status of [503, 403]) {
    answers.set(path, { status, body: '<html>', type: 'text/html' });
    for (const [hours, open] of [
      [2, true],
      [7 * 24, true],
      [7 * 24 + 2, false],
    ] as const) {
      aheadMs = hours * 3_600_000;
      const { status: answered, page } = await ask(url);
      expect([status, hours, answered, page.includes('name="consent"')]).toEqual([
        status,
        hours,
        open ? 200 : 503,
        open,
      ]);
    }
  }
});

const claudeCode = 'https://claude.ai/oauth/claude-code-client-metadata';
const BACK = 'http://localhost:53076/callback';

test('without outbound internet what an earlier version knew of a client does not count, what was read does', async () => {
  expect(isScreen(await ask(claudeCode, BACK))).toBe(true);
  const keep = (uris: string[]) =>
    sql(service, 'UPDATE oauth_client SET redirect_uris = $2::jsonb WHERE id = $1', [claudeCode, JSON.stringify(uris)]);
  aheadMs = 3_600_000;
  await keep([RETURN]);
  expect([isScreen(await ask(claudeCode, RETURN)), isScreen(await ask(claudeCode, BACK))]).toEqual([true, false]);
  await keep([]);
  expect(isScreen(await ask(claudeCode, BACK))).toBe(true);
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
      `https://localhost:${await freePort()}/client.json`,
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

test('one address makes us read 30 documents in 10 minutes; those that are fresh it may use', async () => {
  const first = publish();
  expect((await ask(first)).status).toBe(200);
  await haveAsked(service, 29);
  expect([(await ask(publish())).status, (await ask(publish())).status]).toEqual([200, 429]);
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
