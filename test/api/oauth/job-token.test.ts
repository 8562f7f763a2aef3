import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { createClient } from '../../../server/contract/client.ts';
import { deleteWorkspace } from '../../../server/maintain.ts';
import { decide, review } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { callTool, connectMcp } from '../support/faces.ts';
import { sql } from '../support/sql.ts';
import { claimsOf, forgeries, type JobIssuer, startJobIssuer } from './support/jobs.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TYPE = 'urn:ietf:params:oauth:token-type:';

let issuer: JobIssuer;
let service: TestService;
let aheadMs = 0;
beforeAll(async () => {
  issuer = await startJobIssuer();
  service = await startService(
    { GITHUB_OIDC_ISSUER: issuer.url, TRY_TOKENS_PER_DAY: '5', LOG_LEVEL: 'debug' },
    () => new Date(Date.now() + aheadMs),
  );
});
afterEach(() => {
  aheadMs = 0;
  issuer.answerWith('keys');
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

async function exchange(
  token: string,
  more: Record<string, string> = {},
  at: Pick<TestService, 'url'> = service,
): Promise<Answer> {
  const form = { grant_type: GRANT, subject_token: token, subject_token_type: `${TYPE}jwt`, ...more };
  const response = await fetch(`${at.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** A job of this repository signs in. */
const signIn = async (claims: object, at = service): Promise<Answer> =>
  exchange(await issuer.sign(at.url, { ...claims }), {}, at);

const bearerOf = ({ body }: Answer): string => String(body.access_token);

async function workspaceOf(answer: Answer, at = service): Promise<string> {
  const client = createClient({ baseUrl: at.url, bearer: bearerOf(answer) });
  return (await client.call('export_workspace', {})).workspace_id;
}

/** Somebody who holds a token of a repository's workspace, as no job does. */
async function holderOf(workspace: string) {
  const made = await createClient({ baseUrl: service.url }).call('create_try_token', {});
  await sql(service, 'UPDATE access_token SET workspace_id = $1 WHERE workspace_id = $2', [
    workspace,
    made.workspace_id,
  ]);
  return createClient({ baseUrl: service.url, bearer: made.token });
}

const count = async (table: string, where = 'true', at = service): Promise<number> =>
  Number((await sql<{ n: string }>(at, `SELECT count(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);

test('a job signs in by its id-token, and its access token works on REST and MCP', async () => {
  const answer = await signIn(claimsOf('acme/shop', 100));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^sla_[0-9A-Za-z]{49}$/),
    issued_token_type: `${TYPE}access_token`,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'mcp:use',
  });
  const client = createClient({ baseUrl: service.url, bearer: bearerOf(answer) });
  const made = await review(client);
  const mcp = await connectMcp(service.url, bearerOf(answer));
  expect(await callTool(mcp, 'get_review', { id: made.id })).toMatchObject({ id: made.id });
  await mcp.close();
  const later = createClient({ baseUrl: service.url, bearer: bearerOf(await signIn(claimsOf('acme/shop', 100))) });
  expect(await later.call('get_review', { id: made.id })).toMatchObject({ id: made.id });
  const other = createClient({ baseUrl: service.url, bearer: bearerOf(await signIn(claimsOf('acme/other', 101))) });
  await expect(other.call('get_review', { id: made.id })).rejects.toMatchObject({ status: 404 });
  // All jobs of a repository are one connection.
  const { connections } = await later.call('list_connections', {});
  expect(connections).toEqual([
    expect.objectContaining({ client_name: 'acme/shop', client_host: new URL(issuer.url).host, joined: false }),
  ]);
  expect(await sql(service, "SELECT details FROM audit_event WHERE action = 'job.signed_in' ORDER BY id")).toEqual([
    { details: { repository: '100' } },
    { details: { repository: '100' } },
    { details: { repository: '101' } },
  ]);
});

test('both names of the id-token’s type are taken, and the resource may be said', async () => {
  const claims = claimsOf('acme/shop', 100);
  const token = () => issuer.sign(service.url, claims);
  const base = service.url;
  const good = [
    { subject_token_type: `${TYPE}id_token` },
    { requested_token_type: `${TYPE}access_token` },
    { resource: base },
    { resource: `${base}/mcp/sightline` },
    { audience: base },
    { scope: 'mcp:use repo admin' },
  ];
  for (const more of good) expect((await exchange(await token(), more)).status, JSON.stringify(more)).toBe(200);
  const bad: [Record<string, string>, string][] = [
    [{ subject_token_type: `${TYPE}access_token` }, 'invalid_request'],
    [{ subject_token_type: `${TYPE}saml2` }, 'invalid_request'],
    [{ requested_token_type: `${TYPE}refresh_token` }, 'invalid_request'],
    [{ actor_token: 'x', actor_token_type: `${TYPE}jwt` }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/' }, 'invalid_target'],
    [{ audience: 'https://elsewhere.example/' }, 'invalid_target'],
    [{ subject_token: '' }, 'invalid_request'],
  ];
  for (const [more, error] of bad) {
    const answer = await exchange(await token(), more);
    expect([answer.status, answer.body.error], JSON.stringify(more)).toEqual([400, error]);
  }
});

test('a renamed or transferred repository keeps its workspace; a new one of the old name does not get it', async () => {
  const before = await workspaceOf(await signIn(claimsOf('acme/old-name', 110, 31)));
  const renamed = await signIn(claimsOf('acme/new-name', 110, 31));
  expect(await workspaceOf(renamed)).toBe(before);
  expect(await workspaceOf(await signIn(claimsOf('globex/new-name', 110, 32)))).toBe(before);
  expect(await workspaceOf(await signIn(claimsOf('acme/old-name', 111, 31)))).not.toBe(before);
  const rows = await sql(service, "SELECT repository, owner_id FROM repository_workspace WHERE repository_id = '110'");
  expect(rows).toEqual([{ repository: 'globex/new-name', owner_id: '32' }]);
  const client = createClient({ baseUrl: service.url, bearer: bearerOf(renamed) });
  expect((await client.call('list_connections', {})).connections).toMatchObject([{ client_name: 'globex/new-name' }]);
});

test('20 jobs that sign in at once for the first time, at two replicas, make one workspace and count as one', async () => {
  const shared = { DATABASE_URL: service.databaseUrl, BASE_URL: service.url, GITHUB_OIDC_ISSUER: issuer.url };
  const replica = await startService({ ...shared, TRY_TOKENS_PER_DAY: '5' });
  const claims = claimsOf('burst/matrix', 120, 40);
  const before = await count('workspace');
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, at) =>
      exchange(await issuer.sign(service.url, claims), {}, at % 2 === 0 ? service : replica),
    ),
  );
  await replica.close();
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const workspaces = new Set(await Promise.all(answers.map((answer) => workspaceOf(answer))));
  const made = (await count('workspace')) - before;
  const connections = await count('connection', "client_name = 'burst/matrix'");
  console.log(`20 jobs at once at two replicas on first use: ${made} workspace, ${connections} connection`);
  expect([workspaces.size, made, connections]).toEqual([1, 1, 1]);
  // The owner's other repositories have the rest of the day's limit of 5.
  const others = [];
  for (let id = 121; id < 126; id += 1) others.push((await signIn(claimsOf(`burst/r${id}`, id, 40))).status);
  expect(others).toEqual([200, 200, 200, 200, 429]);
  // A known repository is not counted, nor is another owner's.
  expect((await signIn(claimsOf('burst/matrix', 120, 40))).status).toBe(200);
  expect((await signIn(claimsOf('calm/one', 127, 41))).status).toBe(200);
});

