import { describe, expect, test } from 'vitest';
import { findCheck, pullEvent, untilNamed } from '../../../github/app/support/github.ts';

import { startSlowGitHub } from '../../../github/app/support/slow-github.ts';
import {
  type Bench,
  type PullRequest,
  setState,
  startBench,
  until,
  untilComment,
} from '../../../github/app/support/start-app.ts';

const visual = 'Sightline / visual';
const slow = await startSlowGitHub();
const bench = await startBench({ GITHUB_API_URL: slow.url });
slow.lead(bench.github.apiUrl);

/** Returns a registered review that GitHub shows as waiting, with nothing left to do. */
async function waiting(settings?: string) {
  const pull = await bench.newPullRequest(settings === undefined ? {} : { settings });
  const registered = await bench.newRegistered(pull);
  await untilComment(bench, pull, 'Waiting for a decision');
  await bench.idle(pull);
  return { pull, registered };
}

async function expectApprovedOnce(pull: PullRequest) {
  await bench.idle(pull);
  expect(await findCheck(bench, pull, visual)).toMatchObject({ title: 'Approved', conclusion: 'success' });
  await untilComment(bench, pull, 'Approved');
  expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(1);
  expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
}

const checkRuns = (pull: PullRequest) => new RegExp(`^/repos/${pull.repository}/check-runs`);
const comments = (pull: PullRequest) => new RegExp(`^/repos/${pull.repository}/issues/`);

describe('a decision is written correctly and once although GitHub', () => {
  const faults: Array<[string, (pull: PullRequest) => Parameters<Bench['github']['inject']>[0]]> = [
    ['answers 500', (pull) => ({ path: checkRuns(pull), status: 500, times: 2 })],
    ['answers 503 to the comment', (pull) => ({ path: comments(pull), method: 'PATCH', status: 503 })],
    ['breaks the connection', (pull) => ({ path: checkRuns(pull), status: 0, kind: 'cut' })],
    ['loses its answer', (pull) => ({ path: checkRuns(pull), status: 0, kind: 'lost' })],
    ['refuses with 403 for a while', (pull) => ({ path: checkRuns(pull), status: 403, message: 'No.' })],
    [
      'asks for a pause',
      (pull) => ({ path: checkRuns(pull), status: 429, message: 'Too many.', headers: { 'retry-after': '1' } }),
    ],
  ];
  test.each(faults)('%s', async (_, fault) => {
    const { pull, registered } = await waiting();
    bench.github.inject(fault(pull));
    await bench.settle(registered, 'approved');
    await expectApprovedOnce(pull);
  });

  test('is unreachable when the decision arrives', async () => {
    const { pull, registered } = await waiting();
    bench.github.setOutage(true);
    const before = bench.github.calls().length;
    await bench.settle(registered, 'approved');
    await expect
      .poll(() =>
        bench.github
          .calls()
          .slice(before)
          .some(({ status }) => status === 503),
      )
      .toBe(true);
    expect(await findCheck(bench, pull, visual)).toMatchObject({ status: 'in_progress' });
    bench.github.setOutage(false);
    await expectApprovedOnce(pull);
  });

  test('temporarily reports the check as missing: it is created again', async () => {
    const { pull, registered } = await waiting();
    bench.github.inject({ path: checkRuns(pull), status: 404, message: 'Not Found' });
    await bench.settle(registered, 'approved');
    await bench.idle(pull);
    expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'success' });
  });
});

test('the check and the comment are created once although GitHub loses its answers', async () => {
  const pull = await bench.newPullRequest();
  for (const path of [checkRuns(pull), comments(pull)]) {
    bench.github.inject({ method: 'POST', path, status: 0, kind: 'lost' });
  }
  const registered = await bench.newRegistered(pull);
  expect(registered.answer.status).toBe(200);
  await bench.settle(registered, 'approved');
  await expectApprovedOnce(pull);
});

