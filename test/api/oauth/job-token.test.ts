import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { deleteWorkspace } from '../../../server/maintain.ts';
import { stillClock } from '../../support/clock.ts';
import { compiled } from '../../support/compiled.ts';
import { review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { callTool, connectMcp } from '../support/rest-and-mcp.ts';
import { forgetLimits, sql } from '../support/sql.ts';
import { bearerOf, jobSteps, TYPE } from './support/job-sign-in.ts';
import { claimsOf, startJobIssuer } from './support/jobs.ts';

const clock = stillClock();
const issuer = await startJobIssuer(clock.now);
const service = await startService(
  { ROLE: 'web', GITHUB_OIDC_ISSUER: issuer.url, TRY_TOKENS_PER_DAY: '5', LOG_LEVEL: 'debug' },
  clock.now,
);
const job = jobSteps(service, issuer);

test('a job signs in with its id-token, and its access token works on REST and MCP', async () => {
  const answer = await job.signIn(claimsOf('acme/shop', 100));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^sla_[0-9A-Za-z]{49}$/),
    issued_token_type: `${TYPE}access_token`,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'mcp:use',
  });
  const client = job.clientOf(answer);
  const made = await review(client);
  const mcp = await connectMcp(service.url, bearerOf(answer));
  expect(await callTool(mcp, 'get_review', { id: made.id })).toMatchObject({ id: made.id });
  await mcp.close();
  const later = job.clientOf(await job.signIn(claimsOf('acme/shop', 100)));
  expect(await later.call('get_review', { id: made.id })).toMatchObject({ id: made.id });
  const other = job.clientOf(await job.signIn(claimsOf('acme/other', 101)));
  await expect(other.call('get_review', { id: made.id })).rejects.toMatchObject({ status: 404 });
  // All jobs of a repository share one connection.
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

test('both names of the id-token’s type are accepted, and the resource may be named', async () => {
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
  for (const more of good) expect((await job.exchange(await token(), more)).status, JSON.stringify(more)).toBe(200);
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
    const answer = await job.exchange(await token(), more);
    expect([answer.status, answer.body.error], JSON.stringify(more)).toEqual([400, error]);
  }
});

test('five concurrent first sign-ins of a repository create one workspace and count once', async () => {
  const claims = claimsOf('burst/matrix', 120, 40);
  const before = await job.count('workspace');
  const answers = await Promise.all(Array.from({ length: 5 }, () => job.signIn(claims)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const workspaces = new Set(await Promise.all(answers.map((answer) => job.workspaceOf(answer))));
  const made = (await job.count('workspace')) - before;
  expect([workspaces.size, made, await job.count('connection', "client_name = 'burst/matrix'")]).toEqual([1, 1, 1]);

  // The owner's other repositories use the rest of the daily limit of 5.
  for (let id = 121; id < 125; id += 1) expect((await job.signIn(claimsOf(`burst/r${id}`, id, 40))).status).toBe(200);
  const counts = async () => [await job.count('workspace'), await job.count('used_assertion')];
  const unchanged = await counts();
  const token = await issuer.sign(service.url, claimsOf('burst/r125', 125, 40));
  const refused = await job.exchange(token);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(String(refused.body.error_description)).toMatch(/new repositories of this owner/);
  expect(await counts()).toEqual(unchanged);
  // Known repositories and other owners do not count, and the refused id-token was not used up.
  expect((await job.signIn(claims)).status).toBe(200);
  expect((await job.signIn(claimsOf('calm/one', 127, 41))).status).toBe(200);
  await forgetLimits(service);
  expect((await job.exchange(token)).status).toBe(200);
});

test('an owner’s jobs can sign in 120 times a minute, without effect on other owners', async () => {
  await forgetLimits(service);
  const claims = claimsOf('burst/matrix', 120, 40);
  expect((await job.signIn(claims)).status).toBe(200);
  await fillLimits(service, 120);
  expect((await job.signIn(claims)).status).toBe(429);
  expect((await job.signIn(claimsOf('calm/one', 127, 41))).status).toBe(200);
  await forgetLimits(service);
});

test('an id-token is exchanged once, also when it is sent four times at once', async () => {
  const token = await issuer.sign(service.url, claimsOf('acme/shop', 100));
  const answers = await Promise.all(Array.from({ length: 4 }, () => job.exchange(token)));
  const good = answers.filter(({ status }) => status === 200);
  expect(good.length).toBe(1);
  for (const { status, body } of answers.filter((answer) => answer !== good[0])) {
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.error_description).toMatch(/used before/);
  }
  // Another token with the same jti counts as the same token.
  const now = Math.floor(clock.now().getTime() / 1000);
  const statuses = [];
  for (const exp of [now + 1000, now + 2000]) {
    statuses.push((await job.signIn({ ...claimsOf('acme/shop', 100), jti: 'the-same-again', exp })).status);
  }
  expect(statuses).toEqual([200, 400]);
});

test('a token that is not of a job for this service creates nothing', async () => {
  const counts = async () => [
    await job.count('workspace'),
    await job.count('access_token'),
    await job.count('used_assertion'),
  ];
  const before = await counts();
  const good = await issuer.sign(service.url, claimsOf('mallory/attack', 666, 66));
  const [, body = '', signature = ''] = good.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const elsewhere = await issuer.sign('https://elsewhere.example', claimsOf('mallory/attack', 666, 66));
  for (const token of [`${none}.${body}.`, `${none}.${body}.${signature}`, elsewhere, 'hello', `${good}\u0000`]) {
    const answer = await job.exchange(token);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.text).not.toContain('sla_');
  }
  expect(await counts()).toEqual(before);
});

