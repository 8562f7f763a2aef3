import { expect, test } from 'vitest';
import { findPullRequest } from '../../../action/event.ts';
import { createGitHub, type GitHub } from '../../../action/github.ts';
import { waitForDeployment } from '../../../action/sources/deployment.ts';
import { startLocalGitHub } from '../../support/local-github/index.ts';

const local = await startLocalGitHub();

let repositories = 0;

/** A pull request, with the GitHub calls of its jobs and its host. */
async function openPull() {
  const name = `site-${++repositories}`;
  const { id, fullName } = await local.createRepository({ owner: 'acme', name });
  const pull = await local.openPullRequest({ repository: fullName, branch: 'change', title: 'Bigger buttons' });
  const run = await local.startRun({ repository: fullName, pullRequest: pull.number });
  const github: GitHub = createGitHub({ apiUrl: local.apiUrl, token: run.token, repository: fullName });
  const post = async (path: string, body: object): Promise<number> => {
    const answer = await fetch(`${local.apiUrl}/repos/${fullName}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${run.token}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return Object(await answer.json()).id;
  };
  const deploy = async (ref: string, url: string): Promise<void> => {
    const deployment = await post('/deployments', { ref, environment: 'Preview' });
    await post(`/deployments/${deployment}/statuses`, { state: 'success', environment_url: url });
  };
  const head = { sha: pull.headSha, number: pull.number, branch: 'change' };
  const wait = () => waitForDeployment(github, { environment: 'preview', head, milliseconds: 1, log() {} });
  const repository = { id, full_name: fullName, name, owner: { login: 'acme' }, private: false };
  return { ...pull, run, github, deploy, wait, repository };
}

test('a deployment of the merge commit, or of the branch’s name, belongs to the head', async () => {
  const merged = await openPull();
  await merged.deploy('refs/pull/1/merge', 'https://one.example/');
  expect(await merged.wait()).toBe('https://one.example/');
  const named = await openPull();
  await named.deploy('change', 'https://two.example/');
  expect(await named.wait()).toBe('https://two.example/');
});

test('a deployment that a newer one made inactive is captured at its last address', async () => {
  const pull = await openPull();
  await pull.deploy(pull.headSha, 'https://one.example/');
  await pull.deploy('main', 'https://two.example/');
  expect(await pull.wait()).toBe('https://one.example/');
});

test('the event of a merge commit’s deployment finds its pull request', async () => {
  const pull = await openPull();
  const sha = pull.run.env.GITHUB_SHA ?? '';
  expect(sha).not.toBe(pull.headSha);
  const payload = {
    repository: pull.repository,
    deployment: { sha, ref: 'refs/pull/1/merge' },
    deployment_status: { state: 'success' },
  };
  const found = await findPullRequest({ name: 'deployment_status', payload }, pull.github, {});
  expect(found).toMatchObject({ number: 1, headSha: pull.headSha, headRef: 'change' });
});
