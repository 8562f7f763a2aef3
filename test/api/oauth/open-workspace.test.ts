import { beforeEach, expect, test } from 'vitest';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';
import { createClient } from '../../../server/contract/client.ts';
import type { TryToken } from '../../../server/contract/workspace.ts';
import { review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { hold } from '../support/lock.ts';
import { callTool, connectMcp, refusal } from '../support/rest-and-mcp.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { dumpOf, oauthClient } from './support/oauth-client.ts';

const secretKey = 'a key of this test of no worth';
/** The clock stands still; tests set it. */
let now = Date.now();
const service = await startService({ ROLE: 'web', SECRET_KEY: secretKey }, () => new Date(now));
const client = oauthClient(service.url);
beforeEach(() => forgetLimits(service));

const minute = 60_000;
const holding = (bearer: string) => createClient({ baseUrl: service.url, bearer });
const nobody = () => createClient({ baseUrl: service.url });
const enter = (code: string): Promise<TryToken> => nobody().call('enter_workspace', { code });
const codeOf = (url: string): string => url.split('#open=')[1] ?? '';
const codeFor = async (bearer: string) => codeOf((await holding(bearer).call('open_workspace', {})).url);
const workspaceOf = async (bearer: string) => (await holding(bearer).call('export_workspace', {})).workspace_id;
const tokensOf = async (workspaceId: string) =>
  (await sql(service, "SELECT 1 FROM access_token WHERE workspace_id = $1 AND kind = 'try'", [workspaceId])).length;
const eventsOf = (workspaceId: string) =>
  sql<{ actor: string; details: Record<string, unknown> }>(
    service,
    "SELECT actor, details FROM audit_event WHERE workspace_id = $1 AND action = 'token.issued'",
    [workspaceId],
  );

const openOverMcp = async (bearer: string) => {
  const mcp = await connectMcp(service.url, bearer);
  try {
    return await callTool(mcp, 'open_workspace', {});
  } finally {
    await mcp.close();
  }
};

test.each([
  ['REST', (bearer: string) => holding(bearer).call('open_workspace', {})],
  ['MCP', openOverMcp],
])(
  'over %s a client that created a workspace gets a link for its person, and one that joined does not',
  async (_, open) => {
    const agent = await client.connect();
    const made = await review(holding(agent.access_token));
    const { url, expires_at } = await open(agent.access_token);
    expect(url).toMatch(new RegExp(`^${service.url}/workspace#open=[\\w-]+$`));
    expect(Date.parse(expires_at) - now).toBe(10 * minute);
    const given = await enter(codeOf(url));
    expect(given.workspace_id).toBe(await workspaceOf(agent.access_token));
    const person = holding(given.token);
    const { connections } = await person.call('list_connections', {});
    expect(connections).toMatchObject([{ joined: false }]);
    const [event, ...more] = await eventsOf(given.workspace_id);
    expect([event?.actor, event?.details, more]).toEqual([
      'anyone',
      { token: expect.any(String), kind: 'try', why: 'workspace_opened', connection: connections[0]?.id },
      [],
    ]);
    await person.call('end_connection', { connection_id: connections[0]?.id ?? '' });
    expect(await client.knock(agent.access_token)).toBe('401 invalid_token');
    expect((await person.call('list_reviews', {})).reviews).toMatchObject([{ id: made.id }]);
    const owner = await service.newClient();
    const joined = await client.connect({ joinWith: owner.token });
    const { status, body } = await refusal(open(joined.access_token));
    expect([status, body.error]).toEqual([403, 'forbidden']);
    expect(body.message).toContain(`a person who has that token opens it: they paste it at ${service.url}/workspace`);
    expect(JSON.stringify(body)).not.toContain('open=');
  },
);

test('a try token opens its own workspace until it is replaced', async () => {
  const owner = await service.newClient();
  const code = await codeFor(owner.token);
  const { token } = await owner.call('rotate_token', {});
  expect((await refusal(codeFor(owner.token))).body.message).toContain('has been replaced');
  expect((await refusal(enter(code))).body.message).toContain('its token was replaced');
  expect((await enter(await codeFor(token))).workspace_id).toBe(owner.workspaceId);
});

test('replacing a token ends whatever somebody got with it: a token by a link, and a client that joined', async () => {
  const owner = await service.newClient();
  const { token: taken } = await enter(await codeFor(owner.token));
  const { access_token } = await client.connect({ joinWith: taken });
  const { token } = await owner.call('rotate_token', {});
  expect(await client.knock(access_token)).toBe('401 invalid_token');
  await expect(client.newGrant({ joinWith: taken })).rejects.toThrow('Not sent back: 400');
  // Who has a replaced token can get one in place of a lost answer, which ends no other.
  await owner.call('rotate_token', {});
  now += 10 * minute;
  expect(await Promise.all([taken, owner.token, token].map(client.knock))).toEqual([
    '401 invalid_token',
    '401 invalid_token',
    '200',
  ]);
});

test('a link works once and for ten minutes, and each refusal says what to do', async () => {
  const agent = await client.connect();
  const [used, late] = [await codeFor(agent.access_token), await codeFor(agent.access_token)];
  now += 10 * minute - 1;
  const { workspace_id } = await enter(used);
  now += 1;
  const again = [await refusal(enter(used)), await refusal(enter(late))];
  now -= minute;
  again.push(await refusal(enter(used)));
  for (const { status, body } of again) {
    expect([status, body.error]).toEqual([403, 'forbidden']);
    expect(body.message).toContain('Ask your agent to open the workspace again');
  }
  expect(again[1]?.body.message).toContain('expired');
  expect(again[2]?.body.message).toContain('used before');
  expect(await tokensOf(workspace_id)).toBe(1);
});

test('four people with one code at once get one token', async () => {
  const agent = await client.connect();
  const code = await codeFor(agent.access_token);
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => enter(code)));
  const given = all.filter((each) => each.status === 'fulfilled');
  const refused = all.filter((each) => each.status === 'rejected');
  expect([given.length, refused.length]).toEqual([1, 3]);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 403 });
  expect(await tokensOf(await workspaceOf(agent.access_token))).toBe(1);
});

