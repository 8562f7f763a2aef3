import { describe, expect, test } from 'vitest';
import { runningClock } from '../../support/clock.ts';
import { findCheck, press, pullEvent, untilNamed } from './support/github.ts';
import { type Bench, startBench, until, untilComment } from './support/start-app.ts';

const visual = 'Sightline / visual';
const day = 86_400_000;
const clock = runningClock();
const bench = await startBench({}, clock.now);

/** Runs `work` with the App's clock set ahead. */
async function later(milliseconds: number, work: () => Promise<void>): Promise<void> {
  clock.aheadMs += milliseconds;
  try {
    await work();
  } finally {
    clock.aheadMs -= milliseconds;
  }
}

describe('reviews listed in the settings', () => {
  const settings = "reviews:\n  visual:\n    paths: ['src/**']\n  email:\n    paths: ['emails/**']\nsummary: true\n";

  test('get a check on every head; unaffected ones pass, and the summary with the last one', async () => {
    const pull = await bench.newPullRequest({ settings, changes: { 'src/a.ts': 'a' } });
    await untilNamed(bench, pull, 'Sightline / email', { title: 'Not affected', conclusion: 'success' });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow', status: 'queued' });
    await untilNamed(bench, pull, 'Sightline', { title: '1 of 2 reviews passed', status: 'in_progress' });
    await bench.idle(pull);
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
    const registered = await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
    await bench.settle(registered, 'approved');
    await untilNamed(bench, pull, 'Sightline', { title: '2 reviews passed', conclusion: 'success' });

    const next = await bench.push(pull, { files: { 'emails/welcome.html': 'b' } });
    await untilNamed(bench, next, 'Sightline / email', { title: 'Waiting for the workflow' });
    await untilNamed(bench, next, 'Sightline', { title: '0 of 2 reviews passed', conclusion: null });
  });

  test('are affected by a file moved out of their paths, and by one on the second page of files', async () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`a/${1000 + index}.md`, `${index}`]));
    const pull = await bench.newPullRequest({ settings, changes: { ...many, 'src/last.ts': 'x' } });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
    await untilNamed(bench, pull, 'Sightline / email', { conclusion: 'success' });
    bench.github.inject({
      path: new RegExp(`^/repos/${pull.repository}/pulls/${pull.number}/files$`),
      status: 200,
      body: [{ filename: 'docs/a.html', previous_filename: 'emails/a.html', status: 'renamed' }],
      // The first head may be read again at any time.
      times: 1000,
    });
    const moved = await bench.push(pull, { files: { 'docs/c.md': 'c' } });
    await untilNamed(bench, moved, 'Sightline / email', { title: 'Waiting for the workflow' });
  });

  test('wait on a draft, with a title of their own', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
    const { token, runId } = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    const change = async (draft: boolean, action: string) => {
      await fetch(`${bench.github.apiUrl}/repos/${pull.repository}/pulls/${pull.number}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ draft }),
      });
      expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, action))).toBe(202);
    };
    await change(true, 'converted_to_draft');
    await untilNamed(bench, pull, visual, { title: 'The pull request is a draft', status: 'queued' });
    bench.github.endRun(runId, 'success');
    await later(2 * 3_600_000, async () => {
      await change(false, 'ready_for_review');
      await bench.idle(pull);
      await bench.sweep(pull);
      // Its workflow has had no time yet.
      const waits = { title: 'Waiting for the workflow', status: 'queued' };
      expect(await findCheck(bench, pull, visual)).toMatchObject(waits);
    });
  });

  test('wait for the workflow again when the pull request is reopened', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
    await bench.setState(pull, 'closed');
    await untilNamed(bench, pull, visual, { conclusion: 'cancelled' });
    await later(2 * 3_600_000, async () => {
      await bench.setState(pull, 'open');
      await untilNamed(bench, pull, visual, { conclusion: null });
      await bench.sweep(pull);
      const waits = { title: 'Waiting for the workflow', status: 'queued' };
      expect(await findCheck(bench, pull, visual)).toMatchObject(waits);
    });
  });

  test('fail when the workflow ended without them, and their button runs it again', async () => {
    const before = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await bench.newRegistered(before);
    const pull = await bench.push(before);
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await later(2 * 3_600_000, async () => {
      await bench.sweep(pull);
      expect(await findCheck(bench, pull, visual)).toMatchObject({ status: 'queued' });
      bench.github.endRun(run.runId, 'success');
      await bench.sweep(pull);
      const check = await untilNamed(bench, pull, visual, {
        title: 'No job registered the review',
        conclusion: 'failure',
      });
      expect(check.actions.map(({ identifier }) => identifier)).toEqual(['try_again']);
      expect(await press(bench, pull, check, 'try_again')).toBe(202);
      const again = await untilNamed(bench, pull, visual, { status: 'queued' });
      expect(again.id).not.toBe(check.id);
      const reruns = bench.github.calls().filter(({ path }) => path.endsWith(`/actions/runs/${run.runId}/rerun`));
      expect(reruns).toHaveLength(1);
    });
  });
});

test('a check asks after twelve days whether to keep waiting, and its button makes it wait again', async () => {
  const pull = await bench.newPullRequest({ settings: 'summary: true\n' });
  const registered = await bench.newRegistered(pull);
  const first = await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  await untilNamed(bench, pull, 'Sightline', { status: 'in_progress' });
  await later(11.9 * day, async () => {
    await bench.sweep(pull);
    expect(await findCheck(bench, pull, visual)).toMatchObject({ status: 'in_progress' });
  });
  await later(12.1 * day, async () => {
    await bench.sweep(pull);
    const stale = await untilNamed(bench, pull, visual, { conclusion: 'action_required' });
    expect(stale).toMatchObject({ id: first.id, title: 'No decision for 12 days: Waiting for a decision' });
    expect(stale.actions.map(({ label }) => label)).toEqual(['Keep waiting']);
    await untilNamed(bench, pull, 'Sightline', { conclusion: 'action_required' });
    expect(await press(bench, pull, stale, 'keep_waiting')).toBe(202);
    const fresh = await untilNamed(bench, pull, visual, { status: 'in_progress' });
    expect(fresh.id).not.toBe(first.id);
    await later(12.1 * day, async () => {
      await bench.sweep(pull);
      await untilNamed(bench, pull, visual, { conclusion: 'action_required' });
      await bench.settle(registered, 'approved');
      await untilNamed(bench, pull, visual, { conclusion: 'success' });
      await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    });
  });
});

describe('for a review that can no longer be decided', () => {
  async function expired(run: 'ended' | 'in progress' = 'ended') {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull, { review: { status: 'preparing' } });
    bench.service.put(registered.secret, { ...registered.review, status: 'expired' });
    const title = 'Expired without a decision';
    const check = await untilNamed(bench, pull, visual, { title, conclusion: 'timed_out' });
    // Its comment comes after the check, in the same job.
    await bench.idle(pull);
    if (run === 'ended') bench.github.endRun(registered.runId, 'success');
    return { pull, check, runId: registered.runId };
  }

  test('"Try again", pressed several times, runs the workflow once; its review replaces the old one', async () => {
    const { pull, check, runId } = await expired();
    const pressed = await Promise.all([1, 2, 3].map(() => press(bench, pull, check, 'try_again')));
    expect(pressed).toEqual([202, 202, 202]);
    await untilNamed(bench, pull, visual, { title: 'The workflow runs again', status: 'queued' });
    await untilComment(bench, pull, 'Expired without a decision<br>The workflow runs again. |');
    await bench.idle(pull);
    const reruns = bench.github.calls().filter(({ path }) => path.endsWith(`/actions/runs/${runId}/rerun`));
    expect(reruns.filter(({ status }) => status === 201)).toHaveLength(1);
    await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  });

  test('"Re-run" does the same', async () => {
    const { pull, check } = await expired();
    await bench.github.deliver(pull.repository, 'check_run', {
      action: 'rerequested',
      check_run: { id: check.id },
      repository: { id: pull.repositoryId, full_name: pull.repository },
    });
    await untilNamed(bench, pull, visual, { title: 'The workflow runs again' });
  });

  const runsAgain = { title: 'The workflow runs again', status: 'queued' };
  test.each<[string, Omit<Parameters<Bench['github']['inject']>[0], 'method' | 'path'>, object]>([
    ['is away for a moment: the workflow runs once it is back', { status: 502 }, runsAgain],
    [
      'asks for a pause: the workflow runs after it',
      { status: 403, message: 'You have exceeded a secondary rate limit.', headers: { 'retry-after': '1' } },
      runsAgain,
    ],
    [
      'does not run it again, for instance because it is too old: the check says so',
      { status: 403, message: 'Unable to re-run this workflow run because it was created over a month ago' },
      { title: 'The workflow cannot run again', conclusion: 'failure', actions: [] },
    ],
  ])('"Try again" when GitHub %s', async (_, fault, wanted) => {
    const { pull, check, runId } = await expired();
    const path = new RegExp(`/actions/runs/${runId}/rerun$`);
    bench.github.inject({ method: 'POST', path, ...fault });
    expect(await press(bench, pull, check, 'try_again')).toBe(202);
    await until('the App to have tried', async () => bench.github.calls().some((call) => path.test(call.path)));
    await bench.idle(pull);
    expect(await findCheck(bench, pull, visual)).toMatchObject(wanted);
  });

  test.each([
    ['at once', 0],
    ['after 12 days', 12.1 * day],
  ])(
    '"Try again" keeps what it shows when the comment of a review that expired %s comes later than its check',
    async (_, waited) => {
      const pull = await bench.newPullRequest();
      const registered = await bench.newRegistered(pull, { review: { status: 'preparing' } });
      const comments = () => bench.github.comments(pull.repository, pull.number);
      await until('the comment', async () => (await comments()).length === 1);
      // Its attempts would take a minute; `idle` makes the rest of them at once.
      const comment = new RegExp(`^/repos/${pull.repository}/issues/comments/`);
      bench.github.inject({ method: 'PATCH', path: comment, status: 502, times: 6 });
      await later(waited, async () => {
        bench.service.put(registered.secret, { ...registered.review, status: 'expired' });
        const check = await untilNamed(bench, pull, visual, { title: 'Expired without a decision' });
        await until('the comment to fail', async () => bench.github.calls().some(({ path }) => comment.test(path)));
        bench.github.endRun(registered.runId, 'success');
        expect(await press(bench, pull, check, 'try_again')).toBe(202);
        await untilNamed(bench, pull, visual, runsAgain);
        const [{ body = '' } = {}] = await comments();
        expect(body).not.toContain('Expired');
        await bench.idle(pull);
        expect(await comments()).toMatchObject([{ body: expect.stringContaining('Expired without a decision') }]);
        expect(await findCheck(bench, pull, visual)).toMatchObject(runsAgain);
      });
    },
  );

  test('"Try again" whose run registers nothing ends as before, and can be pressed again', async () => {
    const { pull, check, runId } = await expired();
    expect(await press(bench, pull, check, 'try_again')).toBe(202);
    const again = await untilNamed(bench, pull, visual, runsAgain);
    await later(2 * 3_600_000, async () => {
      await bench.sweep(pull);
      expect(await findCheck(bench, pull, visual)).toMatchObject(runsAgain);
      bench.github.endRun(runId, 'failure');
      await bench.sweep(pull);
      const ended = { id: again.id, title: 'Expired without a decision', conclusion: 'timed_out' };
      expect(await findCheck(bench, pull, visual)).toMatchObject({ ...ended, actions: check.actions });
      expect(await press(bench, pull, again, 'try_again')).toBe(202);
      await untilNamed(bench, pull, visual, runsAgain);
      await bench.sweep(pull);
      expect(await findCheck(bench, pull, visual)).toMatchObject(runsAgain);
    });
  });

  test('"Try again" while the workflow runs already shows that it does', async () => {
    const { pull, check } = await expired('in progress');
    expect(await press(bench, pull, check, 'try_again')).toBe(202);
    await untilNamed(bench, pull, visual, runsAgain);
  });
});

test('"Re-run" of a decided check, or of all checks, creates new runs with the same result', async () => {
  const pull = await bench.newPullRequest({ settings: 'summary: true\n' });
  await bench.settle(await bench.newRegistered(pull), 'changes_requested');
  const all = async () => {
    const [own, summary] = await Promise.all([visual, 'Sightline'].map((name) => findCheck(bench, pull, name)));
    return { own, summary };
  };
  await untilNamed(bench, pull, 'Sightline', { conclusion: 'failure' });
  await bench.idle(pull);
  const first = await all();
  await bench.ask(pull, 'POST', `/check-runs/${first.own?.id}/rerequest`);
  const isFresh = (check: { id: number; conclusion: string | null } | undefined, id = 0) =>
    check?.conclusion === 'failure' && check.id > id;
  await until('a fresh run', async () => isFresh((await all()).own, first.own?.id));
  await bench.idle(pull);
  const second = await all();
  const rerequest = (appId: number) =>
    bench.github.deliver(pull.repository, 'check_suite', {
      action: 'rerequested',
      check_suite: { head_sha: pull.headSha, app: { id: appId } },
      repository: { id: pull.repositoryId, full_name: pull.repository },
    });
  // The checks of another App are its own affair.
  expect(await rerequest(Number(bench.github.app.id) + 1)).toBe(202);
  await bench.idle(pull);
  expect(await all()).toEqual(second);
  expect(await rerequest(Number(bench.github.app.id))).toBe(202);
  await until('fresh runs of both', async () => {
    const { own, summary } = await all();
    return isFresh(own, second.own?.id) && isFresh(summary, second.summary?.id);
  });
});