test('whoever is over the day’s limit is told when to come back, leaves nothing, and has not used up the id-token', async () => {
  for (let id = 130; id < 135; id += 1) await signIn(claimsOf(`eager/r${id}`, id, 42));
  const [workspaces, assertions] = [await count('workspace'), await count('used_assertion')];
  const token = await issuer.sign(service.url, claimsOf('eager/r135', 135, 42));
  const refused = await exchange(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(String(refused.body.error_description)).toMatch(/new repositories of this owner/);
  expect([await count('workspace'), await count('used_assertion')]).toEqual([workspaces, assertions]);
  await sql(service, 'DELETE FROM rate_window');
  expect((await exchange(token)).status).toBe(200);
});

test('one owner’s jobs sign in 120 times a minute, and no other owner notices', async () => {
  await sql(service, 'DELETE FROM rate_window');
  const claims = claimsOf('busy/one', 140, 43);
  const statuses: number[] = [];
  const queue = Array.from({ length: 130 }).values();
  const work = async () => {
    for (const _ of queue) statuses.push((await signIn(claims)).status);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const admitted = statuses.filter((status) => status === 200).length;
  // A minute may turn in the middle.
  expect(statuses.filter((status) => status === 429).length).toBe(130 - admitted);
  expect(admitted).toBeGreaterThanOrEqual(120);
  expect((await signIn(claimsOf('quiet/one', 141, 44))).status).toBe(200);
  console.log(`130 sign-ins of one owner at once: ${admitted} admitted`);
  await sql(service, 'DELETE FROM rate_window');
});

test('an id-token is exchanged once, also when it is sent 10 times at once', async () => {
  const token = await issuer.sign(service.url, claimsOf('acme/shop', 100));
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(token)));
  const good = answers.filter(({ status }) => status === 200);
  expect(good.length).toBe(1);
  for (const { status, body } of answers.filter((answer) => answer !== good[0])) {
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.error_description).toMatch(/used before/);
  }
  // Another token that says the same jti is the same token.
  const now = Math.floor(Date.now() / 1000);
  const jti = 'the-same-again';
  const statuses = [];
  for (const exp of [now + 100, now + 200]) {
    statuses.push((await signIn({ ...claimsOf('acme/shop', 100), jti, exp })).status);
  }
  expect(statuses).toEqual([200, 400]);
});

