import { beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { refusal } from '../support/rest-and-mcp.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { oauthClient } from './support/oauth-client.ts';

/** The clock stands still; tests set it. */
let now = Date.now();
const service = await startService({ ROLE: 'web' }, () => new Date(now));
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const holding = (bearer: string) => createClient({ baseUrl: service.url, bearer });
const listOf = async (bearer: string) => (await holding(bearer).call('list_connections', {})).connections;
const eventsOf = (workspaceId: string) =>
  sql<{ actor: string; credential: string | null; action: string; details: Record<string, unknown> }>(
    service,
    `SELECT actor, credential, action, details FROM audit_event
     WHERE workspace_id = $1 AND action LIKE 'connection.%' ORDER BY id`,
    [workspaceId],
  );

test('a workspace lists its connections, newest first, with client name and return address', async () => {
  const owner = await service.newClient();
  expect(await listOf(owner.token)).toEqual([]);
  const kinds = [
    ['Terminal\u202e agent', 'http://127.0.0.1:5000/cb', 'localhost'],
    ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
    ['Hosted', 'https://client.example:8443/cb', 'client.example:8443'],
  ] as const;
  const created = new Date(now).toISOString();
  for (const [client_name, redirectUri] of kinds) {
    const clientId = await client.register({ client_name, redirect_uris: [redirectUri] });
    await client.connect({ clientId, redirectUri, joinWith: owner.token });
  }
  expect(await listOf(owner.token)).toEqual(
    [...kinds].reverse().map(([name, , host]) => ({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      client_name: name.replace('\u202e', ''),
      client_host: host,
      joined: true,
      verified_login: null,
      ends_at: null,
      created_at: created,
      last_used_at: created,
    })),
  );
});

test('a client that created its workspace is listed until it has had no token for 60 days', async () => {
  const mine = await client.connect();
  const [only, ...more] = await listOf(mine.access_token);
  expect([only?.joined, more]).toEqual([false, []]);
  const made = only?.created_at ?? '';
  now += 600_000;
  await client.refresh(mine.client_id, mine.refresh_token);
  const [after] = await listOf(mine.access_token);
  expect(after).toEqual({ ...only, last_used_at: new Date(Date.parse(made) + 600_000).toISOString() });
  const owner = await service.newClient();
  await client.connect({ joinWith: owner.token });
  now += 60 * 86_400_000 - 1;
  expect(await listOf(owner.token)).toHaveLength(1);
  now += 1;
  expect(await listOf(owner.token)).toHaveLength(0);
});

test('ending a connection revokes only its tokens, at once, and can be repeated', async () => {
  const owner = await service.newClient();
  const [gone, stays] = [
    await client.connect({ joinWith: owner.token }),
    await client.connect({ joinWith: owner.token }),
  ];
  const made = await review(holding(gone.access_token));
  const [, { id = '' } = {}] = await listOf(owner.token);
  for (let times = 0; times < 2; times += 1) {
    expect(await owner.call('end_connection', { connection_id: id })).toEqual({ id, ended: true });
  }
  expect(await client.knock(gone.access_token)).toBe('401 invalid_token');
  expect((await client.refresh(gone.client_id, gone.refresh_token)).body.error).toBe('invalid_grant');
  expect(await client.knock(stays.access_token)).toBe('200');
  expect((await client.refresh(stays.client_id, stays.refresh_token)).status).toBe(200);
  expect((await listOf(owner.token)).map((each) => each.id)).not.toContain(id);
  expect((await owner.call('get_review', { id: made.id })).status).toBe('open');
  expect((await service.byLink(made.review_url).call('read_review', {})).review.title).toBe(made.title);
  // The client may connect again, as a new connection.
  const again = await client.connect({ clientId: gone.client_id, joinWith: owner.token });
  expect(await client.knock(again.access_token)).toBe('200');
});

test('a client that joined cannot end other connections or delete the workspace; one that created it can', async () => {
  const owner = await service.newClient();
  const [joined, other] = [
    await client.connect({ joinWith: owner.token }),
    await client.connect({ joinWith: owner.token }),
  ];
  const [newest, oldest] = await listOf(owner.token);
  const asJoined = holding(joined.access_token);
  const refused = [
    await refusal(asJoined.call('end_connection', { connection_id: newest?.id ?? '' })),
    await refusal(asJoined.call('delete_workspace', { confirm: owner.workspaceId })),
  ];
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([403, 'forbidden']));
  expect(await listOf(other.access_token)).toHaveLength(2);
  await asJoined.call('end_connection', { connection_id: oldest?.id ?? '' });
  expect((await refusal(asJoined.call('list_connections', {}))).status).toBe(401);

  const maker = holding((await client.connect()).access_token);
  const { reviews } = await maker.call('list_reviews', {});
  expect(reviews).toEqual([]);
  const { workspace_id: workspaceId } = await maker.call('export_workspace', {});
  expect(await maker.call('delete_workspace', { confirm: workspaceId })).toMatchObject({ deleted: true });
});

