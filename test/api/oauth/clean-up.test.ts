import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { newId, randomBase62 } from '../../../server/domain/ids.ts';
import { cleanUpConnections } from '../../../server/domain/retention/clean-up-connections.ts';
import { portsOf } from '../../support/another-process.ts';
import { review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { hold } from '../support/lock.ts';
import { sql } from '../support/sql.ts';
import { claimsOf, startJobIssuer } from './support/jobs.ts';
import { oauthClient } from './support/oauth-client.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The clock stands still; tests set it. */
const start = Date.now();
let now = start;
const clock = (): Date => new Date(now);
const issuer = await startJobIssuer();
// Without a worker, which would clean up by itself: here tests do it.
const service = await startService({ ROLE: 'web', GITHUB_OIDC_ISSUER: issuer.url }, clock);
const other = await portsOf(service, clock);

const cleanUp = (): Promise<Record<string, number>> => cleanUpConnections(other.ports);

const ago = (ms: number): Date => new Date(clock().getTime() - ms);
const hash = (): Buffer => randomBytes(32);

/** Inserts a row, given by its column names. */
async function put(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`);
  await sql(service, `INSERT INTO ${table} (${names}) VALUES (${places})`, Object.values(row));
}

const code = (more: object) => ({
  hash: hash(),
  client_id: 'slc_x',
  client_name: 'stays',
  redirect_uri: 'https://a.example/',
  challenge: 'x',
  created_at: ago(0),
  expires_at: ago(0),
  ...more,
});
const WORKSPACE = newId(new Date());
/** An active connection that no test checks. */
const FAMILY = newId(new Date());
const token = (more: object) => ({
  hash: hash(),
  workspace_id: WORKSPACE,
  kind: 'access',
  created_at: ago(0),
  expires_at: ago(0),
  ...more,
});
const refreshToken = (more: object) => ({
  hash: hash(),
  workspace_id: WORKSPACE,
  connection_id: FAMILY,
  created_at: ago(0),
  expires_at: ago(-DAY),
  ...more,
});
const connection = (more: object) => ({
  id: newId(new Date()),
  workspace_id: WORKSPACE,
  client_id: 'slc_y',
  client_name: 'x',
  client_host: 'x',
  created_at: ago(100 * DAY),
  last_used_at: ago(0),
  ...more,
});
const client = (more: object) => ({
  id: `slc_${randomBase62(27)}`,
  kind: 'registered',
  name: 'stays',
  redirect_uris: '["https://a.example/"]',
  created_at: ago(365 * DAY),
  ...more,
});

test('long expired rows are deleted, and active or just expired ones stay', async () => {
  await put('workspace', { id: WORKSPACE });
  await put('connection', connection({ id: FAMILY }));
  await put('refresh_token', refreshToken({}));
  const goes: [table: string, key: string, value: unknown][] = [];
  const stays: typeof goes = [];
  const add = async (to: typeof goes, table: string, row: Record<string, unknown>): Promise<void> => {
    await put(table, row);
    const key = 'id' in row ? 'id' : 'hash';
    to.push([table, key, row[key]]);
  };
  const bit = HOUR / 2;
  await add(goes, 'oauth_code', code({ expires_at: ago(DAY + bit) }));
  await add(goes, 'oauth_code', code({ expires_at: ago(DAY + bit), used_at: ago(DAY) }));
  await add(stays, 'oauth_code', code({ expires_at: ago(DAY - bit) }));
  await add(stays, 'oauth_code', code({ expires_at: ago(-bit) }));
  await add(goes, 'access_token', token({ expires_at: ago(DAY + bit) }));
  await add(stays, 'access_token', token({ expires_at: ago(DAY - bit) }));
  await add(stays, 'access_token', token({ expires_at: ago(-HOUR) }));
  await add(stays, 'access_token', token({ expires_at: ago(-HOUR), revoked_at: ago(10 * DAY) }));
  await add(goes, 'access_token', token({ kind: 'try', expires_at: ago(30 * DAY + bit) }));
  await add(stays, 'access_token', token({ kind: 'try', expires_at: ago(30 * DAY - bit) }));
  await add(stays, 'access_token', token({ kind: 'try', expires_at: ago(-DAY) }));
  await add(goes, 'refresh_token', refreshToken({ expires_at: ago(bit) }));
  await add(stays, 'refresh_token', refreshToken({ expires_at: ago(-bit), replaced_at: ago(50 * DAY) }));
  await add(goes, 'used_assertion', { hash: hash(), expires_at: ago(DAY + bit) });
  await add(stays, 'used_assertion', { hash: hash(), expires_at: ago(DAY - bit) });
  await add(goes, 'connect_sign_in', { id: randomBase62(43), consent_state: 'encrypted', expires_at: ago(DAY + bit) });
  await add(stays, 'connect_sign_in', { id: randomBase62(43), consent_state: 'encrypted', expires_at: ago(DAY - bit) });

  const old = { last_used_at: ago(30 * DAY + bit) };
  const withToken = async (to: typeof goes, row: Record<string, unknown>, of: object, tokens: typeof goes) => {
    await add(to, 'connection', row);
    const family = { workspace_id: row.workspace_id, connection_id: row.id };
    await add(tokens, 'refresh_token', refreshToken({ ...family, ...of }));
  };
  await add(goes, 'connection', connection(old));
  await add(stays, 'connection', connection({ last_used_at: ago(30 * DAY - bit) }));
  await withToken(stays, connection(old), {}, stays);
  await withToken(goes, connection(old), { expires_at: ago(bit) }, goes);
  await withToken(goes, connection(old), { replaced_at: ago(31 * DAY) }, goes);
  // A person ended the connection while its token was still valid: both are deleted.
  await withToken(goes, connection({ ...old, ended_at: ago(31 * DAY) }), {}, goes);
  await withToken(stays, connection({ ended_at: ago(bit) }), {}, stays);

  await add(goes, 'oauth_client', client({ created_at: ago(7 * DAY + bit) }));
  await add(stays, 'oauth_client', client({ created_at: ago(7 * DAY - bit) }));
  await add(goes, 'oauth_client', client({ last_used_at: ago(180 * DAY + bit) }));
  await add(stays, 'oauth_client', client({ last_used_at: ago(180 * DAY - bit) }));
  const connected = client({ last_used_at: ago(181 * DAY) });
  await add(stays, 'oauth_client', connected);
  await withToken(stays, connection({ client_id: connected.id }), {}, stays);
  const asked = client({ created_at: ago(8 * DAY) });
  await add(stays, 'oauth_client', asked);
  await add(stays, 'oauth_code', code({ client_id: asked.id, expires_at: ago(-bit) }));
  const left = client({ last_used_at: ago(181 * DAY) });
  await add(goes, 'oauth_client', left);
  await withToken(stays, connection({ client_id: left.id, ended_at: ago(DAY) }), {}, stays);
  const document = { kind: 'document', created_at: ago(300 * DAY) };
  const at = () => ({ id: `https://a.example/${randomBase62(5)}` });
  await add(goes, 'oauth_client', client({ ...document, ...at(), fresh_until: ago(7 * DAY + bit) }));
  await add(stays, 'oauth_client', client({ ...document, ...at(), fresh_until: ago(7 * DAY - bit) }));

  await cleanUp();
  const isThere = async ([table, key, value]: (typeof goes)[number]) =>
    (await sql(service, `SELECT 1 FROM ${table} WHERE ${key} = $1`, [value])).length === 1;
  for (const row of goes) expect(await isThere(row), `goes: ${row}`).toBe(false);
  for (const row of stays) expect(await isThere(row), `stays: ${row}`).toBe(true);
  expect(await cleanUp()).toEqual({});
});