test('nobody signs in by a token that is not one of a job for this service, now', async () => {
  const claims = claimsOf('mallory/attack', 666, 66);
  const now = Math.floor(Date.now() / 1000);
  const url = service.url;
  const sign = (more: object, audience = url) => issuer.sign(audience, { ...claims, ...more });
  const without = (name: string) => sign({ [name]: undefined });
  const foreign = await startJobIssuer();
  const attacks: Record<string, string> = {
    ...(await forgeries(issuer, url, claims)),
    'another audience': await sign({}, 'https://github.com/mallory'),
    'our audience with a slash': await sign({}, `${url}/`),
    'our audience in upper case': await sign({}, url.toUpperCase()),
    'the MCP address as audience': await sign({}, `${url}/mcp/sightline`),
    'an audience that begins with ours': await sign({}, `${url}.mallory.example`),
    'no audience': await without('aud'),
    'a list of audiences': await sign({ aud: [url, 'https://mallory.example'] }),
    'a list of our audience alone': await sign({ aud: [url] }),
    'an empty list of audiences': await sign({ aud: [] }),
    expired: await sign({ exp: now - 60, iat: now - 360 }),
    'not yet valid': await sign({ nbf: now + 600, exp: now + 1200 }),
    'issued in the future': await sign({ iat: now + 600, exp: now + 1200 }),
    'issued long ago, alive for years': await sign({ iat: now - 86_400, exp: now + 10 ** 9 }),
    'no end': await without('exp'),
    'an end that is text': await sign({ exp: String(now + 300) }),
    'no beginning': await without('iat'),
    'no jti': await without('jti'),
    'an empty jti': await sign({ jti: '' }),
    'a jti that is a number': await sign({ jti: 7 }),
    'a jti of 300 characters': await sign({ jti: 'x'.repeat(300) }),
    'another issuer in it': await sign({ iss: 'https://token.actions.githubusercontent.com' }),
    'its issuer with a slash': await sign({ iss: `${issuer.url}/` }),
    'no issuer': await without('iss'),
    'a foreign issuer’s own': await foreign.sign(url, claims),
    'a foreign issuer that says it is ours': await foreign.sign(url, { ...claims, iss: issuer.url }),
    'no repository id': await without('repository_id'),
    'a repository id that is a name': await sign({ repository_id: 'acme/shop' }),
    'a repository id with SQL': await sign({ repository_id: "1' OR '1'='1" }),
    'a repository id that is a number': await sign({ repository_id: 100 }),
    'a repository id that is a list': await sign({ repository_id: ['100'] }),
    'a repository with markup': await sign({ repository: 'a/<script>' }),
    'no owner id': await without('repository_owner_id'),
    'no owner': await without('repository_owner'),
    'a claim too few to be a job': await sign({ repository: undefined, repository_id: undefined }),
  };
  await foreign.close();
  const before = [await count('workspace'), await count('access_token'), await count('used_assertion')];
  const outcomes: string[] = [];
  for (const [attack, token] of Object.entries(attacks)) {
    const { status, body, text } = await exchange(token);
    outcomes.push(`${attack.padEnd(48)} ${status} ${String(body.error)}`);
    expect([status, body.error], attack).toEqual([400, 'invalid_request']);
    expect(text, attack).not.toContain('sla_');
  }
  console.log(`${outcomes.join('\n')}\n${outcomes.length} forged or foreign id-tokens: 0 signed in`);
  expect(outcomes.length).toBeGreaterThan(55);
  expect([await count('workspace'), await count('access_token'), await count('used_assertion')]).toEqual(before);
});