test('a foreign connection and an unknown one are both not found', async () => {
  const [owner, other] = [await service.newClient(), await service.newClient()];
  const { access_token } = await client.connect({ joinWith: owner.token });
  const [{ id = '' } = {}] = await listOf(owner.token);
  const answers = [];
  for (const connection_id of [id, '01ARZ3NDEKTSV4RRFFQ69G5FAV', id.toLowerCase(), '%']) {
    answers.push(await refusal(other.call('end_connection', { connection_id })));
  }
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([404, { error: 'not_found', message: 'There is no such connection here.' }]);
  }
  expect(await client.knock(access_token)).toBe('200');
});

test('only a try token is rotated, which ends the connections that joined with it and nothing else', async () => {
  const owner = await service.newClient();
  const [first, second] = [await client.connect({ joinWith: owner.token }), await client.connect()];
  for (const { access_token } of [first, second]) {
    const { status, body } = await refusal(holding(access_token).call('rotate_token', {}));
    expect([status, body.error]).toEqual([422, 'invalid_state']);
  }
  const fresh = await owner.call('rotate_token', {});
  expect(await client.knock(first.access_token)).toBe('401 invalid_token');
  expect((await client.refresh(first.client_id, first.refresh_token)).body.error).toBe('invalid_grant');
  expect(await client.knock(second.access_token)).toBe('200');
  expect(await listOf(fresh.token)).toEqual([]);
  // The old token works for ten more minutes, but not for joining.
  expect(await client.knock(owner.token)).toBe('200');
  await expect(client.newGrant({ joinWith: owner.token })).rejects.toThrow('Not sent back: 400');
  const joined = await client.connect({ joinWith: fresh.token });
  expect((await listOf(fresh.token)).map((each) => each.joined)).toEqual([true]);
  expect(await client.knock(joined.access_token)).toBe('200');
  const again = await owner.call('rotate_token', {});
  expect(await client.knock(joined.access_token)).toBe('200');
  expect(await client.knock(again.token)).toBe('200');
});

test('the audit trail records connections made and ended, by the acting token’s prefix, without secrets', async () => {
  const owner = await service.newClient();
  const by = async (end: (connected: Awaited<ReturnType<typeof client.connect>>, id: string) => Promise<unknown>) => {
    const connected = await client.connect({ joinWith: owner.token });
    const [{ id = '' } = {}] = await listOf(owner.token);
    await end(connected, id);
    return id;
  };
  const ids = [
    await by((_, id) => owner.call('end_connection', { connection_id: id })),
    await by(({ refresh_token }) => client.revoke({ token: refresh_token })),
    await by(async ({ client_id, refresh_token }) => {
      await client.refresh(client_id, refresh_token);
      now += 61_000;
      await client.refresh(client_id, refresh_token);
    }),
  ];
  const grant = await client.newGrant({ joinWith: owner.token });
  await client.exchange(grant);
  ids.push((await listOf(owner.token))[0]?.id ?? '');
  now += 11_000;
  await client.exchange(grant);
  ids.push(await by(() => owner.call('rotate_token', {})));
  const events = await eventsOf(owner.workspaceId);
  const why = ['asked', 'revoked', 'refresh_token_reused', 'code_reused', 'token_rotated'];
  expect(events.map(({ action, details }) => [action, details])).toEqual(
    ids.flatMap((connection, at) => [
      ['connection.made', { connection, joined: true }],
      ['connection.ended', { connection, why: why[at] }],
    ]),
  );
  const named = new Set(events.flatMap(({ credential }) => (credential === null ? [] : [credential])));
  expect([...named].every((credential) => /^[0-9a-f]{12}$/.test(credential))).toBe(true);
  expect(events.filter(({ actor, credential }) => (actor === 'anyone') !== (credential === null))).toEqual([]);
});