describe('while GitHub answers', () => {
  test('"Re-run" is not lost: a new run is created once the old one is written', async () => {
    const { pull, registered } = await waiting();
    const held = slow.hold('PATCH', checkRuns(pull));
    await bench.settle(registered, 'changes_requested');
    await held.reached;
    const first = await untilNamed(bench, pull, visual, { conclusion: 'failure' });
    const payload = {
      action: 'rerequested',
      check_run: { id: first.id },
      repository: { id: pull.repositoryId, full_name: pull.repository },
    };
    expect(await bench.github.deliver(pull.repository, 'check_run', payload)).toBe(202);
    held.release();
    const fresh = await until('a second run', async () => {
      const check = await findCheck(bench, pull, visual);
      return check?.id !== first.id && check?.conclusion === 'failure' && check;
    });
    expect(fresh.title).toBe('Changes requested');
    await bench.idle(pull);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(2);
  });

  test('a repository may be renamed: the decision is written there', async () => {
    const { pull, registered } = await waiting();
    const row = async () => {
      const text = 'select full_name, paused from github_pull_request where repository_id = $1';
      return (await bench.sql<{ full_name: string; paused: boolean }>(text, [pull.repositoryId]))[0];
    };
    const held = slow.hold('GET', new RegExp(`^/repos/${pull.repository}/pulls/${pull.number}$`));
    expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'edited'))).toBe(202);
    await held.reached;
    await bench.settle(registered, 'approved');
    // The decision waits for the running read, ahead of the work that the new name causes.
    await until('the decision to wait for its turn', async () => {
      const locks = await bench.sql(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return locks.length > 0;
    });
    await bench.github.changeRepository(pull.repository, { name: 'moved' });
    // Ends GitHub's redirects from the old name.
    await bench.github.createRepository({ owner: 'acme', name: pull.repository.slice('acme/'.length) });
    await until('the App to know the name', async () => (await row())?.full_name === 'acme/moved');
    const anew = slow.hold('GET', new RegExp(`^/repos/acme/moved/pulls/${pull.number}$`));
    held.release();
    await anew.reached;
    // The work that began under the old name ends there, after the new name has been read.
    await until('the decision to find nothing at the old name', async () => (await row())?.paused);
    anew.release();
    await untilNamed(bench, { ...pull, repository: 'acme/moved' }, visual, { conclusion: 'success' });
  });
});

describe('events', () => {
  test('that arrive several times and in any order end in the true state', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\nsummary: true\n' });
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await setState(bench, pull, run.token, 'closed');
    await setState(bench, pull, run.token, 'open');
    const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    const actions = ['opened', 'synchronize', 'closed', 'reopened', 'synchronize', 'edited', 'closed', 'opened'];
    const answers = await Promise.all(
      [...actions, ...actions, ...actions].map((action) =>
        bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, action)),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([202]));
    const live = { ...pull, headSha };
    await untilNamed(bench, live, visual, { title: 'Waiting for the workflow', status: 'queued' });
    await untilNamed(bench, live, 'Sightline', { title: '0 of 1 review passed', status: 'in_progress' });
    await bench.idle(pull);
    const checks = await bench.github.checks(pull.repository, headSha);
    expect(checks.map(({ name }) => name).sort()).toEqual(['Sightline', visual]);
  });

  test('of a head that has moved meanwhile give the current head its checks', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await untilNamed(bench, pull, visual, { status: 'queued' });
    bench.github.setOutage(true);
    expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'synchronize'))).toBe(202);
    bench.github.setOutage(false);
    const push = { repository: pull.repository, branch: 'checkout', message: 'more' };
    await bench.github.push(push);
    const { headSha } = await bench.github.push(push);
    await untilNamed(bench, { ...pull, headSha }, visual, { title: 'Waiting for the workflow' });
  });

  test('of a late decision, and of a changed decision, update only the checks of their own commit', async () => {
    const { pull, registered } = await waiting('reviews:\n  visual:\nsummary: true\n');
    const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    const next = { ...pull, headSha };
    await untilNamed(bench, next, visual, { title: 'Waiting for the workflow' });
    await untilNamed(bench, next, 'Sightline', { title: '0 of 1 review passed' });
    await bench.idle(pull);
    const untouched = await bench.github.checks(pull.repository, headSha);
    const approved = await bench.settle(registered, 'approved');
    await untilNamed(bench, pull, 'Sightline', { title: '1 review passed', conclusion: 'success' });
    await bench.settle(approved, 'changes_requested');
    await untilNamed(bench, pull, 'Sightline', { conclusion: 'failure' });
    expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'failure' });
    await bench.idle(pull);
    expect(await bench.github.checks(pull.repository, headSha)).toEqual(untouched);
  });
});

// This test is the last, because the App does not use the installation afterwards.
test('while GitHub asks for a pause, no request is sent, and updates wait until the pause is over', async () => {
  const [one, other] = [await waiting(), await waiting()];
  const headers = { 'retry-after': '3600' };
  const message = 'You have exceeded a secondary rate limit.';
  bench.github.inject({ path: checkRuns(one.pull), status: 403, message, headers });
  const laterOf = (pull: PullRequest) =>
    until('the decision to be put off', async () => {
      const [job] = await bench.sql<{ seconds: number }>(
        `select round(extract(epoch from start_after - created_on) / 60)::int * 60 as seconds from sightline_queue.job
           where name = 'sync_review' and start_after > created_on and (data->>'repositoryId')::bigint = $1`,
        [pull.repositoryId],
      );
      return job?.seconds;
    });
  await bench.settle(one.registered, 'approved');
  expect(await laterOf(one.pull)).toBe(3600);
  const before = bench.github.calls().length;
  await bench.settle(other.registered, 'approved');
  expect(await laterOf(other.pull)).toBeGreaterThan(0);
  const asked = bench.github.calls().slice(before);
  expect(asked.filter(({ path }) => path.startsWith(`/repos/${other.pull.repository}/`))).toEqual([]);
});