test('a workspace whose tokens all expired long ago keeps its reviews and their links', async () => {
  const oauth = oauthClient(service.url);
  const { access_token, client_id } = await oauth.connect();
  const made = await review(createClient({ baseUrl: service.url, bearer: access_token }));
  const rows = await sql<{ workspace_id: string }>(service, 'SELECT * FROM review WHERE id = $1', [made.id]);
  const workspace = rows[0]?.workspace_id ?? '';
  for (const [table, column] of [
    ['access_token', 'expires_at'],
    ['refresh_token', 'expires_at'],
    ['oauth_code', 'expires_at'],
    ['connection', 'last_used_at'],
  ]) {
    await sql(service, `UPDATE ${table} SET ${column} = now() - interval '200 days' WHERE workspace_id = $1`, [
      workspace,
    ]);
  }
  await sql(service, "UPDATE oauth_client SET last_used_at = now() - interval '200 days' WHERE id = $1", [client_id]);
  expect(await cleanUp()).toMatchObject({ accessTokens: 1, refreshTokens: 1, connections: 1, clients: 1 });
  for (const table of ['access_token', 'refresh_token', 'oauth_code', 'connection']) {
    expect(await sql(service, `SELECT 1 FROM ${table} WHERE workspace_id = $1`, [workspace]), table).toEqual([]);
  }
  expect(await sql(service, 'SELECT * FROM review WHERE id = $1', [made.id])).toEqual(rows);
  expect((await fetch(made.screenshots[0]?.url ?? '')).status).toBe(200);
  expect((await service.byLink(made.review_url).call('read_review', {})).review.id).toBe(made.id);
});

