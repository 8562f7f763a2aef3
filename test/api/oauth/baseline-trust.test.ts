import { expect, test } from 'vitest';
import { base64 } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { jobSteps } from './support/job-sign-in.ts';
import { claimsOf, startJobIssuer } from './support/jobs.ts';

const issuer = await startJobIssuer();
const service = await startService({ ROLE: 'web', GITHUB_OIDC_ISSUER: issuer.url });
const job = jobSteps(service, issuer);

const sha = 'c'.repeat(40);
const push = { run_id: 5, event_name: 'push', ref: 'refs/heads/main', sha };
const own = { repository: 'github:210', name: 'visual', branch: 'main', commit: sha };

/** Records a baseline as the job with these claims. */
async function record(claims: object, what: Partial<typeof own> = {}) {
  const client = job.clientOf(await job.signIn({ ...claimsOf('shop/web', 210), ...claims }));
  const images = [{ image: await base64(), label: 'Home' }];
  return client.call('create_baseline', { ...own, ...what, images });
}

test('a job that a push to the repository started records the baseline of what was pushed', async () => {
  expect(await record(push)).toMatchObject({ ...own, status: 'complete' });
});

const forbidden = { status: 403, body: { error: 'forbidden' } };

test.each<[string, object]>([
  ['a pull request', { ...push, event_name: 'pull_request', ref: 'refs/pull/4/merge' }],
  ['a pull request, with the rights of the base', { ...push, event_name: 'pull_request_target' }],
  ['a tag', { ...push, ref: 'refs/tags/main' }],
  ['a run by hand', { ...push, event_name: 'workflow_dispatch' }],
  ['another workflow', { ...push, event_name: 'workflow_run' }],
  ['a push, without its commit', { ...push, sha: undefined }],
  ['nothing that the token names', {}],
])('a job that was started by %s records none', async (_what, claims) => {
  await expect(record(claims)).rejects.toMatchObject(forbidden);
});

test.each<[string, Partial<typeof own>]>([
  ['another commit', { commit: 'd'.repeat(40) }],
  ['another branch', { branch: 'release' }],
  ['another repository', { repository: 'github:211' }],
])('a push records no baseline of %s', async (_what, what) => {
  await expect(record(push, what)).rejects.toMatchObject(forbidden);
});

test('other jobs neither add to a baseline nor delete it', async () => {
  const { id } = await record(push);
  const client = job.clientOf(await job.signIn({ ...claimsOf('shop/web', 210), ...push, sha: 'e'.repeat(40) }));
  await expect(client.call('add_to_baseline', { id })).rejects.toMatchObject(forbidden);
  await expect(client.call('delete_baseline', { id })).rejects.toMatchObject(forbidden);
  expect(await client.call('get_baseline', { id })).toMatchObject({ id, status: 'complete' });
});
