import { describe, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { connectScreenOf, consentOf, headingOf, question, rowCounts, type Seen } from './support/connect-screen.ts';

const BACK = 'http://localhost:43117/callback';
const MINUTE = 60_000;

let now = new Date('2026-03-10T12:00:00Z').getTime();
// Without a worker, whose housekeeping may come late and forgets limits counted at the time that the tests set.
const service = await startService(
  { ROLE: 'web', TRUST_PROXY: 'loopback', TRY_TOKENS_PER_DAY: '3' },
  () => new Date(now),
);
const clientId = await connectScreenOf(service.url).register(['http://localhost/callback'], 'Terminal agent');
const holder = await service.newClient();

const someone = () => connectScreenOf(service.url);
const codeOf = ({ location }: Seen): string => location?.searchParams.get('code') ?? '';
/** Returns the workspace that an access token opens. */
const workspaceOf = async (tokens: Response): Promise<string> => {
  const { access_token } = (await tokens.json()) as { access_token: string };
  const { workspace_id } = await createClient({ baseUrl: service.url, bearer: access_token }).call(
    'export_workspace',
    {},
  );
  return workspace_id;
};

describe('a workspace that the person has', () => {
  test('is joined by its try token, and shows its reviews', async () => {
    const screen = someone();
    const consent = await screen.consent(question(clientId, BACK));
    const before = await rowCounts(service);
    const pressed = await screen.send({ consent, choice: 'join', token: ` ${holder.token}\n` });
    expect(pressed.status).toBe(303);
    const tokens = await screen.exchange(clientId, codeOf(pressed), BACK);
    expect(await workspaceOf(tokens)).toBe(holder.workspaceId);
    expect((await rowCounts(service)).workspace).toBe(before.workspace);
    const { connections } = await holder.call('list_connections', {});
    expect(connections).toMatchObject([{ client_name: 'Terminal agent', client_host: 'localhost', joined: true }]);
    expect(service.logged()).not.toContain(holder.token);
  });

  test('a wrong token gets an explanation, is not repeated, and the same page can be used again', async () => {
    const screen = someone();
    const code = codeOf(await screen.send({ consent: await screen.consent(question(clientId, BACK)), choice: 'new' }));
    const connected = await screen.exchange(clientId, code, BACK);
    const { access_token, refresh_token } = (await connected.json()) as Record<string, string>;
    const gone = await service.newClient();
    await gone.call('delete_workspace', { confirm: gone.workspaceId });
    let consent = await screen.consent(question(clientId, BACK));
    const before = await rowCounts(service);
    const wrong: [string, string][] = [
      ['', 'Paste a token first.'],
      [gone.token, 'unknown or has expired'],
      ['<script>alert(1)</script>', 'unknown or has expired'],
      [access_token ?? '', 'a token of a connected client'],
      [refresh_token ?? '', 'a token of a connected client'],
    ];
    for (const [token, said] of wrong) {
      const page = await screen.send({ consent, choice: 'join', token });
      expect([page.status, page.location, headingOf(page)]).toEqual([400, null, 'Not connected yet']);
      expect(page.html).toContain(said);
      expect(page.html).toContain('<details class="connect-join" open>');
      if (token !== '') expect(page.html).not.toContain(token);
      consent = consentOf(page);
    }
    expect(await rowCounts(service)).toEqual(before);
    expect((await screen.send({ consent, choice: 'join', token: holder.token })).status).toBe(303);
  });

  test('an address may try ten tokens in ten minutes, right or wrong; a new workspace does not count', async () => {
    const screen = someone();
    const consent = await screen.consent(question(clientId, BACK));
    const wrong = () => screen.send({ consent, choice: 'join', token: `slt_${'a'.repeat(49)}` });
    await forgetLimits(service);
    expect((await wrong()).status).toBe(400);
    await fillLimits(service, 9);
    expect((await wrong()).status).toBe(400);
    const page = await screen.send({ consent, choice: 'join', token: holder.token });
    expect([page.status, page.location]).toEqual([429, null]);
    expect(page.html).toContain('Too many tokens were tried from your network. Try again in ');
    expect(Number(page.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    expect((await screen.send({ consent, choice: 'new' })).status).toBe(303);
    expect((await someone().send({ consent, choice: 'join', token: holder.token })).status).toBe(303);
  });
});

describe('pressing Connect again', () => {
  test('gives the same code, also concurrently, and creates one workspace', async () => {
    const screen = someone();
    const consent = await screen.consent(question(clientId, BACK));
    const before = await rowCounts(service);
    const pressed = await Promise.all(Array.from({ length: 8 }, () => screen.send({ consent, choice: 'new' })));
    const [code = '', ...others] = new Set(pressed.map(codeOf));
    expect(others).toEqual([]);
    expect(await rowCounts(service)).toEqual({ ...before, oauth_code: (before.oauth_code ?? 0) + 1 });
    expect((await screen.exchange(clientId, code, BACK)).status).toBe(200);
    expect((await rowCounts(service)).workspace).toBe((before.workspace ?? 0) + 1);
    // The client has used the code, so another press creates nothing.
    const after = await rowCounts(service);
    const page = await screen.send({ consent, choice: 'new' });
    expect([page.status, page.location, headingOf(page)]).toEqual([200, null, 'Already connected']);
    expect(page.html).toContain('<bdi>localhost</bdi> on this device. You can close this page.');
    expect(await rowCounts(service)).toEqual(after);
  });

  test('until the code is used, the last choice counts', async () => {
    const screen = someone();
    const consent = await screen.consent(question(clientId, BACK));
    const first = codeOf(await screen.send({ consent, choice: 'new' }));
    const second = codeOf(await screen.send({ consent, choice: 'join', token: holder.token }));
    expect(second).toBe(first);
    expect(await workspaceOf(await screen.exchange(clientId, second, BACK))).toBe(holder.workspaceId);
  });

  test('renews a code that was not used within two minutes; after an hour the page has expired', async () => {
    const screen = someone();
    const consent = await screen.consent(question(clientId, BACK));
    const code = codeOf(await screen.send({ consent, choice: 'new' }));
    now += 2 * MINUTE;
    expect((await screen.exchange(clientId, code, BACK)).status).toBe(400);
    now += 57 * MINUTE;
    expect(codeOf(await screen.send({ consent, choice: 'new' }))).toBe(code);
    now += MINUTE;
    for (const choice of ['new', 'join', 'cancel']) {
      const page = await screen.send({ consent, choice, token: 'slt_x' });
      expect([page.status, page.location, headingOf(page)]).toEqual([400, null, 'This page has expired']);
    }
    expect((await screen.exchange(clientId, code, BACK)).status).toBe(200);
  });
});

test('the database holds the code as a hash, and nothing of the request', async () => {
  const screen = someone();
  const state = `state-${crypto.randomUUID()}`;
  const consent = await screen.consent(question(clientId, BACK, { state }));
  const code = codeOf(await screen.send({ consent, choice: 'new' }));
  const rows = await sql<{ row: string }>(service, 'SELECT c::text AS row FROM oauth_code c');
  expect(rows.length).toBeGreaterThan(0);
  const all = rows.map(({ row }) => row).join('\n') + service.logged();
  expect(all).not.toContain(code);
  expect(all).not.toContain(state);
});

test('when the database fails, the page says so and when to come back, without details', async () => {
  const screen = someone();
  const consent = await screen.consent(question(clientId, BACK));
  await sql(
    service,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
  );
  await sql(service, 'CREATE TRIGGER full_disk BEFORE INSERT ON oauth_code EXECUTE FUNCTION full_disk()');
  const page = await screen.send({ consent, choice: 'new' });
  expect([page.status, headingOf(page)]).toEqual([503, 'The service cannot take this just now']);
  expect(page.headers.get('retry-after')).not.toBeNull();
  expect(page.html).not.toContain('extend file');
  await sql(service, 'DROP TRIGGER full_disk ON oauth_code');
  expect((await screen.send({ consent, choice: 'new' })).status).toBe(303);
});

describe('new workspaces', () => {
  test('are limited like try tokens, each page counts once, and joining is not limited', async () => {
    const screen = someone();
    const press = async (consent: string) => screen.send({ consent, choice: 'new' });
    for (let made = 0; made < 3; made += 1) {
      const consent = await screen.consent(question(clientId, BACK));
      expect([(await press(consent)).status, (await press(consent)).status]).toEqual([303, 303]);
    }
    const last = await press(await screen.consent(question(clientId, BACK)));
    expect([last.status, last.location, headingOf(last)]).toEqual([429, null, 'Not connected yet']);
    expect(last.html).toMatch(/Connect again in \d+ (second|minute|hour)s?, or use a workspace you already have\./);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await screen.send({ consent: consentOf(last), choice: 'join', token: holder.token })).status).toBe(303);
  });

  test('are not offered when the service creates none: the page offers only joining', async () => {
    const closed = await startService(
      { ROLE: 'web', TRUST_PROXY: 'loopback', SIGNUP: 'closed', DATABASE_URL: service.databaseUrl },
      () => new Date(now),
    );
    const screen = connectScreenOf(closed.url);
    const page = await screen.show(question(clientId, BACK));
    expect(page.html).toContain('This service makes no new workspaces.');
    expect(page.html).not.toContain('value="new"');
    const before = await rowCounts(closed);
    const forced = await screen.send({ consent: consentOf(page), choice: 'new' });
    expect([forced.status, forced.location]).toEqual([403, null]);
    expect(await rowCounts(closed)).toEqual(before);
    const joined = await screen.send({ consent: consentOf(page), choice: 'join', token: holder.token });
    expect(joined.status).toBe(303);
  });
});