test('a key that the issuer has rotated to is taken within moments, and its old one no more', async () => {
  const claims = claimsOf('acme/shop', 100);
  expect((await signIn(claims)).status).toBe(200);
  const old = await issuer.sign(service.url, claims);
  await issuer.rotate();
  await expect.poll(async () => (await signIn(claims)).status, { interval: 100 }).toBe(200);
  expect((await exchange(old)).status).toBe(400);
  // Tokens by unknown keys do not make us ask for each.
  const reads = issuer.reads();
  const [attack = ''] = Object.entries(await forgeries(issuer, service.url, claims)).flatMap(([name, token]) =>
    name.endsWith('unknown kid') ? [token] : [],
  );
  const started = performance.now();
  for (let at = 0; at < 100; at += 1) expect((await exchange(attack)).status).toBe(400);
  const seconds = (performance.now() - started) / 1000;
  console.log(`100 tokens by an unknown key in ${seconds.toFixed(1)} s: keys read ${issuer.reads() - reads} times`);
  expect(issuer.reads() - reads).toBeLessThanOrEqual(seconds + 1);
});

test.each(['error', 'nonsense', 'no keys'] as const)(
  'while the issuer answers with %s nobody signs in, and nothing is lost',
  async (mode) => {
    const other = await startJobIssuer();
    const fresh = await startService({ GITHUB_OIDC_ISSUER: other.url });
    other.answerWith(mode);
    const token = await other.sign(fresh.url, claimsOf('acme/shop', 100));
    const refused = await exchange(token, {}, fresh);
    expect([refused.status, refused.body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    other.answerWith('keys');
    expect((await exchange(token, {}, fresh)).status).toBe(200);
    expect(fresh.logged()).toContain('issuer cannot be read');
    expect(fresh.logged()).not.toContain(token);
    await fresh.close();
    await other.close();
  },
);

test('an issuer that is down is no fault of the token', async () => {
  const other = await startJobIssuer();
  const fresh = await startService({ GITHUB_OIDC_ISSUER: other.url });
  const token = await other.sign(fresh.url, claimsOf('acme/shop', 100));
  await other.close();
  const refused = await exchange(token, {}, fresh);
  expect([refused.status, refused.body.error]).toEqual([503, 'temporarily_unavailable']);
  expect(await count('used_assertion', 'true', fresh)).toBe(0);
  await fresh.close();
});

test('a fault in the middle of a sign-in leaves nothing, and the same id-tokens work afterwards', async () => {
  await sql(service, 'DELETE FROM rate_window');
  await sql(
    service,
    `CREATE FUNCTION boom() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'boom'; END $$`,
  );
  await sql(service, 'CREATE TRIGGER boom BEFORE INSERT ON access_token FOR EACH ROW EXECUTE FUNCTION boom()');
  const tables = ['workspace', 'connection', 'repository_workspace', 'used_assertion', 'audit_event'];
  const counts = () => Promise.all(tables.map((table) => count(table)));
  const before = await counts();
  const claims = claimsOf('unlucky/app', 145, 45);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issuer.sign(service.url, claims)));
  const failed = await Promise.all(tokens.map((token) => exchange(token)));
  for (const { status, body, text } of failed) {
    expect([status, body.error]).toEqual([500, 'server_error']);
    expect(text).not.toContain('boom');
  }
  expect(await counts()).toEqual(before);
  await sql(service, 'DROP TRIGGER boom ON access_token');
  const worked = await Promise.all(tokens.map((token) => exchange(token)));
  expect(worked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await count('repository_workspace', "repository_id = '145'")).toBe(1);
});

test('the issuer is reached over https, or on this machine', () => {
  for (const address of [
    'http://issuer.example',
    'http://localhost.issuer.example',
    'http://localhost@issuer.example',
  ]) {
    expect(() => readConfig({ GITHUB_OIDC_ISSUER: address }), address).toThrow(/GITHUB_OIDC_ISSUER: must start with/);
  }
  for (const address of ['https://ghe.example/_services/token', 'http://localhost:1', 'http://[::1]:1']) {
    expect(readConfig({ GITHUB_OIDC_ISSUER: address }).githubOidcIssuer).toBe(address);
  }
});

