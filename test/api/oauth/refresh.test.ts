import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { haveAsked } from '../support/have-asked.ts';
import { sql } from '../support/sql.ts';
import { type Answer, dumpOf, oauthClient } from './support/oauth-client.ts';

/** The clock of both services stands still but for what tests do to it. */
let now = Date.now();
const clock = (): Date => new Date(now);
const DAY_MS = 86_400_000;

let service: TestService;
let replica: TestService;
let client: ReturnType<typeof oauthClient>;
let atReplica: ReturnType<typeof oauthClient>;
beforeAll(async () => {
  service = await startService({}, clock);
  replica = await startService({ DATABASE_URL: service.databaseUrl, BASE_URL: service.url }, clock);
  [client, atReplica] = [oauthClient(service.url), oauthClient(replica.url)];
});
afterAll(async () => {
  await replica.close();
  await service.close();
});
beforeEach(() => sql(service, 'DELETE FROM rate_window'));

interface Pair {
  access: string;
  refresh: string;
}

function pairOf({ status, headers, body }: Answer): Pair {
  expect([status, headers.get('cache-control'), body.token_type, body.scope]).toEqual([
    200,
    'no-store',
    'Bearer',
    'mcp:use',
  ]);
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}

async function connect() {
  const { client_id, access_token, refresh_token } = await client.connect();
  const first: Pair = { access: access_token, refresh: refresh_token };
  return { first, refresh: (token: string, from = client) => from.refresh(client_id, token), client_id };
}

const refused = ({ status, headers, body }: Answer): unknown[] => {
  expect(headers.get('cache-control')).toBe('no-store');
  return [status, body.error];
};
const invalid = [400, 'invalid_grant'];

test('each refresh replaces both tokens; access that was given goes on to its hour', async () => {
  const { first, refresh } = await connect();
  let latest = first;
  const seen = new Set([first.access, first.refresh]);
  for (let at = 0; at < 5; at += 1) {
    now += 30 * DAY_MS;
    latest = pairOf(await refresh(latest.refresh));
    expect(await client.knock(latest.access)).toBe('200');
    seen.add(latest.access).add(latest.refresh);
  }
  expect(seen.size).toBe(12);
  const next = pairOf(await refresh(latest.refresh));
  expect([await client.knock(latest.access), await client.knock(next.access)]).toEqual(['200', '200']);
});

test('59 seconds later a lost answer is given again, the same, once; a third time ends nothing', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  now += 59_000;
  const again = await refresh(first.refresh, atReplica);
  expect(pairOf(again)).toEqual(second);
  expect(again.body.expires_in).toBe(3600 - 59);
  expect(refused(await refresh(first.refresh))).toEqual(invalid);
  expect(refused(await refresh(first.refresh, atReplica))).toEqual(invalid);
  expect(await client.knock(second.access)).toBe('200');
  pairOf(await refresh(second.refresh));
});

test('a lost answer is given again although its token was used meanwhile', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  const third = pairOf(await refresh(second.refresh));
  expect(pairOf(await refresh(first.refresh))).toEqual(second);
  expect(pairOf(await refresh(second.refresh))).toEqual(third);
  pairOf(await refresh(third.refresh));
});

test('61 seconds later the token is in two hands: the whole connection ends', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  now += 61_000;
  expect(refused(await refresh(first.refresh))).toEqual(invalid);
  for (const { access } of [first, second]) expect(await client.knock(access)).toBe('401 invalid_token');
  for (const token of [first.refresh, second.refresh]) expect(refused(await refresh(token))).toEqual(invalid);
});

test('so it does after the answer was repeated, and however many refreshes later', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  expect(pairOf(await refresh(first.refresh))).toEqual(second);
  let latest = second;
  for (let at = 0; at < 3; at += 1) {
    now += 10 * DAY_MS;
    latest = pairOf(await refresh(latest.refresh));
  }
  expect(refused(await refresh(first.refresh))).toEqual(invalid);
  expect(await client.knock(latest.access)).toBe('401 invalid_token');
  expect(refused(await refresh(latest.refresh))).toEqual(invalid);
});

