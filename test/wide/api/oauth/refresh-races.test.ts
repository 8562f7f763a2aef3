import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { oauthClient } from '../../../api/oauth/support/oauth-client.ts';
import { connectPair, invalid, pairOf, refused } from '../../../api/oauth/support/token-pairs.ts';
import { forgetLimits, sql } from '../../../api/support/sql.ts';
import { startService } from '../../../support/service.ts';

/** The clock of both services stands still unless a test moves it. */
let now = Date.now();
const clock = (): Date => new Date(now);

const service = await startService({}, clock);
const replica = await startService({ DATABASE_URL: service.databaseUrl, BASE_URL: service.url }, clock);
const [client, atReplica] = [oauthClient(service.url), oauthClient(replica.url)];
beforeEach(() => forgetLimits(service));

const connect = () => connectPair(client);

test('of five concurrent refreshes one rotates, one gets the same pair, and three are refused', async () => {
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
  // The first token, and one for each round.
  expect(made).toBe(rounds + 1);
  expect(counted.ended).toBe(0);
  pairOf(await refresh(latest.refresh));
  console.log(
    `${rounds} races of 5 refreshes over 2 services: ${counted.rotated} rotated, ${counted.repeated} repeated, ` +
      `${counted.refused} refused, ${counted.ended} families ended`,
  );
});

test('five concurrent refreshes a minute too late are all refused, and end the connection once', async () => {
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

test('a refresh that races with the end of the connection leaves no working token', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { first, refresh, client_id } = await connect();
    const [answer] = await Promise.all([refresh(first.refresh), atReplica.revoke({ token: first.refresh, client_id })]);
    const access = answer.status === 200 ? pairOf(answer).access : first.access;
    expect(await client.knock(access)).toBe('401 invalid_token');
    expect(await client.knock(first.access)).toBe('401 invalid_token');
  }
});

/** Sends a refresh and disconnects without reading the answer, once `when` has resolved. */
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

test('a client whose connection breaks before or after the answer continues with the token it has', async () => {
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
    // A request that was cut off at once may be processed at any later time, so the clock stays.
    if (!atOnce) now += 30_000;
    latest = pairOf(await refresh(token));
    expect(await client.knock(latest.access)).toBe('200');
  }
  console.log(`${rounds} answers to refreshes lost on the line: ${rounds} clients went on`);
});