test('a deleted workspace is gone, and the next job of the repository gets a new one', async () => {
  const claims = claimsOf('phoenix/app', 150, 50);
  const first = await signIn(claims);
  const client = createClient({ baseUrl: service.url, bearer: bearerOf(first) });
  const made = await review(client);
  await decide(made, 'approved');
  await client.call('create_upload', { paths: ['a.png'] });
  const workspace = await workspaceOf(first);
  expect(await count('upload', `workspace_id = '${workspace}'`)).toBe(1);
  const holder = await holderOf(workspace);
  await holder.call('delete_workspace', { confirm: workspace });
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  for (const table of ['connection', 'repository_workspace', 'access_token', 'refresh_token', 'oauth_code', 'upload']) {
    expect(await count(table, `workspace_id = '${workspace}'`), table).toBe(0);
  }
  const next = await signIn(claims);
  expect(next.status).toBe(200);
  expect(await workspaceOf(next)).not.toBe(workspace);
});

test('a job does not delete the workspace of its repository, whoever wrote its workflow', async () => {
  const answer = await signIn(claimsOf('phoenix/kept', 153, 54));
  const client = createClient({ baseUrl: service.url, bearer: bearerOf(answer) });
  const made = await review(client);
  const workspace = await workspaceOf(answer);
  const deleting = client.call('delete_workspace', { confirm: workspace });
  await expect(deleting).rejects.toMatchObject({
    status: 403,
    body: { error: 'forbidden', message: expect.stringContaining('whoever runs this service') },
  });
  expect((await client.call('get_review', { id: made.id })).status).toBe('open');
});

test('whoever runs the service deletes the workspace of a repository’s jobs, by its name and not by one like it', async () => {
  const claims = claimsOf('phoenix/gone_for-good', 154, 55);
  const answer = await signIn(claims);
  const made = await review(createClient({ baseUrl: service.url, bearer: bearerOf(answer) }));
  const workspace = await workspaceOf(answer);
  const { databaseUrl, dataDir, url } = service;
  const environment = {
    BASE_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a key for tests only, of no worth',
  };
  await sql(service, "UPDATE repository_workspace SET repository = 'phoenix/goneXfor-good' WHERE workspace_id = $1", [
    workspace,
  ]);
  const other = deleteWorkspace(readConfig(environment), pino({ level: 'silent' }), () => {}, 'phoenix/gone_for-good');
  await expect(other).rejects.toThrow('There is no workspace “phoenix/gone_for-good”.');
  expect((await fetch(made.review_url)).status).toBe(200);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/serve.ts', '--delete-workspace', 'Phoenix/goneXfor-good'],
    { cwd: join(import.meta.dirname, '../../..'), env: { PATH: process.env.PATH, ...environment } },
  );
  expect(stdout).toBe(`The workspace ${workspace} is deleted, with 1 review.\n`);
  expect((await fetch(made.review_url)).status).toBe(404);
  expect((await fetch(made.screenshots[0]?.url ?? '')).status).toBe(404);
  // The next job finds the repository without one, and gets a new one.
  expect(await workspaceOf(await signIn(claims))).not.toBe(workspace);
});

test('a job gets no link that would open its workspace to whoever reads its log', async () => {
  const bearer = bearerOf(await signIn(claimsOf('phoenix/log', 152, 50)));
  const opening = createClient({ baseUrl: service.url, bearer }).call('open_workspace', {});
  await expect(opening).rejects.toMatchObject({ status: 403, body: { error: 'forbidden' } });
});

test('a binding that its workspace left behind, deleted by an older version, stands in nobody’s way', async () => {
  const claims = claimsOf('phoenix/left', 151, 50);
  const workspace = await workspaceOf(await signIn(claims));
  for (const table of ['access_token', 'connection'])
    await sql(service, `DELETE FROM ${table} WHERE workspace_id = $1`, [workspace]);
  await sql(service, 'DELETE FROM workspace WHERE id = $1', [workspace]);
  const next = await signIn(claims);
  expect(next.status).toBe(200);
  expect(await workspaceOf(next)).not.toBe(workspace);
});