test('a key that the issuer rotated in is accepted once it can be read, and the old key no more', async () => {
  const claims = claimsOf('acme/shop', 100);
  const old = await issuer.sign(service.url, claims);
  await issuer.rotate();
  const token = await issuer.sign(service.url, claims);
  const [assertions, mode] = [await job.count('used_assertion'), ['error', 'nonsense', 'no keys'] as const];
  for (const each of mode) {
    issuer.answerWith(each);
    const refused = async () => {
      const { status, body, headers } = await job.exchange(token);
      return [status, body.error, Number(headers.get('retry-after')) > 0];
    };
    // Keys are read at most once a second, so until then the token's key is unknown.
    await expect.poll(refused).toEqual([503, 'temporarily_unavailable', true]);
  }
  expect(await job.count('used_assertion')).toBe(assertions);
  issuer.answerWith('keys');
  await expect.poll(async () => (await job.exchange(token)).status).toBe(200);
  expect((await job.exchange(old)).status).toBe(400);
  expect(service.logged()).toContain('issuer cannot be read');
  expect(service.logged()).not.toContain(token);
});

test('a fault during a sign-in leaves nothing behind, and the same id-tokens work afterwards', async () => {
  await forgetLimits(service);
  await sql(
    service,
    `CREATE FUNCTION boom() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'boom'; END $$`,
  );
  await sql(service, 'CREATE TRIGGER boom BEFORE INSERT ON access_token FOR EACH ROW EXECUTE FUNCTION boom()');
  const tables = ['workspace', 'connection', 'repository_workspace', 'used_assertion', 'audit_event'];
  const counts = () => Promise.all(tables.map((table) => job.count(table)));
  const before = await counts();
  const claims = claimsOf('unlucky/app', 145, 45);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issuer.sign(service.url, claims)));
  const failed = await Promise.all(tokens.map((token) => job.exchange(token)));
  for (const { status, body, text } of failed) {
    expect([status, body.error]).toEqual([500, 'server_error']);
    expect(text).not.toContain('boom');
  }
  expect(await counts()).toEqual(before);
  await sql(service, 'DROP TRIGGER boom ON access_token');
  const worked = await Promise.all(tokens.map((token) => job.exchange(token)));
  expect(worked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await job.count('repository_workspace', "repository_id = '145'")).toBe(1);
});

test('the operator deletes the workspace of a repository’s jobs by its exact name', async () => {
  const claims = claimsOf('phoenix/gone_for-good', 154, 55);
  const answer = await job.signIn(claims);
  const made = await review(job.clientOf(answer));
  const workspace = await job.workspaceOf(answer);
  const { databaseUrl, dataDir, url } = service;
  const environment = {
    BASE_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a key for tests only of no worth',
  };
  await sql(service, "UPDATE repository_workspace SET repository = 'phoenix/goneXfor-good' WHERE workspace_id = $1", [
    workspace,
  ]);
  const { signal } = new AbortController();
  const log = pino({ level: 'silent' });
  const other = deleteWorkspace(readConfig(environment), log, () => {}, 'phoenix/gone_for-good', signal);
  await expect(other).rejects.toThrow('There is no workspace “phoenix/gone_for-good”.');
  expect((await fetch(made.review_url)).status).toBe(200);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/serve.ts', '--delete-workspace', 'Phoenix/goneXfor-good'],
    { cwd: join(import.meta.dirname, '../../..'), env: { PATH: process.env.PATH, ...compiled, ...environment } },
  );
  expect(stdout).toBe(`The workspace ${workspace} is deleted, with 1 review.\n`);
  expect((await fetch(made.review_url)).status).toBe(404);
  expect((await fetch(made.screenshots[0]?.url ?? '')).status).toBe(404);
  // The next job of the repository gets a new workspace.
  expect(await job.workspaceOf(await job.signIn(claims))).not.toBe(workspace);
});

test('access tokens of jobs expire after an hour and cannot be refreshed', async () => {
  const answer = await job.signIn(claimsOf('acme/shop', 100));
  const client = job.clientOf(answer);
  clock.aheadMs = 3_000_000;
  expect(await client.call('get_billing', {})).toHaveProperty('plan');
  clock.aheadMs = 3_601_000;
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  const form = { grant_type: 'refresh_token', refresh_token: bearerOf(answer), client_id: 'github-actions:100' };
  const refresh = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect(refresh.status).toBe(400);
  clock.aheadMs = 0;
});

test('neither the database nor the log holds id-tokens or the tokens they were exchanged for', async () => {
  const token = await issuer.sign(service.url, claimsOf('acme/shop', 100));
  const answer = await job.exchange(token);
  const { rows } = { rows: await sql(service, 'SELECT * FROM used_assertion') };
  const dump = JSON.stringify([rows, await sql(service, 'SELECT * FROM access_token'), service.logged()]);
  expect(dump).not.toContain(bearerOf(answer));
  expect(dump).not.toContain(token.split('.')[2]);
});
