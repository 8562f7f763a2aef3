import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { decide, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { sql } from '../support/sql.ts';
import { bearerOf, jobSteps } from './support/job-sign-in.ts';
import { claimsOf, startJobIssuer } from './support/jobs.ts';

const issuer = await startJobIssuer();
const service = await startService({ ROLE: 'web', GITHUB_OIDC_ISSUER: issuer.url });
const job = jobSteps(service, issuer);

test('a renamed or transferred repository keeps its workspace; a new one with its old name does not', async () => {
  const before = await job.workspaceOf(await job.signIn(claimsOf('acme/old-name', 110, 31)));
  const renamed = await job.signIn(claimsOf('acme/new-name', 110, 31));
  expect(await job.workspaceOf(renamed)).toBe(before);
  expect(await job.workspaceOf(await job.signIn(claimsOf('globex/new-name', 110, 32)))).toBe(before);
  expect(await job.workspaceOf(await job.signIn(claimsOf('acme/old-name', 111, 31)))).not.toBe(before);
  const rows = await sql(service, "SELECT repository, owner_id FROM repository_workspace WHERE repository_id = '110'");
  expect(rows).toEqual([{ repository: 'globex/new-name', owner_id: '32' }]);
  const client = job.clientOf(renamed);
  expect((await client.call('list_connections', {})).connections).toMatchObject([{ client_name: 'globex/new-name' }]);
});

test('after a workspace is deleted, the repository’s next job gets a new one', async () => {
  const claims = claimsOf('phoenix/app', 150, 50);
  const first = await job.signIn(claims);
  const client = job.clientOf(first);
  const made = await review(client);
  await decide(made, 'approved');
  await client.call('create_upload', { paths: ['a.png'] });
  const workspace = await job.workspaceOf(first);
  expect(await job.count('upload', `workspace_id = '${workspace}'`)).toBe(1);
  const holder = await job.holderOf(workspace);
  await holder.call('delete_workspace', { confirm: workspace });
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  for (const table of ['connection', 'repository_workspace', 'access_token', 'refresh_token', 'oauth_code', 'upload']) {
    expect(await job.count(table, `workspace_id = '${workspace}'`), table).toBe(0);
  }
  const next = await job.signIn(claims);
  expect(next.status).toBe(200);
  expect(await job.workspaceOf(next)).not.toBe(workspace);
});

test('a job cannot delete its repository’s workspace', async () => {
  const answer = await job.signIn(claimsOf('phoenix/kept', 153, 54));
  const client = job.clientOf(answer);
  const made = await review(client);
  const workspace = await job.workspaceOf(answer);
  const deleting = client.call('delete_workspace', { confirm: workspace });
  await expect(deleting).rejects.toMatchObject({
    status: 403,
    body: { error: 'forbidden', message: expect.stringContaining('the operator of this service') },
  });
  expect((await client.call('get_review', { id: made.id })).status).toBe('open');
});

test('a job gets no link that opens its workspace, since others may read its log', async () => {
  const bearer = bearerOf(await job.signIn(claimsOf('phoenix/log', 152, 50)));
  const opening = createClient({ baseUrl: service.url, bearer }).call('open_workspace', {});
  await expect(opening).rejects.toMatchObject({ status: 403, body: { error: 'forbidden' } });
});

test('a binding is deleted with its workspace, and the next job creates another', async () => {
  const claims = claimsOf('phoenix/left', 151, 50);
  const workspace = await job.workspaceOf(await job.signIn(claims));
  await sql(service, 'DELETE FROM workspace WHERE id = $1', [workspace]);
  const next = await job.signIn(claims);
  expect(next.status).toBe(200);
  expect(await job.workspaceOf(next)).not.toBe(workspace);
});

test('a job may sign in after a person ended its connection; the old tokens stay revoked', async () => {
  const claims = claimsOf('acme/ended', 152, 52);
  const first = await job.signIn(claims);
  const client = job.clientOf(first);
  const [connection] = (await client.call('list_connections', {})).connections;
  await client.call('end_connection', { connection_id: connection?.id ?? '' });
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  const again = await Promise.all(Array.from({ length: 3 }, () => job.signIn(claims)));
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
  await expect(client.call('get_billing', {})).rejects.toMatchObject({ status: 401 });
  expect(await job.count('connection', "client_name = 'acme/ended' AND ended_at IS NULL")).toBe(1);
});

test('GITHUB_OWNERS may get workspaces even if sign-up is closed; known repositories always sign in', async () => {
  const shared = { ROLE: 'web', GITHUB_OIDC_ISSUER: issuer.url, SIGNUP: 'closed', DATABASE_URL: service.databaseUrl };
  const limited = await startService({ ...shared, GITHUB_OWNERS: 'Acme, 583231' });
  for (const [claims, status] of [
    [claimsOf('ACME/b', 161, 1), 200],
    [claimsOf('whatever/c', 162, 583_231), 200],
    [claimsOf('mallory/d', 163, 2), 400],
    [claimsOf('583231/e', 164, 3), 400],
  ] as const) {
    const answer = await job.signIn(claims, limited);
    expect([claims.repository, answer.status]).toEqual([claims.repository, status]);
    if (status === 400) expect(answer.body.error).toBe('invalid_request');
  }
  await limited.close();
  await job.signIn(claimsOf('acme/shop', 100));
  const closed = await startService(shared);
  const before = await job.count('workspace');
  const stranger = await job.signIn(claimsOf('new/comer', 170, 70), closed);
  expect([stranger.status, stranger.body.error]).toEqual([400, 'invalid_request']);
  expect(stranger.body.error_description).toMatch(/no new workspaces/);
  expect((await job.signIn(claimsOf('acme/shop', 100), closed)).status).toBe(200);
  expect(await job.count('workspace')).toBe(before);
});
