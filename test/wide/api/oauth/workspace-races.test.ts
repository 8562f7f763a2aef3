import { beforeEach, expect, test } from 'vitest';
import { cleanUpConnections } from '../../../../server/domain/retention/clean-up-connections.ts';
import { jobSteps } from '../../../api/oauth/support/job-sign-in.ts';
import { claimsOf, forgeries, startJobIssuer } from '../../../api/oauth/support/jobs.ts';
import { oauthClient } from '../../../api/oauth/support/oauth-client.ts';
import { hold } from '../../../api/support/lock.ts';
import { refusal } from '../../../api/support/rest-and-mcp.ts';
import { forgetLimits, sql } from '../../../api/support/sql.ts';
import { asProcess } from '../../../support/another-process.ts';
import { startService } from '../../../support/service.ts';

const issuer = await startJobIssuer();
const service = await startService({ ROLE: 'web', GITHUB_OIDC_ISSUER: issuer.url });
const client = oauthClient(service.url);
const job = jobSteps(service, issuer);
beforeEach(() => forgetLimits(service));

test('concurrent calls on one workspace never deadlock, and a deleted workspace leaves no row', async () => {
  const rounds = 6;
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    await forgetLimits(service);
    const owner = await service.newClient();
    const joined = [await client.connect({ joinWith: owner.token }), await client.connect({ joinWith: owner.token })];
    const grant = await client.newGrant({ joinWith: owner.token });
    const [{ id = '' } = {}] = (await owner.call('list_connections', {})).connections;
    const [one, two] = joined;
    if (one === undefined || two === undefined) throw new Error('Nobody joined.');
    const status = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        async (error: unknown) => (await refusal(Promise.reject(error))).status,
      );
    const statuses = await Promise.all([
      client.refresh(one.client_id, one.refresh_token).then((answer) => answer.status),
      client.refresh(one.client_id, one.refresh_token).then((answer) => answer.status),
      client.refresh(two.client_id, two.refresh_token).then((answer) => answer.status),
      client.revoke({ token: two.refresh_token }).then((answer) => answer.status),
      client.revoke({ token: one.access_token }).then((answer) => answer.status),
      client.exchange(grant).then((answer) => answer.status),
      client.exchange(grant).then((answer) => answer.status),
      status(owner.call('end_connection', { connection_id: id })),
      status(owner.call('rotate_token', {})),
      status(owner.call('delete_workspace', { confirm: owner.workspaceId })),
      status(owner.call('list_connections', {})),
    ]);
    calls += statuses.length;
    expect(statuses.filter((each) => ![200, 400, 401, 404].includes(each))).toEqual([]);
    const token = (
      await sql<{ n: number }>(service, 'SELECT count(*)::int AS n FROM workspace WHERE id = $1', [owner.workspaceId])
    )[0];
    expect(token?.n).toBe(0);
    for (const table of ['connection', 'refresh_token', 'access_token', 'oauth_code']) {
      expect([
        table,
        await sql(service, `SELECT 1 FROM ${table} WHERE workspace_id = $1`, [owner.workspaceId]),
      ]).toEqual([table, []]);
    }
  }
  console.log(`${rounds} workspaces with everything at once: ${calls} calls, 0 faults, 0 rows left`);
});

test('a changed choice during the exchange never joins a workspace that is being deleted', async () => {
  const grant = await client.newGrant();
  const joined = await service.newClient();
  const choosing = await hold(service);
  await choosing.query(
    `UPDATE oauth_code SET workspace_id = $1, joined_with = (SELECT hash FROM access_token WHERE workspace_id = $1)
     WHERE used_at IS NULL AND client_id = $2`,
    [joined.workspaceId, grant.client_id],
  );
  const exchanged = client.exchange(grant);
  await choosing.untilBlocking();
  const deleting = await hold(service);
  await deleting.query('SELECT 1 FROM workspace WHERE id = $1 FOR UPDATE', [joined.workspaceId]);
  await choosing.end('COMMIT');
  await deleting.untilBlocking();
  await deleting.query('DELETE FROM access_token WHERE workspace_id = $1', [joined.workspaceId]);
  await deleting.query('DELETE FROM workspace WHERE id = $1', [joined.workspaceId]);
  await deleting.end('COMMIT');
  const { status, body } = await exchanged;
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});