test('a person whose access was ended cannot return with a saved link', async () => {
  const agent = await client.connect();
  const [first, second] = [await codeFor(agent.access_token), await codeFor(agent.access_token)];
  const person = holding((await enter(first)).token);
  const [{ id = '' } = {}] = (await person.call('list_connections', {})).connections;
  await person.call('end_connection', { connection_id: id });
  const { status, body } = await refusal(enter(second));
  expect([status, body.message]).toEqual([403, expect.stringContaining('has been disconnected')]);
});

test('a deleted workspace cannot be opened, even while it is being deleted', async () => {
  const agents = [await client.connect(), await client.connect()];
  const [before, during] = [await codeFor(agents[0]?.access_token ?? ''), await codeFor(agents[1]?.access_token ?? '')];
  const [gone, going] = [
    await workspaceOf(agents[0]?.access_token ?? ''),
    await workspaceOf(agents[1]?.access_token ?? ''),
  ];
  await holding(agents[0]?.access_token ?? '').call('delete_workspace', { confirm: gone });
  expect((await refusal(enter(before))).body).toMatchObject({
    error: 'forbidden',
    message: expect.stringContaining('has been deleted'),
  });

  const holder = await hold(service);
  await holder.query('SELECT 1 FROM workspace WHERE id = $1 FOR UPDATE', [going]);
  const entering = refusal(enter(during));
  await holder.untilBlocking();
  await holder.query('DELETE FROM credit_month WHERE workspace_id = $1', [going]);
  await holder.query('DELETE FROM workspace WHERE id = $1', [going]);
  await holder.end('COMMIT');
  expect((await entering).body).toMatchObject({
    error: 'forbidden',
    message: expect.stringContaining('has been deleted'),
  });
  expect([await tokensOf(gone), await tokensOf(going)]).toEqual([0, 0]);
});

