import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, type Pull, startBench } from './support/bench.ts';

let bench: Bench;
let pull: Pull;
beforeAll(async () => {
  bench = await startBench();
  pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
});
afterAll(() => bench.close());

const images = { images: 'shots/*.png' };
const noIdToken = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };
const inPull = (changes: Record<string, unknown>) => (payload: Record<string, unknown>) => ({
  ...payload,
  pull_request: { ...Object(payload.pull_request), ...changes },
});

async function expectNothing(fresh: Pull): Promise<void> {
  expect(await fresh.comments()).toEqual([]);
  expect((await fresh.client.call('list_reviews', {})).reviews).toEqual([]);
}

describe('runs that review nothing end green and say why', () => {
  test.each([
    ['a merge queue', { env: { GITHUB_EVENT_NAME: 'merge_group' } }, 'A merge queue run'],
    [
      'a closed pull request',
      { payload: (payload: Record<string, unknown>) => ({ ...payload, action: 'closed' }) },
      'The pull request is closed',
    ],
    [
      'a commit of no open pull request',
      { event: 'workflow_dispatch' as const, env: { GITHUB_SHA: 'b'.repeat(40) } },
      'No open pull request has the commit bbbbbbb as its head',
    ],
    [
      'a deployment under way',
      {
        env: { GITHUB_EVENT_NAME: 'deployment_status' },
        payload: ({ pull_request: _, ...payload }: Record<string, unknown>) => ({
          ...payload,
          deployment: { sha: pull.headSha },
          deployment_status: { state: 'in_progress' },
        }),
      },
      'The deployment is in_progress, not yet successful',
    ],
  ])('%s', async (_, options, reason) => {
    const run = await pull.act({ inputs: images, ...options });
    expect(run.log).toContain(`::notice::${reason}`);
    expect(run.exitCode).toBe(0);
    expect(run.outputs.status).toBe('skipped');
    expect(run.summary).toContain(reason);
    await expectNothing(pull);
  });

  test('a late run of an older commit, so that the newer pass stays in front', async () => {
    const moved = await bench.openPull();
    await moved.draw('shots/a.png', 'red');
    const head = await moved.push();
    const current = await moved.act({ inputs: images });
    const late = await moved.act({ inputs: images, payload: inPull({ head: { sha: moved.headSha, repo: null } }) });
    expect(late.exitCode).toBe(0);
    expect(late.log).toContain(`has moved on from ${moved.headSha.slice(0, 7)} to ${head.slice(0, 7)}`);
    expect((await moved.client.call('list_reviews', {})).reviews.map(({ id }) => id)).toEqual([
      current.outputs['review-id'],
    ]);
  });

  test('a fork without secrets, with the way to run the trusted half', async () => {
    const forked = await bench.openPull({ fork: 'mallory' });
    await forked.draw('shots/a.png', 'red');
    const run = await forked.act({ inputs: { ...images, token: '' }, env: noIdToken });
    expect(run.exitCode).toBe(0);
    expect(run.log).toMatch(/::notice::This pull request comes from a fork, .*workflow_run/);
    await expectNothing(forked);
  });

  test('Dependabot without secrets', async () => {
    const env = { ...noIdToken, GITHUB_ACTOR: 'dependabot[bot]' };
    const run = await pull.act({ inputs: { ...images, token: '' }, env });
    expect(run.exitCode).toBe(0);
    expect(run.log).toContain('store the token as a Dependabot secret');
  });
});

/** Changes a pull request at GitHub, as somebody does after a run's event. */
async function change(pull: Pull, to: Record<string, unknown>): Promise<void> {
  const { token } = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
  const answer = await fetch(`${bench.github.apiUrl}/repos/${pull.repository}/pulls/${pull.number}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(to),
  });
  expect(answer.status).toBe(200);
}

test('a run repeated after the pull request was closed reviews nothing', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  await change(pull, { state: 'closed' });
  const run = await pull.act({ inputs: images, attempt: 2 });
  expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'skipped' } });
  expect(run.log).toContain('The pull request is closed.');
  await expectNothing(pull);
});

test('a draft is skipped, and reviewed when its run is repeated after it became ready', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  await change(pull, { draft: true });
  const payload = inPull({ draft: true });
  const skipped = await pull.act({ inputs: images, payload });
  expect(skipped).toMatchObject({ exitCode: 0, outputs: { status: 'skipped' } });
  expect(skipped.log).toContain('The pull request is a draft. Set "drafts: true"');
  expect(skipped.log).toContain('ready_for_review');
  await expectNothing(pull);
  await change(pull, { draft: false });
  const repeated = await pull.act({ inputs: images, payload, attempt: 2 });
  expect(repeated.outputs.status).toBe('open');
});

describe('runs that review', () => {
  test('a draft, when asked', async () => {
    const draft = await bench.openPull();
    await draft.draw('shots/a.png', 'red');
    const run = await draft.act({ inputs: { ...images, drafts: 'true' }, payload: inPull({ draft: true }) });
    expect(run.outputs.status).toBe('open');
  });

  test('by hand on the pull request’s branch', async () => {
    const manual = await bench.openPull();
    await manual.draw('shots/a.png', 'red');
    const run = await manual.act({ inputs: images, event: 'workflow_dispatch' });
    expect(run.outputs.status).toBe('open');
    expect((await manual.review(run)).revision).toBe(manual.headSha);
    expect(await manual.comments()).toHaveLength(1);
  });

  test('after the workflow of a fork, with the head commit of the fork', async () => {
    const forked = await bench.openPull({ fork: 'mallory' });
    await forked.draw('shots/a.png', 'red');
    const run = await forked.act({
      inputs: images,
      env: { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_SHA: 'c'.repeat(40), GITHUB_REF_NAME: 'main' },
      payload: ({ pull_request: _, ...payload }) => ({
        ...payload,
        action: 'completed',
        workflow_run: {
          head_sha: forked.headSha,
          head_branch: 'change',
          head_repository: { owner: { login: 'mallory' } },
          pull_requests: [],
        },
      }),
    });
    expect(run.log).not.toContain('::notice::');
    expect((await forked.review(run)).revision).toBe(forked.headSha);
    expect(await forked.comments()).toHaveLength(1);
  });
});