test('a locked row is skipped until the next run', async () => {
  const row = code({ expires_at: ago(2 * DAY) });
  await put('oauth_code', row);
  const holder = await hold(service);
  await holder.query('SELECT 1 FROM oauth_code WHERE hash = $1 FOR UPDATE', [row.hash]);
  expect(await cleanUp()).toEqual({});
  await holder.end('ROLLBACK');
  expect(await cleanUp()).toEqual({ codes: 1 });
});

test('a client returns after 59 days without a new sign-in; half a year later it must register again', async () => {
  const oauth = oauthClient(service.url);
  const first = await oauth.connect();
  now = start + 59 * DAY;
  await cleanUp();
  const second = await oauth.refresh(first.client_id, first.refresh_token);
  expect(second.status).toBe(200);
  expect(await oauth.knock(String(second.body.access_token))).toBe('200');
  now = start + (59 + 61) * DAY;
  await cleanUp();
  const late = await oauth.refresh(first.client_id, String(second.body.refresh_token));
  expect([late.status, late.body.error]).toEqual([400, 'invalid_grant']);
  expect((await oauth.newGrant({ clientId: first.client_id })).code).toMatch(/^slo_/);
  now = start + (59 + 181) * DAY;
  await sql(service, 'UPDATE oauth_code SET used_at = now() WHERE client_id = $1', [first.client_id]);
  await cleanUp();
  const forgotten = await oauth.refresh(first.client_id, String(second.body.refresh_token));
  expect([forgotten.status, forgotten.body.error]).toEqual([400, 'invalid_client']);
  now = start;
});

test('a used id-token is still refused when it has just expired', async () => {
  const exchange = async (subject_token: string) =>
    oauthClient(service.url).token({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token,
    });
  const iat = Math.floor(now / 1000);
  const exp = iat + 300;
  const token = await issuer.sign(service.url, { ...claimsOf('acme/late', 1), iat, exp });
  const fresh = await issuer.sign(service.url, { ...claimsOf('acme/late', 1), iat, exp });
  expect((await exchange(token)).status).toBe(200);
  // The last moment at which the token is accepted: a few seconds after its expiry.
  now = exp * 1000 + 9000;
  await cleanUp();
  const again = await exchange(token);
  expect([again.status, again.body.error]).toEqual([400, 'invalid_request']);
  expect(again.body.error_description).toMatch(/used before/);
  expect((await exchange(fresh)).status).toBe(200);
  now = start;
});

test('a starting service cleans up, even when its other chores fail', async () => {
  await put('used_assertion', { hash: hash(), expires_at: ago(2 * DAY) });
  await sql(service, 'ALTER TABLE shot_request RENAME TO shot_request_hidden');
  const second = await startService({ DATABASE_URL: service.databaseUrl });
  try {
    await expect.poll(() => second.logged()).toContain('ended tokens and unused clients deleted');
    await expect.poll(() => second.logged()).toContain('"msg":"housekeeping"');
    expect(await sql(service, "SELECT 1 FROM used_assertion WHERE expires_at < now() - interval '1 day'")).toEqual([]);
  } finally {
    await sql(service, 'ALTER TABLE shot_request_hidden RENAME TO shot_request');
    await second.close();
  }
});
