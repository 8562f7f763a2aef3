import { beforeEach, expect, test } from 'vitest';
import { type Answer, dumpOf, oauthClient, type Tokens } from '../../../api/oauth/support/oauth-client.ts';
import { forgetLimits, sql } from '../../../api/support/sql.ts';
import { startService } from '../../../support/service.ts';

/** The service’s clock stands still unless a test moves it. */
const now = Date.now();
const service = await startService({}, () => new Date(now));
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const refused = async (answer: Promise<Answer>) => {
  const { status, body, headers } = await answer;
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  return [status, body.error];
};

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
  for (const grant of grants) expect(await refused(client.exchange(grant))).toEqual([400, 'invalid_grant']);
});

test('a fault during an exchange changes nothing: the code still works, and no workspace is left', async () => {
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
