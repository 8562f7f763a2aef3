import { describe, expect, test } from 'vitest';
import { saveReviewerAccess } from '../../../app/store/reviewer-access.ts';
import { connectDatabase } from '../../../server/db/client.ts';
import { findCheck, untilNamed } from './support/github.ts';
import { decided } from './support/review.ts';
import { type PullRequest, startBench, until, untilComment } from './support/start-app.ts';

// GitHub stores checks by commit, and several pull requests can have the same head commit.

const visual = 'Sightline / visual';
const bench = await startBench();

/** Opens another pull request of the same commit, from its own branch. */
const beside = (pull: PullRequest, other: { fork?: string; base?: string; by?: string } = {}) =>
  bench.newPullRequest({ beside: { pull, branch: 'same', at: pull.headSha, ...other } });

test('a fork\u2019s pull request with the same head cannot undo an approval', async () => {
  const first = await bench.newPullRequest({ settings: 'summary: true\n' });
  await bench.settle(await bench.newRegistered(first), 'approved');
  await untilNamed(bench, first, 'Sightline', { conclusion: 'success' });
  const fork = await beside(first, { fork: 'stranger' });
  const theirs = await bench.newRegistered(fork, { follows: true });
  const settled = `Passes by #${first.number}, which has the same commit`;
  expect(theirs.answer).toMatchObject({ status: 200, body: { settled, conclusion: 'success' } });
  await untilComment(bench, fork, settled);
  expect(await findCheck(bench, first, visual)).toMatchObject({ title: 'Approved', conclusion: 'success' });
  await bench.settle(theirs, 'changes_requested');
  await untilComment(bench, fork, 'Changes requested');
  expect(await findCheck(bench, first, visual)).toMatchObject({ title: 'Approved', conclusion: 'success' });
  expect(await findCheck(bench, first, 'Sightline')).toMatchObject({ conclusion: 'success' });
});

test('requested changes on another pull request of the repository fail the check until it is closed', async () => {
  const first = await bench.newPullRequest();
  await bench.settle(await bench.newRegistered(first), 'approved');
  await untilNamed(bench, first, visual, { conclusion: 'success' });
  const second = await beside(first);
  await bench.settle(await bench.newRegistered(second), 'changes_requested');
  await untilNamed(bench, first, visual, { title: 'Changes requested', conclusion: 'failure' });
  await bench.setState(second, 'closed');
  await untilNamed(bench, first, visual, { title: 'Approved', conclusion: 'success' });
});

test('authors cannot pass their own work through another person\u2019s pull request', async () => {
  const settings = 'link: sign-in\napprovers: write\nnot-author: true\n';
  const first = await bench.newPullRequest({ settings, by: 'alice' });
  const pushed = await bench.push(first, { by: 'carol' });
  // The App has no event of the first pull request.
  const second = await beside(pushed, { base: 'next', by: 'robot' });
  const registered = await bench.newRegistered(second);
  const db = connectDatabase(bench.databaseUrl);
  try {
    const key = { repositoryId: first.repositoryId, reviewId: registered.review.id };
    for (const [index, login] of ['Alice', 'carol', 'robot', 'bob'].entries()) {
      await saveReviewerAccess(db, key, {
        login,
        userId: index + 1,
        mayWrite: true,
        team: null,
        isAuthor: false,
      });
    }
  } finally {
    await db.$disconnect();
  }
  let current = registered;
  for (const [login, title] of [
    ['Alice', 'Approved, but the approval does not count'],
    ['bob', 'Approved'],
    ['carol', 'Approved, but the approval does not count'],
    ['bob', 'Approved'],
    ['robot', 'Approved, but the approval does not count'],
  ] as const) {
    const { decision } = decided(current.review, 'approved');
    const by = decision === null ? null : { ...decision, verified_login: login };
    current = await bench.settle(current, 'approved', { decision: by });
    await untilNamed(bench, pushed, visual, { title });
  }
});