test('a fault while the token is created leaves the link valid', async () => {
  const agent = await client.connect();
  const code = await codeFor(agent.access_token);
  await sql(service, 'ALTER TABLE audit_event RENAME TO audit_event_away');
  try {
    expect((await refusal(enter(code))).status).toBeGreaterThanOrEqual(500);
  } finally {
    await sql(service, 'ALTER TABLE audit_event_away RENAME TO audit_event');
  }
  const workspaceId = await workspaceOf(agent.access_token);
  expect(await tokensOf(workspaceId)).toBe(0);
  expect((await enter(code)).workspace_id).toBe(workspaceId);
});

test('anything but a code of ours opens nothing and says what to do', async () => {
  const agent = await client.connect();
  const workspaceId = await workspaceOf(agent.access_token);
  const code = await codeFor(agent.access_token);
  const contents = (more: object = {}): string =>
    JSON.stringify({
      ...{ workspaceId, jti: 'j', expiresAt: now + minute, connectionId: null, credential: 'AAAA', ...more },
    });
  const encrypted = (key: string, place: string, text = contents()): string =>
    createSecrets(key).encrypt(text, place).toString('base64url');
  const { token: stranger, workspaceId: strangers } = await service.newClient();
  const forged = [
    'x',
    code.slice(0, -2),
    `${code}AAAA`,
    `#open=${code}`,
    contents(),
    Buffer.from(contents()).toString('base64url'),
    stranger,
    agent.access_token,
    agent.refresh_token,
    encrypted('the key of another service', 'workspace.open'),
    encrypted(secretKey, 'connect_sign_in.consent_state'),
    encrypted(secretKey, 'workspace.open', '{}'),
    // Encrypted correctly, but for a credential outside that workspace.
    encrypted(
      secretKey,
      'workspace.open',
      contents({ credential: createSecrets(secretKey).hash(stranger).toString('base64url') }),
    ),
    encrypted(secretKey, 'workspace.open', contents({ workspaceId: strangers, connectionId: workspaceId })),
  ];
  for (const each of forged) {
    await forgetLimits(service);
    const { status, body } = await refusal(enter(each));
    expect([status, body.error], each).toEqual([403, 'forbidden']);
    expect(body.message, each).toContain('Ask your agent to open the workspace again');
  }
  for (const each of ['', 'x'.repeat(2001)]) expect((await refusal(enter(each))).status).toBe(422);
  expect([await tokensOf(workspaceId), await tokensOf(strangers)]).toEqual([0, 1]);
  // None of them used up the code.
  expect((await enter(code)).workspace_id).toBe(workspaceId);
});

test('an address may try ten codes in ten minutes, and another site none', async () => {
  const agent = await client.connect();
  const code = await codeFor(agent.access_token);
  const elsewhere = await fetch(`${service.url}/api/workspace/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example.com' },
    body: JSON.stringify({ code }),
  });
  expect(elsewhere.status).toBe(403);
  expect((await refusal(enter('x'))).status).toBe(403);
  await fillLimits(service, 9);
  expect((await refusal(enter('x'))).status).toBe(403);
  const { status, body } = await refusal(enter(code));
  expect([status, Number(body.retry_after) > 0]).toEqual([429, true]);
  await forgetLimits(service);
  expect((await enter(code)).token).toMatch(/^slt_/);
});

test('viewing the page uses nothing up, and no log or row holds the code or the token', async () => {
  const agent = await client.connect();
  const { url } = await holding(agent.access_token).call('open_workspace', {});
  const rows = () =>
    sql(
      service,
      `SELECT (SELECT count(*) FROM access_token) AS tokens, (SELECT count(*) FROM used_assertion) AS used,
              (SELECT count(*) FROM audit_event) AS events, (SELECT count(*) FROM workspace) AS workspaces`,
    );
  const before = await rows();
  for (const method of ['GET', 'HEAD']) expect((await fetch(url, { method })).status).toBe(200);
  expect(await rows()).toEqual(before);
  const { token } = await enter(codeOf(url));
  await refusal(enter(codeOf(url)));
  const [dump, log] = [await dumpOf(service.databaseUrl), service.logged()];
  expect(log.length).toBeGreaterThan(1000);
  for (const secret of [codeOf(url), token, token.slice(4, 40)]) {
    expect(dump).not.toContain(secret);
    expect(log).not.toContain(secret);
  }
});