test('at 60 seconds it is still given again', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  now += 60_000;
  expect(pairOf(await refresh(first.refresh))).toEqual(second);
  now += 1;
  expect(refused(await refresh(first.refresh))).toEqual(invalid);
  expect(await client.knock(second.access)).toBe('401 invalid_token');
});

test('five at once, from two processes: one rotates, one hears the same, three are refused, and the family lives', async () => {
  const rounds = 12;
  const counted = { rotated: 0, repeated: 0, refused: 0, ended: 0 };
  const { first, refresh } = await connect();
  let latest = first;
  for (let round = 0; round < rounds; round += 1) {
    const from = [client, atReplica, client, atReplica, round % 2 === 0 ? client : atReplica];
    const answers = await Promise.all(from.map((each) => refresh(latest.refresh, each)));
    const pairs = answers.filter(({ status }) => status === 200).map(pairOf);
    expect(answers.filter(({ status }) => status !== 200).map(refused)).toEqual([invalid, invalid, invalid]);
    expect(pairs).toEqual([pairs[0], pairs[0]]);
    const [next] = pairs;
    if (next === undefined) throw new Error('Nobody got a pair.');
    expect(next.refresh).not.toBe(latest.refresh);
    counted.rotated += 1;
    counted.repeated += 1;
    counted.refused += 3;
    if ((await client.knock(next.access)) !== '200') counted.ended += 1;
    latest = next;
  }
  const [{ made = 0 } = {}] = await sql<{ made: number }>(
    service,
    `SELECT count(*)::int AS made FROM refresh_token WHERE connection_id =
       (SELECT connection_id FROM access_token WHERE kind = 'access' ORDER BY created_at DESC LIMIT 1)`,
  );
  // The first, and one for each round.
  expect(made).toBe(rounds + 1);
  expect(counted.ended).toBe(0);
  pairOf(await refresh(latest.refresh));
  console.log(
    `${rounds} races of 5 refreshes over 2 services: ${counted.rotated} rotated, ${counted.repeated} repeated, ` +
      `${counted.refused} refused, ${counted.ended} families ended`,
  );
});

test('five at once a minute too late: all are refused, and the connection ends once', async () => {
  const { first, refresh } = await connect();
  const second = pairOf(await refresh(first.refresh));
  now += 61_000;
  const answers = await Promise.all(
    [client, atReplica, client, atReplica, client].map((each) => refresh(first.refresh, each)),
  );
  expect(answers.map(refused)).toEqual(Array.from({ length: 5 }, () => invalid));
  expect(await client.knock(second.access)).toBe('401 invalid_token');
  const ended = await sql(
    service,
    `SELECT details->>'connection' AS id FROM audit_event WHERE action = 'connection.ended'
     GROUP BY 1 HAVING count(*) > 1`,
  );
  expect(ended).toEqual([]);
});

test('a refresh that races with the end of the connection leaves no token that works', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { first, refresh, client_id } = await connect();
    const [answer] = await Promise.all([refresh(first.refresh), atReplica.revoke({ token: first.refresh, client_id })]);
    const access = answer.status === 200 ? pairOf(answer).access : first.access;
    expect(await client.knock(access)).toBe('401 invalid_token');
    expect(await client.knock(first.access)).toBe('401 invalid_token');
  }
});

test('a refresh token lives 60 days, unless it is replaced before', async () => {
  const [early, late] = [await connect(), await connect()];
  now += 60 * DAY_MS - 1;
  pairOf(await early.refresh(early.first.refresh));
  now += 1;
  expect(refused(await late.refresh(late.first.refresh))).toEqual(invalid);
});

