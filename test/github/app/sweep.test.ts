import { describe, expect, test } from 'vitest';
import { findCheck, untilNamed } from './support/github.ts';
import { openNextPass } from './support/next-pass.ts';
import { decided, newSecret } from './support/review.ts';
import { startBench, untilCheck, untilComment } from './support/start-app.ts';

// Nothing reported these: a pass that an agent opened, a lost webhook of the service, a lost event of GitHub.
const visual = 'Sightline / visual';
const settings = 'reviews:\n  visual:\n';
const bench = await startBench();

async function waiting() {
  const pull = await bench.newPullRequest();
  const registered = await bench.newRegistered(pull);
  await untilComment(bench, pull, 'Waiting for a decision');
  await bench.idle(pull);
  return { pull, registered };
}

describe('a pass that an agent opened', () => {
  test('for the pull request’s head gets a check with the same name as before', async () => {
    const pull = await bench.newPullRequest();
    const parent = await bench.newRegistered(pull, { name: 'shop' });
    const fixed = await bench.push(pull);
    const child = openNextPass(bench, parent, { revision: fixed.headSha });
    await bench.sweep(pull);
    const check = await untilCheck(bench, fixed, 'Waiting for a decision');
    expect(check.name).toBe('Sightline / shop');
    expect((await untilComment(bench, pull, 'pass 2')).body).toContain(child.secret);
    await bench.settle(child, 'approved');
    expect(await untilCheck(bench, fixed, 'Approved')).toMatchObject({ conclusion: 'success' });
    expect(await untilCheck(bench, pull, 'Replaced by a later pass')).toMatchObject({ conclusion: 'cancelled' });
  });

  test('for the same head takes over its check, and its parent no longer changes it', async () => {
    const { pull, registered: parent } = await waiting();
    const child = openNextPass(bench, parent, { revision: pull.headSha });
    await bench.sweep(pull);
    await untilComment(bench, pull, 'pass 2');
    await bench.settle(child, 'approved');
    await untilCheck(bench, pull, 'Approved');
    await bench.decide(parent, { ...parent.review, status: 'superseded' });
    await bench.idle(pull);
    expect(await findCheck(bench, pull, visual)).toMatchObject({ title: 'Approved', conclusion: 'success' });
  });

  test('is ignored when it shows another commit', async () => {
    const { pull, registered: parent } = await waiting();
    const fixed = await bench.push(pull);
    const child = openNextPass(bench, parent, { revision: 'e'.repeat(40), status: 'approved' });
    await bench.sweep(pull);
    await untilCheck(bench, pull, 'Replaced by a later pass');
    await bench.idle(pull);
    expect(bench.service.reads(child.secret)).toBeGreaterThan(0);
    expect(await bench.decide(child, decided(child.review, 'approved'), { secret: newSecret() })).toBe(202);
    await bench.idle(pull);
    expect(await bench.github.checks(pull.repository, fixed.headSha)).toEqual([]);
  });
});

describe('after a lost webhook of the service', () => {
  test('a decision, a changed decision and a deletion are found', async () => {
    const { pull, registered } = await waiting();
    const approved = decided(registered.review, 'approved');
    for (const [review, title, conclusion] of [
      [approved, 'Approved', 'success'],
      [decided(approved, 'changes_requested'), 'Changes requested', 'failure'],
      [undefined, 'The review was deleted', 'cancelled'],
    ] as const) {
      bench.service.put(registered.secret, review);
      await bench.sweep(pull);
      expect(await untilCheck(bench, pull, title)).toMatchObject({ conclusion });
    }
  });

  test('a closed pull request is left alone until it is reopened', async () => {
    const { pull, registered } = await waiting();
    await bench.setState(pull, 'closed');
    await untilCheck(bench, pull, `Pull request #${pull.number} was closed`);
    await bench.idle(pull);
    bench.service.put(registered.secret, decided(registered.review, 'approved'));
    await bench.sweep(pull);
    expect(await untilCheck(bench, pull, `Pull request #${pull.number} was closed`)).toMatchObject({
      conclusion: 'cancelled',
    });
    await bench.setState(pull, 'open');
    await untilCheck(bench, pull, 'Approved');
  });
});

describe('after a lost event of GitHub', () => {
  const lists = (repository: string) =>
    bench.github.calls().filter((call) => call.method === 'GET' && call.path === `/repos/${repository}/pulls`);

  test('a new head and a new pull request get the listed checks, also after an outage of GitHub', async () => {
    const pull = await bench.newPullRequest({ settings });
    await untilNamed(bench, pull, visual, { status: 'queued' });
    bench.github.loseEvents(pull.repository, true);
    const moved = await bench.push(pull);
    const beside = await bench.newPullRequest({ beside: { pull, branch: 'another' } });
    const path = new RegExp(`^/repos/${pull.repository}/pulls$`);
    bench.github.inject({ method: 'GET', path, status: 502 });
    await bench.sweep(pull);
    expect(await bench.github.checks(pull.repository, moved.headSha)).toEqual([]);
    await bench.sweep(pull);
    for (const head of [moved, beside]) {
      await untilNamed(bench, head, visual, { title: 'Waiting for the workflow', status: 'queued' });
      expect(await bench.github.checks(pull.repository, head.headSha)).toHaveLength(1);
    }
  });

  test('a sweep without changes costs one conditional request', async () => {
    const pull = await bench.newPullRequest({ settings });
    await untilNamed(bench, pull, visual, { status: 'queued' });
    await bench.idle(pull);
    await bench.sweep(pull);
    const before = bench.github.calls().length;
    await bench.sweep(pull);
    await bench.sweep(pull);
    const calls = bench.github
      .calls()
      .slice(before)
      .filter(({ path }) => path.startsWith(`/repos/${pull.repository}/`));
    const unchanged = `GET /repos/${pull.repository}/pulls 304`;
    expect(calls.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([unchanged, unchanged]);
  });

  test('a repository that lists no checks gets none', async () => {
    const { pull } = await waiting();
    bench.github.loseEvents(pull.repository, true);
    const moved = await bench.push(pull);
    const before = lists(pull.repository).length;
    await bench.sweep(pull);
    expect(lists(pull.repository).length).toBeGreaterThan(before);
    expect(await bench.github.checks(pull.repository, moved.headSha)).toEqual([]);
  });

  test('a pull request that was closed no longer waits, nor shows its link after its repository became public', async () => {
    const { pull, registered } = await waiting();
    bench.github.loseEvents(pull.repository, true);
    await bench.setState(pull, 'closed');
    await bench.sweep(pull);
    await untilNamed(bench, pull, visual, { conclusion: 'cancelled' });
    await untilComment(bench, pull, registered.secret);
    await bench.github.changeRepository(pull.repository, { private: false });
    await bench.sweep(pull);
    const comment = await untilComment(bench, pull, 'this repository shows none here');
    expect(comment.body).not.toContain(registered.secret);
    // The logs of its jobs still have the link.
    expect(bench.service.status(registered.secret)).toBeUndefined();
  });
});
