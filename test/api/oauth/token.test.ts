import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { connectMcp } from '../support/faces.ts';
import { haveAsked } from '../support/have-asked.ts';
import { sql } from '../support/sql.ts';
import { dumpOf, newVerifier, oauthClient, postForm, type Tokens } from './support/oauth-client.ts';

let service: TestService;
let client: ReturnType<typeof oauthClient>;
/** The service's clock stands still but for what tests do to it. */
const start = Date.now();
let aheadMs = 0;
beforeAll(async () => {
  service = await startService({}, () => new Date(start + aheadMs));
  client = oauthClient(service.url);
});
afterAll(() => service.close());
beforeEach(() => sql(service, 'DELETE FROM rate_window'));

/** Does something `ms` later, by the service's clock. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  aheadMs = ms;
  try {
    return await work();
  } finally {
    aheadMs = 0;
  }
}

const refused = async (answer: Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>) => {
  const { status, body, headers } = await answer;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  return [status, body.error];
};

test('a code becomes a pair: an hour of access over REST and MCP, and a token to refresh it', async () => {
  const { status, headers, body } = await client.exchange(await client.newGrant());
  expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache']);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^sla_[0-9A-Za-z]{49}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^slr_[0-9A-Za-z]{49}$/),
    scope: 'mcp:use',
  });
  const access = String(body.access_token);
  expect((await createClient({ baseUrl: service.url, bearer: access }).call('get_billing', {})).plan).toBe('free');
  const mcp = await connectMcp(service.url, access);
  expect((await mcp.callTool({ name: 'list_reviews', arguments: {} })).isError).not.toBe(true);
  await mcp.close();
  expect(await client.knock(String(body.refresh_token))).toBe('401 invalid_token');
});

test('the hour ends: then the client hears that it should refresh, and without a token that it should sign in', async () => {
  const { access_token } = await client.connect();
  expect(await later(3_599_999, () => client.knock(access_token))).toBe('200');
  expect(await later(3_600_000, () => client.knock(access_token))).toBe('401 invalid_token');
  const none = await fetch(`${service.url}/api/billing`);
  expect([none.status, none.headers.get('www-authenticate')?.includes('error')]).toEqual([401, false]);
});

test('each connect has a workspace of its own; one that joins by a try token has that token’s', async () => {
  const owner = await service.newClient();
  const [one, other] = [await client.connect(), await client.connect()];
  const joined = await client.connect({ joinWith: owner.token });
  const made = await createClient({ baseUrl: service.url, bearer: joined.access_token }).call('create_try_token', {});
  expect(made.workspace_id).not.toBe(owner.workspaceId);
  const ids = await sql<{ workspace_id: string; joined: boolean }>(
    service,
    'SELECT workspace_id, joined_with IS NOT NULL AS joined FROM connection ORDER BY id DESC LIMIT 3',
  );
  expect(ids[0]).toEqual({ workspace_id: owner.workspaceId, joined: true });
  expect(new Set(ids.map(({ workspace_id }) => workspace_id)).size).toBe(3);
  for (const { access_token } of [one, other, joined]) expect(await client.knock(access_token)).toBe('200');
});

test('until the exchange nothing is there but a code', async () => {
  const count = () =>
    sql(service, 'SELECT (SELECT count(*) FROM workspace) AS a, (SELECT count(*) FROM connection) AS b');
  const clientId = await client.register();
  const before = await count();
  await client.newGrant({ clientId });
  expect(await count()).toEqual(before);
});

test('`resource` may be the MCP address or the service’s, with a slash or without, or be left out', async () => {
  const { url } = service;
  const ours = [
    `${url}/mcp/sightline`,
    `${url}/mcp/sightline/`,
    url,
    `${url}/`,
    url.toUpperCase().replace('HTTP', 'http'),
  ];
  for (const resource of [...ours, undefined, '']) {
    expect((await client.exchange({ ...(await client.newGrant()), resource })).status).toBe(200);
  }
  const grant = await client.newGrant();
  const others = [`${url}/mcp`, `${url}/mcp/other`, 'https://evil.example/mcp/sightline', `${url}/mcp/sightline#x`];
  for (const resource of [...others, `${url}.evil.example`, `${url}/mcp/sightline?x`, 'x', 'mcp:use']) {
    expect([resource, ...(await refused(client.exchange({ ...grant, resource })))]).toEqual([
      resource,
      400,
      'invalid_target',
    ]);
  }
  expect((await client.exchange(grant)).status).toBe(200);
});

test('whoever lacks the verifier, or is another client, or names another address gets nothing; its client still does', async () => {
  const grant = await client.newGrant();
  const other = await client.register();
  const { verifier, challenge } = newVerifier();
  const { createHash } = await import('node:crypto');
  const sent = createHash('sha256').update(grant.code_verifier).digest('base64url');
  const wrong: [string, Record<string, string | undefined>, string][] = [
    ['another verifier', { code_verifier: verifier }, 'invalid_grant'],
    ['another challenge', { code_verifier: challenge }, 'invalid_grant'],
    ['plain PKCE: the challenge as verifier', { code_verifier: sent }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'x'.repeat(42) }, 'invalid_grant'],
    ['a long verifier', { code_verifier: 'x'.repeat(129) }, 'invalid_grant'],
    ['a verifier in another case', { code_verifier: grant.code_verifier.toUpperCase() }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['an empty verifier', { code_verifier: '' }, 'invalid_request'],
    ['another client', { client_id: other }, 'invalid_grant'],
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['an unknown client', { client_id: `slc_${'a'.repeat(27)}` }, 'invalid_client'],
    ['a client that is no id', { client_id: 'x' }, 'invalid_client'],
    ['a document nobody read', { client_id: 'https://client.example/metadata.json' }, 'invalid_grant'],
    ['another port', { redirect_uri: 'http://localhost:43118/callback' }, 'invalid_grant'],
    ['what was registered, not what was asked', { redirect_uri: 'http://localhost/callback' }, 'invalid_grant'],
    ['another path', { redirect_uri: `${grant.redirect_uri}/` }, 'invalid_grant'],
    ['another code', { code: `${grant.code.slice(0, -1)}${grant.code.endsWith('A') ? 'B' : 'A'}` }, 'invalid_grant'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['a code in another case', { code: grant.code.toLowerCase() }, 'invalid_grant'],
  ];
  for (const [what, change, error] of wrong) {
    expect([what, ...(await refused(client.exchange({ ...grant, ...change })))]).toEqual([what, 400, error]);
  }
  expect((await client.exchange(grant)).status).toBe(200);
  console.log(`${wrong.length} wrong exchanges of a good code: 0 tokens, and its client still got its pair`);
});

test('the redirect URI need not be sent again (OAuth 2.1)', async () => {
  expect((await client.exchange({ ...(await client.newGrant()), redirect_uri: undefined })).status).toBe(200);
});

test('a code is good for two minutes', async () => {
  const [early, late] = [await client.newGrant(), await client.newGrant()];
  expect((await later(119_999, () => client.exchange(early))).status).toBe(200);
  expect(await later(120_000, () => refused(client.exchange(late)))).toEqual([400, 'invalid_grant']);
  expect(await refused(client.exchange({ ...late, code_verifier: newVerifier().verifier }))).toEqual([
    400,
    'invalid_grant',
  ]);
});

test('a code that is shown again later, with all that proves it, ends the connection of its first use', async () => {
  const grant = await client.newGrant();
  const tokens = (await client.exchange(grant)).body as unknown as Tokens;
  // Without the proof it is noise: whoever overheard the code alone must not end what others use.
  for (const change of [{ code_verifier: newVerifier().verifier }, { client_id: await client.register() }]) {
    expect(await refused(client.exchange({ ...grant, ...change }))).toEqual([400, 'invalid_grant']);
    expect(await client.knock(tokens.access_token)).toBe('200');
  }
  expect(await refused(client.exchange(grant))).toEqual([400, 'invalid_grant']);
  expect(await client.knock(tokens.access_token)).toBe('200');
  expect(await later(10_000, () => refused(client.exchange(grant)))).toEqual([400, 'invalid_grant']);
  expect(await client.knock(tokens.access_token)).toBe('401 invalid_token');
  expect(await refused(client.refresh(grant.client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await refused(client.exchange(grant))).toEqual([400, 'invalid_grant']);
});

test('eight exchanges of one code at once: one pair, and it works', async () => {
  const grant = await client.newGrant();
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.exchange(grant)));
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(7);
  expect(await client.knock(String(won?.body.access_token))).toBe('200');
  expect((await client.refresh(grant.client_id, String(won?.body.refresh_token))).status).toBe(200);
});

test('a workspace or try token that is gone between the press and the exchange lets nobody join', async () => {
  const [deleted, rotated] = [await service.newClient(), await service.newClient()];
  const grants = [
    await client.newGrant({ joinWith: deleted.token }),
    await client.newGrant({ joinWith: rotated.token }),
  ];
  await deleted.call('delete_workspace', { confirm: deleted.workspaceId });
  await rotated.call('rotate_token', {});
  for (const grant of grants) expect(await refused(client.exchange(grant))).toEqual([400, 'invalid_grant']);
});

test('a fault in the middle of an exchange takes nothing: the code is good for another try, and no workspace is left', async () => {
  const grant = await client.newGrant();
  const count = () => sql(service, 'SELECT count(*) FROM workspace');
  const before = await count();
  await sql(
    service,
    `CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'caused by the test'; END $$ LANGUAGE plpgsql`,
  );
  await sql(service, 'CREATE TRIGGER fail BEFORE INSERT ON refresh_token FOR EACH ROW EXECUTE FUNCTION fail()');
  const failed = await refused(client.exchange(grant));
  await sql(service, 'DROP TRIGGER fail ON refresh_token');
  expect(failed).toEqual([500, 'server_error']);
  expect(await count()).toEqual(before);
  expect((await client.exchange(grant)).status).toBe(200);
});

test('only forms are taken, each parameter once and from the body', async () => {
  const url = `${service.url}/oauth/token`;
  const grant = { grant_type: 'authorization_code', ...(await client.newGrant()) };
  const form = new URLSearchParams(grant).toString();
  const json = { 'content-type': 'application/json' };
  const cases: [
    string,
    Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>,
    number,
    string,
  ][] = [
    ['JSON', postForm(url, JSON.stringify(grant), json), 400, 'invalid_request'],
    ['text', postForm(url, form, { 'content-type': 'text/plain' }), 400, 'invalid_request'],
    ['multipart', postForm(url, form, { 'content-type': 'multipart/form-data; boundary=x' }), 400, 'invalid_request'],
    ['nothing', postForm(url, ''), 400, 'invalid_request'],
    ['all in the query', postForm(`${url}?${form}`, ''), 400, 'invalid_request'],
    ['a code twice', postForm(url, `${form}&code=x`), 400, 'invalid_request'],
    ['the same code twice', postForm(url, `${form}&code=${grant.code}`), 400, 'invalid_request'],
    ['two grant types', postForm(url, `${form}&grant_type=refresh_token`), 400, 'invalid_request'],
    ['a NUL', postForm(url, `${form}&x=%00`), 400, 'invalid_request'],
    [
      '200 parameters',
      postForm(url, `${form}&${Array.from({ length: 200 }, (_, at) => `p${at}=1`).join('&')}`),
      400,
      'invalid_request',
    ],
    ['100 KB', postForm(url, `${form}&x=${'x'.repeat(100_000)}`), 413, 'invalid_request'],
    ['no grant type', client.token({ ...grant, grant_type: undefined }), 400, 'invalid_request'],
    ['an unknown grant type', client.token({ ...grant, grant_type: 'password' }), 400, 'unsupported_grant_type'],
    [
      'a grant type of every object',
      client.token({ ...grant, grant_type: 'constructor' }),
      400,
      'unsupported_grant_type',
    ],
    ['a secret', client.token({ ...grant, client_secret: 'x' }), 400, 'invalid_client'],
  ];
  for (const [what, answer, status, error] of cases) {
    expect([what, ...(await refused(answer))]).toEqual([what, status, error]);
  }
  expect((await postForm(`${url}?code=x&grant_type=password`, `${form}&unknown=1&empty=`)).status).toBe(200);
});

test('a library that sends the client’s id as a user name is understood; one with a secret is not', async () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const { client_id, ...grant } = await client.newGrant();
  const fields = { grant_type: 'authorization_code', ...grant };
  for (const header of [
    basic(`${client_id}:secret`),
    basic('slc_unknown:'),
    basic(client_id),
    basic(':'),
    basic('%zz:'),
    { authorization: 'Basic !' },
  ]) {
    const answer = await client.token(fields, header);
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  }
  expect((await client.token({ ...fields, client_id: 'slc_x' }, basic(`${client_id}:`))).status).toBe(401);
  expect((await client.token(fields, basic(`${client_id}:`))).status).toBe(200);
});

test('a header for MCP that a client sends everywhere says nothing of the client', async () => {
  const { client_id, ...grant } = await client.newGrant();
  const fields = { grant_type: 'authorization_code', ...grant };
  const bearer = { authorization: 'Bearer x' };
  expect((await client.token(fields, bearer)).body.error).toBe('invalid_request');
  expect((await client.token({ ...fields, client_id }, bearer)).status).toBe(200);
});

test('no token or code is readable in the database or in the log', async () => {
  const grant = await client.newGrant();
  const first = (await client.exchange(grant)).body as unknown as Tokens;
  const second = (await client.refresh(grant.client_id, first.refresh_token)).body as unknown as Tokens;
  await client.refresh(grant.client_id, `${second.refresh_token}x`);
  await client.exchange({ ...grant, code_verifier: 'x'.repeat(43) });
  await client.revoke({ token: second.access_token });
  const secrets = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]);
  const dump = await dumpOf(service.databaseUrl);
  expect(dump).toContain(grant.client_id);
  for (const secret of [...secrets, grant.code, grant.code_verifier]) {
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
      expect(dump.includes(form)).toBe(false);
      expect(service.logged().includes(form)).toBe(false);
    }
  }
  expect(service.logged()).toContain('/oauth/token');
});

test('whoever guesses is stopped at 600 requests a minute, and told when to come back', async () => {
  const limited = await startService();
  try {
    const guess = () => oauthClient(limited.url).exchange({ client_id: 'slc_x', code: 'slo_x', code_verifier: 'x' });
    await guess();
    await haveAsked(limited, 599);
    expect((await guess()).body.error).toBe('invalid_client');
    await haveAsked(limited, 600);
    const { status, body, headers } = await guess();
    expect([status, body.error, headers.get('cache-control')]).toEqual([429, 'temporarily_unavailable', 'no-store']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

test('who changes their mind while the client exchanges joins no workspace that is being deleted', async () => {
  const grant = await client.newGrant();
  const joined = await service.newClient();
  const db = new pg.Client({ connectionString: service.databaseUrl });
  const deleting = new pg.Client({ connectionString: service.databaseUrl });
  await Promise.all([db.connect(), deleting.connect()]);
  try {
    await db.query('BEGIN');
    await db.query(
      `UPDATE oauth_code SET workspace_id = $1, joined_with = (SELECT hash FROM access_token WHERE workspace_id = $1)
       WHERE used_at IS NULL AND client_id = $2`,
      [joined.workspaceId, grant.client_id],
    );
    const exchanged = client.exchange(grant);
    await waiting(1);
    await deleting.query('BEGIN');
    await deleting.query('SELECT 1 FROM workspace WHERE id = $1 FOR UPDATE', [joined.workspaceId]);
    await db.query('COMMIT');
    const first = await Promise.race([exchanged.then(() => 'went in'), waiting(1).then(() => 'waits')]);
    await deleting.query('DELETE FROM access_token WHERE workspace_id = $1', [joined.workspaceId]);
    await deleting.query('DELETE FROM workspace WHERE id = $1', [joined.workspaceId]);
    await deleting.query('COMMIT');
    expect([first, ...(await refused(exchanged))]).toEqual(['waits', 400, 'invalid_grant']);
  } finally {
    await Promise.all([db.end(), deleting.end()]);
  }
});

/** Until so many of the service's statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const rows = await sql(
      service,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
  }
}