test('a review is not reported as unaffected while another pull request affects it', async () => {
  const settings = "reviews:\n  visual:\n    paths: ['src/**']\nsummary: true\n";
  const first = await bench.newPullRequest({ settings, changes: { 'src/a.ts': 'a' } });
  await untilNamed(bench, first, 'Sightline', { title: '0 of 1 review passed' });
  // This one changes nothing, because its base branch already has the change.
  const second = await beside(first, { base: 'checkout' });
  await bench.newRegistered(second, { name: 'email' });
  await untilNamed(bench, first, 'Sightline', { title: '0 of 2 reviews passed' });
  await Promise.all([second, first].map(bench.idle));
  expect(await findCheck(bench, first, visual)).toMatchObject({ title: 'Waiting for the workflow' });
});

test('a pull request without a review of its own resets no summary, and ends no check when closed', async () => {
  const first = await bench.newPullRequest({ settings: 'summary: true\n' });
  await bench.settle(await bench.newRegistered(first), 'approved');
  await untilNamed(bench, first, 'Sightline', { conclusion: 'success' });
  const waiting = await bench.newRegistered(first, { name: 'email' });
  await untilNamed(bench, first, 'Sightline', { title: '1 of 2 reviews passed' });
  const second = await beside(first);
  await until('the App to have read it', async () =>
    bench.github.calls().some(({ path }) => path.endsWith(`/pulls/${second.number}`)),
  );
  await bench.idle(second);
  await untilNamed(bench, first, 'Sightline', { title: '1 of 2 reviews passed' });
  await bench.setState(second, 'closed');
  await bench.settle(waiting, 'approved');
  await untilNamed(bench, first, 'Sightline', { title: '2 reviews passed', conclusion: 'success' });
});

describe('a pull request with the head of a closed one', () => {
  async function closeAndOpen(settings: string) {
    const first = await bench.newPullRequest({ settings });
    const registered = await bench.newRegistered(first);
    await untilNamed(bench, first, visual, { title: 'Waiting for a decision' });
    await bench.setState(first, 'closed');
    const closed = await untilNamed(bench, first, visual, { conclusion: 'cancelled' });
    const second = await beside(first, { base: 'next' });
    await until('the App to have read it', async () =>
      bench.github.calls().some(({ path }) => path.endsWith(`/pulls/${second.number}`)),
    );
    await bench.idle(second);
    return { closed, second, registered };
  }

  test('waits for a review of its own where its name is listed', async () => {
    const { second } = await closeAndOpen('reviews:\n  visual:\nsummary: true\n');
    const waits = { title: 'Waiting for the workflow', conclusion: null };
    expect(await findCheck(bench, second, visual)).toMatchObject(waits);
    expect(await findCheck(bench, second, 'Sightline')).toMatchObject({ title: '0 of 1 review passed' });
    await bench.sweep(second);
    expect(await findCheck(bench, second, visual)).toMatchObject(waits);
    await bench.settle(await bench.newRegistered(second), 'approved');
    await untilNamed(bench, second, 'Sightline', { title: '1 review passed', conclusion: 'success' });
  });

  test('waits for one too where the other one moved on', async () => {
    const first = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await bench.newRegistered(first);
    const second = await beside(first);
    await untilNamed(bench, second, visual, { title: 'Waiting for a decision' });
    await until('the App to have read it', async () =>
      bench.github.calls().some(({ path }) => path.endsWith(`/pulls/${second.number}`)),
    );
    await bench.idle(second);
    await bench.push(first);
    await untilNamed(bench, second, visual, { title: 'Waiting for the workflow', conclusion: null });
  });

  test('says which one was closed where no name is listed', async () => {
    const { closed, second } = await closeAndOpen('carry-over: true\n');
    const [title, number] = /^Pull request #(\d+) was closed$/.exec(closed.title) ?? [];
    expect([title, number]).toEqual([closed.title, String(second.number - 1)]);
    expect(closed.summary).toBe('If that pull request is reopened, the review continues.');
    expect(await findCheck(bench, second, visual)).toEqual(closed);
  });
});