test('another client’s token, and what is none, gets nothing and ends nothing', async () => {
  const { first, refresh, client_id } = await connect();
  const other = await client.register();
  const last = first.refresh.endsWith('A') ? 'B' : 'A';
  const cases: [string, Promise<Answer>, string][] = [
    ['another client', client.refresh(other, first.refresh), 'invalid_grant'],
    ['another kind of client', client.refresh('https://client.example/m.json', first.refresh), 'invalid_grant'],
    ['no client', client.token({ grant_type: 'refresh_token', refresh_token: first.refresh }), 'invalid_request'],
    ['an unknown client', client.refresh(`slc_${'0'.repeat(27)}`, first.refresh), 'invalid_client'],
    ['an access token', refresh(first.access), 'invalid_grant'],
    ['a try token', refresh((await service.newClient()).token), 'invalid_grant'],
    ['a typo', refresh(`${first.refresh.slice(0, -1)}${last}`), 'invalid_grant'],
    ['a space', refresh(` ${first.refresh}`), 'invalid_grant'],
    ['no token', client.token({ grant_type: 'refresh_token', client_id }), 'invalid_request'],
    [
      'another resource',
      client.refresh(client_id, first.refresh, { resource: 'https://evil.example' }),
      'invalid_target',
    ],
    [
      'a code for a token',
      client.exchange({ client_id, code: first.refresh, code_verifier: 'x'.repeat(43) }),
      'invalid_grant',
    ],
  ];
  for (const [what, answer, error] of cases) expect([what, ...refused(await answer)]).toEqual([what, 400, error]);
  expect(await client.knock(first.access)).toBe('200');
  const more = { resource: `${service.url}/mcp/sightline`, scope: 'mcp:use admin everything' };
  pairOf(await client.refresh(client_id, first.refresh, more));
});

test('a client that is not known any more hears that, and registers anew', async () => {
  const { first, refresh, client_id } = await connect();
  await sql(service, 'DELETE FROM oauth_client WHERE id = $1', [client_id]);
  expect(refused(await refresh(first.refresh))).toEqual([400, 'invalid_client']);
});

test('a fault in the middle of a refresh takes nothing: the same token works afterwards', async () => {
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

/** Sends a refresh and hangs up without reading, once `when` has come. */
async function hangUp(fields: Record<string, string>, when: () => Promise<void>): Promise<void> {
  const { port } = new URL(service.url);
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...fields }).toString();
  const socket = connectSocket(Number(port), 'localhost');
  socket.pause();
  await once(socket, 'connect');
  const type = 'application/x-www-form-urlencoded';
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await when();
  socket.destroy();
}

test('a client whose line breaks before or after the answer goes on with the token it has', async () => {
  const { first, refresh, client_id } = await connect();
  const isReplaced = async (token: string): Promise<boolean> => {
    const hash = createHmac('sha256', 'sightline.token').update(token).digest();
    const found = 'SELECT replaced_at IS NOT NULL AS done FROM refresh_token WHERE hash = $1';
    return (await sql<{ done: boolean }>(service, found, [hash]))[0]?.done === true;
  };
  let latest = first;
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const token = latest.refresh;
    const atOnce = round >= rounds / 2;
    await hangUp({ client_id, refresh_token: token }, async () => {
      if (!atOnce) await expect.poll(() => isReplaced(token)).toBe(true);
    });
    // What was hung up on at once may be read any time from here on: then the clock stands.
    if (!atOnce) now += 30_000;
    latest = pairOf(await refresh(token));
    expect(await client.knock(latest.access)).toBe('200');
  }
  console.log(`${rounds} answers to refreshes lost on the line: ${rounds} clients went on`);
});

test('what is kept for a lost answer is readable with the token alone, and goes with the connection', async () => {
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

test('who finds an old refresh token and a copy of the database cannot walk from it to the newest', async () => {
  const { first, refresh, client_id } = await connect();
  let latest = first;
  for (let at = 0; at < 4; at += 1) {
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
  expect(kept.map((row) => row.kept)).toEqual([false, false, false, false, true]);
});

test('one client asks MCP 120 times a minute, however often it refreshes, and refreshes 120 times an hour', async () => {
  const [{ first, refresh }, other] = [await connect(), await connect()];
  const ask = async (bearer: string): Promise<number> => {
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    return (await fetch(`${service.url}/mcp/sightline`, { method: 'POST', headers, body })).status;
  };
  expect(await ask(first.access)).toBe(200);
  const second = pairOf(await refresh(first.refresh));
  await haveAsked(service, 120);
  expect([await ask(second.access), await ask(other.first.access)]).toEqual([429, 200]);
  const third = await refresh(second.refresh);
  expect(refused(third)).toEqual([429, 'temporarily_unavailable']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  pairOf(await other.refresh(other.first.refresh));
});