test('20 concurrent first sign-ins of jobs at two replicas make one workspace and count as one', async () => {
  const shared = { DATABASE_URL: service.databaseUrl, BASE_URL: service.url, GITHUB_OIDC_ISSUER: issuer.url };
  const replica = await startService({ ...shared, TRY_TOKENS_PER_DAY: '5' });
  const claims = claimsOf('burst/matrix', 120, 40);
  const before = await job.count('workspace');
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, at) =>
      job.exchange(await issuer.sign(service.url, claims), {}, at % 2 === 0 ? service : replica),
    ),
  );
  await replica.close();
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const workspaces = new Set(await Promise.all(answers.map((answer) => job.workspaceOf(answer))));
  const made = (await job.count('workspace')) - before;
  const connections = await job.count('connection', "client_name = 'burst/matrix'");
  console.log(`20 jobs at once at two replicas on first use: ${made} workspace, ${connections} connection`);
  expect([workspaces.size, made, connections]).toEqual([1, 1, 1]);
});

test('jobs that sign in while their workspace is being deleted get the old or a new one', async () => {
  const claims = claimsOf('phoenix/race', 151, 51);
  await forgetLimits(service);
  for (let round = 0; round < 4; round += 1) {
    const first = await job.signIn(claims);
    const workspace = await job.workspaceOf(first);
    const holder = await job.holderOf(workspace);
    const [, ...answers] = await Promise.all([
      holder.call('delete_workspace', { confirm: workspace }),
      ...Array.from({ length: 6 }, () => job.signIn(claims)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const bound = await sql<{ alive: boolean }>(
      service,
      `SELECT EXISTS (SELECT 1 FROM workspace w WHERE w.id = b.workspace_id) AS alive
       FROM repository_workspace b WHERE repository_id = '151'`,
    );
    expect(bound.filter(({ alive }) => !alive)).toEqual([]);
    const orphans = await job.count(
      'access_token',
      'NOT EXISTS (SELECT 1 FROM workspace w WHERE w.id = access_token.workspace_id)',
    );
    expect(orphans).toBe(0);
  }
});

test('several processes delete 3,000 rows concurrently in batches, each row once', async () => {
  await sql(
    service,
    `INSERT INTO used_assertion (hash, expires_at)
     SELECT sha256(convert_to(n::text, 'UTF8')), now() - interval '2 days' FROM generate_series(1, 3000) n`,
  );
  await sql(service, `INSERT INTO workspace (id) VALUES (lpad('', 26, '0'))`);
  await sql(
    service,
    `INSERT INTO connection (id, workspace_id, client_id, client_name, client_host, created_at, last_used_at)
     SELECT lpad(n::text, 26, '0'), lpad('', 26, '0'), 'x', 'x', 'x', now(), now() - interval '40 days'
     FROM generate_series(1, 1200) n`,
  );
  const gone = await Promise.all(
    Array.from({ length: 4 }, () =>
      asProcess(
        service,
        () => new Date(),
        (ports) => cleanUpConnections(ports),
      ),
    ),
  );
  const sum = (what: string) => gone.reduce((all, each) => all + (each[what] ?? 0), 0);
  console.log(`4 processes at once: ${gone.map((each) => JSON.stringify(each)).join(' ')}`);
  expect([sum('assertions'), sum('connections')]).toEqual([3000, 1200]);
});

test('tokens with unknown keys do not cause a request to the issuer each', async () => {
  const claims = claimsOf('acme/shop', 100);
  expect((await job.signIn(claims)).status).toBe(200);
  const forged = await forgeries(issuer, service.url, claims);
  const attack = forged['RS256 by somebody else’s key, unknown kid'] ?? '';
  const reads = issuer.reads();
  const started = performance.now();
  for (let at = 0; at < 100; at += 1) expect((await job.exchange(attack)).status).toBe(400);
  const seconds = (performance.now() - started) / 1000;
  console.log(`100 tokens by an unknown key in ${seconds.toFixed(1)} s: keys read ${issuer.reads() - reads} times`);
  // At most once a second.
  expect(issuer.reads() - reads).toBeLessThanOrEqual(seconds + 1);
});