test('jobs that sign in while their workspace is being deleted get the old or a new one, never none', async () => {
  const claims = claimsOf('phoenix/race', 151, 51);
  await sql(service, 'DELETE FROM rate_window');
  for (let round = 0; round < 4; round += 1) {
    const first = await signIn(claims);
    const workspace = await workspaceOf(first);
    const holder = await holderOf(workspace);
    const [, ...answers] = await Promise.all([
      holder.call('delete_workspace', { confirm: workspace }),
      ...Array.from({ length: 6 }, () => signIn(claims)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const bound = await sql<{ alive: boolean }>(
      service,
      `SELECT EXISTS (SELECT 1 FROM workspace w WHERE w.id = b.workspace_id) AS alive
       FROM repository_workspace b WHERE repository_id = '151'`,
    );
    expect(bound.filter(({ alive }) => !alive)).toEqual([]);
    const orphans = await count(
      'access_token',
      'NOT EXISTS (SELECT 1 FROM workspace w WHERE w.id = access_token.workspace_id)',
    );
    expect(orphans).toBe(0);
  }
});

test('a connection that a person ended does not keep the repository out; its old tokens stay dead', async () => {
  const claims = claimsOf('acme/ended', 152, 52);
  const first = await signIn(claims);
  const client = createClient({ baseUrl: service.url, bearer: bearerOf(first) });
  const [connection] = (await client.call('list_connections', {})).connections;
  await client.call('end_connection', { connection_id: connection?.id ?? '' });
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  const again = await Promise.all(Array.from({ length: 5 }, () => signIn(claims)));
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  expect(await count('connection', "client_name = 'acme/ended' AND ended_at IS NULL")).toBe(1);
});

test('access tokens of jobs end after an hour and cannot be refreshed', async () => {
  const answer = await signIn(claimsOf('acme/shop', 100));
  const client = createClient({ baseUrl: service.url, bearer: bearerOf(answer) });
  aheadMs = 3_000_000;
  expect(await client.call('get_billing', {})).toHaveProperty('plan');
  aheadMs = 3_601_000;
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  const form = { grant_type: 'refresh_token', refresh_token: bearerOf(answer), client_id: 'github-actions:100' };
  const refresh = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect(refresh.status).toBe(400);
});

test('GITHUB_OWNERS names by login or id who may, whatever the case; digits are an id, never a login', async () => {
  const limited = await startService({
    GITHUB_OIDC_ISSUER: issuer.url,
    GITHUB_OWNERS: 'Acme, 583231',
    SIGNUP: 'closed',
    DATABASE_URL: service.databaseUrl,
  });
  const cases: [string, object, number][] = [
    ['by login', claimsOf('acme/a', 160, 1), 200],
    ['by login in another case', claimsOf('ACME/b', 161, 1), 200],
    ['by id', claimsOf('whatever/c', 162, 583_231), 200],
    ['nobody', claimsOf('mallory/d', 163, 2), 400],
    ['a login of digits that is somebody’s id', claimsOf('583231/e', 164, 3), 400],
    ['a login that begins like one', claimsOf('acme-evil/f', 165, 4), 400],
    ['a repository called like one', claimsOf('mallory/acme', 166, 5), 400],
  ];
  for (const [name, claims, status] of cases) {
    const answer = await signIn(claims, limited);
    expect(answer.status, name).toBe(status);
    if (status === 400) expect(answer.body.error, name).toBe('invalid_request');
  }
  console.log(`GITHUB_OWNERS by login and id: ${cases.length} owners, each as it should be`);
  await limited.close();
});

test('with SIGNUP=closed and no GITHUB_OWNERS a known repository signs in, and no new one', async () => {
  const shared = { GITHUB_OIDC_ISSUER: issuer.url, DATABASE_URL: service.databaseUrl };
  const closed = await startService({ ...shared, SIGNUP: 'closed' });
  await signIn(claimsOf('acme/shop', 100));
  const before = await count('workspace');
  const stranger = await signIn(claimsOf('new/comer', 170, 70), closed);
  expect([stranger.status, stranger.body.error]).toEqual([400, 'invalid_request']);
  expect(stranger.body.error_description).toMatch(/no new workspaces/);
  expect((await signIn(claimsOf('acme/shop', 100), closed)).status).toBe(200);
  expect(await count('workspace')).toBe(before);
  expect(await count('repository_workspace', "repository_id = '170'")).toBe(0);
  await closed.close();
});

test('neither id-tokens nor what they were exchanged for lie in the database or the log', async () => {
  const token = await issuer.sign(service.url, claimsOf('acme/shop', 100));
  const answer = await exchange(token);
  const { rows } = { rows: await sql(service, 'SELECT * FROM used_assertion') };
  const dump = JSON.stringify([rows, await sql(service, 'SELECT * FROM access_token'), service.logged()]);
  expect(dump).not.toContain(bearerOf(answer));
  expect(dump).not.toContain(token.split('.')[2]);
});
