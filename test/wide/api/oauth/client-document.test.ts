import { afterEach, expect, test } from 'vitest';
import {
  askScreen,
  documentsFromHere,
  isScreen,
  RETURN,
  startDocumentHost,
} from '../../../api/oauth/support/document-hosts.ts';
import { fillLimits } from '../../../api/support/fill-limits.ts';
import { forgetLimits, sql } from '../../../api/support/sql.ts';
import { freePort } from '../../../support/free-port.ts';
import { startService } from '../../../support/service.ts';

// There is no outbound internet: only names of a private network resolve.
const lookup = async (name: string) => (name === 'inside.example' ? [{ address: '10.0.0.1', family: 4 }] : []);

/** The service’s clock stands still unless a test moves it. */
const start = Date.now();
let aheadMs = 0;
const host = await startDocumentHost();
const service = await startService({}, () => new Date(start + aheadMs), { ...documentsFromHere, lookup });
afterEach(async () => {
  aheadMs = 0;
  await forgetLimits(service);
});

const ask = (clientId: string, redirectUri = RETURN) => askScreen(service.url, clientId, redirectUri);

test('a document’s loopback redirects may have any port; the error page never links to an app', async () => {
  const doubt = 'Any program on this device can claim to be that client.';
  const clientId = host.publish({ redirect_uris: ['http://localhost/callback', 'agent://done'] });
  for (const uri of ['http://127.0.0.1:49152/callback', 'agent://done']) {
    const screen = await ask(clientId, uri);
    expect([isScreen(screen), screen.page.includes(doubt)], uri).toEqual([true, true]);
  }
  expect((await ask(host.publish({}))).page).not.toContain(doubt);
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: 'agent://done', response_type: 'token' });
  const wrong = await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: 'manual' });
  expect([wrong.status, (await wrong.text()).includes('href="agent://done?error=')]).toEqual([400, true]);
  const { status, location } = await ask(clientId, 'http://localhost:8/other');
  expect([status, location]).toEqual([400, null]);
});

test('while its host fails or refuses the service, a cached document is used for a week', async () => {
  const url = host.publish();
  const path = new URL(url).pathname;
  expect(isScreen(await ask(url))).toBe(true);
  for (const status of [503, 403]) {
    host.answers.set(path, { status, body: '<html>', type: 'text/html' });
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

test('without outbound internet a record of an earlier version is ignored, but a cached document is used', async () => {
  expect(isScreen(await ask(claudeCode, BACK))).toBe(true);
  const keep = (uris: string[]) =>
    sql(service, 'UPDATE oauth_client SET redirect_uris = $2::jsonb WHERE id = $1', [claudeCode, JSON.stringify(uris)]);
  aheadMs = 3_600_000;
  await keep([RETURN]);
  expect([isScreen(await ask(claudeCode, RETURN)), isScreen(await ask(claudeCode, BACK))]).toEqual([true, false]);
  await keep([]);
  expect(isScreen(await ask(claudeCode, BACK))).toBe(true);
});

test('no setting allows reading a document in a private network, and no answer reveals what is there', async () => {
  const settings = { OUTBOUND_ALLOW: '127.0.0.0/8,fetch=127.0.0.1/32' };
  const closed = await startService(settings);
  const before = host.reads.length;
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
    host.publish(),
    `https://localhost:${await freePort()}/client.json`,
    `https://localhost:${new URL(closed.url).port}/client.json`,
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest',
    'https://127.0.0.1:6379/client.json',
  ];
  expect(await said(written)).toEqual(['400']);
  expect(await said(['https://inside.example/client.json', 'https://nobody.example/client.json'])).toEqual(['503']);
  expect(host.reads.length).toBe(before);
});

test('one address can make the service read 30 documents in 10 minutes; fresh ones do not count', async () => {
  const first = host.publish();
  expect((await ask(first)).status).toBe(200);
  await fillLimits(service, 29);
  expect([(await ask(host.publish())).status, (await ask(host.publish())).status]).toEqual([200, 429]);
  expect(isScreen(await ask(first))).toBe(true);
});
