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
  const deploy = async (ref: string, url: string, fields: object = {}): Promise<number> => {
    const deployment = await post('/deployments', { ref, environment: 'Preview', ...fields });
    await post(`/deployments/${deployment}/statuses`, { state: 'success', environment_url: url });
    return deployment;
  };
  const lines: string[] = [];
  const head = { sha: pull.headSha, number: pull.number, branch: 'change' };
  const wait = () =>
    waitForDeployment(github, { environment: 'preview', head, milliseconds: 1, log: (line) => lines.push(line) });
  const repository = { id, full_name: fullName, name, owner: { login: 'acme' }, private: false };
  return { ...pull, run, github, post, deploy, wait, lines, repository };
}

test('a deployment of the merge commit, or of the branch’s name, belongs to the head', async () => {
  const merged = await openPull();
  await merged.deploy('refs/pull/1/merge', 'https://one.example/');
  expect(await merged.wait()).toBe('https://one.example/');
  const named = await openPull();
  await named.deploy('change', 'https://two.example/');
  expect(await named.wait()).toBe('https://two.example/');
});

test('a deployment of an older head’s merge, or of another branch, does not belong to the head', async () => {
  const pull = await openPull();
  await pull.deploy('refs/pull/1/merge', 'https://old.example/');
  await pull.deploy('main', 'https://main.example/');
  const { headSha } = await local.push({ repository: pull.repository.full_name, branch: 'change', message: 'More' });
  const head = { sha: headSha, number: 1, branch: 'change' };
  const options = { environment: '*', head, milliseconds: 1, log() {} };
  await expect(waitForDeployment(pull.github, options)).rejects.toThrow('No deployment to "*" yet.');
});

test('a deployment that a newer one made inactive is captured at its last address', async () => {
  const pull = await openPull();
  await pull.deploy(pull.headSha, 'https://one.example/');
  await pull.deploy('main', 'https://two.example/');
  expect(await pull.wait()).toBe('https://one.example/');
  expect(pull.lines[0]).toBe('The deployment to "Preview" is inactive.');
});

test('a deployment whose address was reused or taken down fails at once with the reason', async () => {
  const moved = await openPull();
  await moved.deploy(moved.headSha, 'https://staging.example/');
  await moved.deploy('main', 'https://staging.example/');
  await expect(moved.wait()).rejects.toThrow(
    /is inactive\. Its address shows [0-9a-f]{7} by now\. Deploy the commit again/,
  );
  const gone = await openPull();
  const id = await gone.deploy(gone.headSha, 'https://one.example/', { transient_environment: true });
  await gone.post(`/deployments/${id}/statuses`, { state: 'inactive' });
  await expect(gone.wait()).rejects.toThrow('is inactive. It was taken down.');
});

test('a failed or missing deployment fails with the input’s name and what to do', async () => {
  const pull = await openPull();
  await expect(pull.wait()).rejects.toThrow(
    /^Input "deployment": No deployment to "preview" yet\. .* or raise "timeout"/,
  );
  const id = await pull.post('/deployments', { ref: pull.headSha, environment: 'Preview' });
  await pull.post(`/deployments/${id}/statuses`, { state: 'failure' });
  await expect(pull.wait()).rejects.toThrow(
    'Input "deployment": The deployment to "Preview" is failure. Fix it, then run this job again.',
  );
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
