import { beforeEach, expect, test } from 'vitest';
import { dumpOf, oauthClient, type Tokens } from '../../../api/oauth/support/oauth-client.ts';
import { connectPair, pairOf, refused } from '../../../api/oauth/support/token-pairs.ts';
import { forgetLimits, sql } from '../../../api/support/sql.ts';
import { startService } from '../../../support/service.ts';

/** The service’s clock stands still unless a test moves it. */
let now = Date.now();
const service = await startService({}, () => new Date(now));
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const connect = () => connectPair(client);

test('four concurrent exchanges of one code return one pair, which works', async () => {
  const grant = await client.newGrant();
  const answers = await Promise.all(Array.from({ length: 4 }, () => client.exchange(grant)));
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(3);
  expect(await client.knock(String(won?.body.access_token))).toBe('200');
  expect((await client.refresh(grant.client_id, String(won?.body.refresh_token))).status).toBe(200);
});

test('a code is refused when its workspace or try token is deleted before the exchange', async () => {
  const [deleted, rotated] = [await service.newClient(), await service.newClient()];
  const grants = [
    await client.newGrant({ joinWith: deleted.token }),
    await client.newGrant({ joinWith: rotated.token }),
  ];
  await deleted.call('delete_workspace', { confirm: deleted.workspaceId });
  await rotated.call('rotate_token', {});
  for (const grant of grants) expect(refused(await client.exchange(grant))).toEqual([400, 'invalid_grant']);
});

test('a fault during an exchange changes nothing: the code still works, and no workspace is left', async () => {
  const grant = await client.newGrant();
  const count = () => sql(service, 'SELECT count(*) FROM workspace');
  const before = await count();
  await sql(
    service,
    `CREATE OR REPLACE FUNCTION fail() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'caused by the test'; END $$ LANGUAGE plpgsql`,
  );
  await sql(service, 'CREATE TRIGGER fail BEFORE INSERT ON refresh_token FOR EACH ROW EXECUTE FUNCTION fail()');
  const failed = refused(await client.exchange(grant));
  await sql(service, 'DROP TRIGGER fail ON refresh_token');
  expect(failed).toEqual([500, 'server_error']);
  expect(await count()).toEqual(before);
  expect((await client.exchange(grant)).status).toBe(200);
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
      expect([dump.includes(form), service.logged().includes(form)]).toEqual([false, false]);
    }
  }
  expect(service.logged()).toContain('/oauth/token');
});

test('a fault during a refresh changes nothing: the same token works afterwards', async () => {
  const { first, refresh } = await connect();
  const faults = [
    ['P0001', 500, 'server_error'],
    ['53100', 503, 'temporarily_unavailable'],
  ] as const;
  for (const [state, status, error] of faults) {
    await sql(
      service,
      `CREATE OR REPLACE FUNCTION fail() RETURNS trigger AS $$
       BEGIN RAISE EXCEPTION 'caused by the test' USING ERRCODE = '${state}'; END $$ LANGUAGE plpgsql`,
    );
    await sql(service, 'CREATE TRIGGER fail BEFORE UPDATE ON refresh_token FOR EACH ROW EXECUTE FUNCTION fail()');
    const failed = await refresh(first.refresh);
    await sql(service, 'DROP TRIGGER fail ON refresh_token');
    expect(refused(failed)).toEqual([status, error]);
    expect(failed.headers.has('retry-after')).toBe(status === 503);
    expect(JSON.stringify(failed.body)).not.toContain('caused by the test');
  }
  pairOf(await refresh(first.refresh));
});

test('the stored answer is readable only with the old token, and is deleted with the connection', async () => {
  const { first, refresh, client_id } = await connect();
  const second = pairOf(await refresh(first.refresh));
  const dump = await dumpOf(service.databaseUrl);
  for (const secret of [first.refresh, second.access, second.refresh]) {
    for (const form of [secret, Buffer.from(secret).toString('hex')]) {
      expect([dump.includes(form), service.logged().includes(form)]).toEqual([false, false]);
    }
  }
  const kept = () =>
    sql(
      service,
      `SELECT 1 FROM refresh_token r JOIN connection c ON c.id = r.connection_id
       WHERE c.client_id = $1 AND r.successor IS NOT NULL`,
      [client_id],
    );
  expect(await kept()).toHaveLength(1);
  await client.revoke({ token: second.refresh, client_id });
  expect(await kept()).toHaveLength(0);
});

test('an old refresh token and a copy of the database do not lead to the newest token', async () => {
  const { first, refresh, client_id } = await connect();
  let latest = first;
  for (let at = 0; at < 2; at += 1) {
    latest = pairOf(await refresh(latest.refresh));
    now += 61_000;
  }
  pairOf(await refresh(latest.refresh));
  const kept = await sql<{ at: Date; kept: boolean }>(
    service,
    `SELECT r.replaced_at AS at, r.successor IS NOT NULL AS kept
     FROM refresh_token r JOIN connection c ON c.id = r.connection_id
     WHERE c.client_id = $1 AND r.replaced_at IS NOT NULL ORDER BY r.replaced_at`,
    [client_id],
  );
  expect(kept.map((row) => row.kept)).toEqual([false, false, true]);
});
