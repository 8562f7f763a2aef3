import { describe, expect, test } from 'vitest';
import { findCheck, pullEvent, untilNamed } from './support/github.ts';
import { newReview, newSecret } from './support/review.ts';
import { type PullRequest, startBench, until, untilComment } from './support/start-app.ts';

const visual = 'Sightline / visual';
const bench = await startBench();

describe('an approval is carried over', () => {
  async function twoPasses(settings: string) {
    const pull = await bench.newPullRequest({ settings });
    await bench.settle(await bench.newRegistered(pull), 'approved');
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    const next = await bench.push(pull);
    const registered = await bench.newRegistered(next, { review: { pass: 2 } });
    return { pull, next, registered };
  }

  test('to the same screenshots, naming its commit, and a later rejection fails it', async () => {
    const { pull, next, registered } = await twoPasses('carry-over: true\n');
    const check = await untilNamed(bench, next, visual, { conclusion: 'success' });
    expect(check.title).toBe(`Approved before, on ${pull.headSha.slice(0, 7)}`);
    expect(check.summary).toContain(pull.headSha);
    expect(registered.answer.body.settled).toBe(check.title);
    await bench.settle(registered, 'changes_requested');
    await untilNamed(bench, next, visual, { title: 'Changes requested', conclusion: 'failure' });
    expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'success' });
    // A rejected pass does not carry its approval over either.
    const last = await bench.push(next);
    const waits = await bench.newRegistered(last, { review: { pass: 3 } });
    expect(waits.answer.body.settled).toBeNull();
    await untilNamed(bench, last, visual, { title: 'Waiting for a decision', conclusion: null });
  });

  test('not where the job wants a new decision, though later jobs may still carry it over', async () => {
    const pull = await bench.newPullRequest();
    await bench.settle(await bench.newRegistered(pull), 'approved');
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    const next = await bench.push(pull);
    const secret = newSecret();
    const review = newReview({ revision: next.headSha, pass: 2 });
    bench.service.put(secret, review);
    const register = (asked: object) => bench.registerAgain(next, { review, secret }, asked);
    expect((await register({ carry_over: false })).status).toBe(200);
    expect(await findCheck(bench, next, visual)).toMatchObject({ title: 'Waiting for a decision', conclusion: null });
    expect((await register({})).status).toBe(200);
    expect(await findCheck(bench, next, visual)).toMatchObject({ conclusion: 'success' });
  });
});

describe('a pull request', () => {
  test('returns to a decided head and keeps its decision', async () => {
    const pull = await bench.newPullRequest({ settings: 'summary: true\n' });
    await bench.settle(await bench.newRegistered(pull), 'approved');
    await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    const next = await bench.push(pull);
    await bench.newRegistered(next, { review: { screenshots: [] } });
    await untilNamed(bench, next, 'Sightline', { conclusion: null, status: 'in_progress' });
    await bench.ask(pull, 'PATCH', '/git/refs/heads/checkout', { sha: pull.headSha, force: true });
    await until('the comment to be of that head', async () => {
      const [comment] = await bench.github.comments(pull.repository, pull.number);
      return comment?.body.includes('Approved') && !comment.body.includes('older commit');
    });
    expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'success' });
    expect(await findCheck(bench, pull, 'Sightline')).toMatchObject({ conclusion: 'success' });
  });

  test('stops waiting while it is closed, and continues when it is reopened', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n  email:\nsummary: true\n' });
    const { secret } = await bench.newRegistered(pull);
    await untilNamed(bench, pull, 'Sightline / email', { status: 'queued' });
    await bench.setState(pull, 'closed');
    for (const name of [visual, 'Sightline / email', 'Sightline']) {
      await untilNamed(bench, pull, name, {
        title: `Pull request #${pull.number} was closed`,
        conclusion: 'cancelled',
      });
    }
    expect(bench.service.status(secret)).toBe('cancelled');
    await bench.setState(pull, 'open');
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision', status: 'in_progress' });
    expect(bench.service.status(secret)).toBe('open');
    await untilNamed(bench, pull, 'Sightline / email', { title: 'Waiting for the workflow' });
    await untilNamed(bench, pull, 'Sightline', { status: 'in_progress' });
  });

  test('is written nothing for an event after which all is as before', async () => {
    const pull = await bench.newPullRequest();
    await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    await bench.idle(pull);
    const seen = bench.github.calls().length;
    await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'reopened'));
    await bench.idle(pull);
    const calls = bench.github.calls().slice(seen);
    expect(calls.some(({ path }) => path.endsWith(`/pulls/${pull.number}`))).toBe(true);
    expect(calls.filter(({ method, path }) => method !== 'GET' && path.includes(pull.repository))).toEqual([]);
  });

  test('continues after its repository is renamed, even without the event', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const renamed = { ...pull, repository: 'acme/renamed' };
    bench.github.loseEvents(renamed.repository, true);
    await bench.github.changeRepository(pull.repository, { name: 'renamed' });
    await bench.settle(registered, 'approved');
    await untilNamed(bench, renamed, visual, { conclusion: 'success' });
    await untilComment(bench, renamed, 'Approved');
  });

  test('continues after its base is renamed or replaced, and a new one after its own branch is renamed', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    const registered = await bench.newRegistered(pull);
    await bench.ask(pull, 'POST', '/branches/main/rename', { new_name: 'trunk' });
    await bench.ask(pull, 'POST', '/git/refs', { ref: 'refs/heads/next', sha: pull.headSha });
    await bench.ask(pull, 'PATCH', `/pulls/${pull.number}`, { base: 'next' });
    await bench.idle(pull);
    expect(await findCheck(bench, pull, visual)).toMatchObject({ title: 'Waiting for a decision', conclusion: null });

    // GitHub closes a pull request whose branch is renamed.
    await bench.ask(pull, 'POST', '/branches/checkout/rename', { new_name: 'basket' });
    await untilNamed(bench, pull, visual, { title: `Pull request #${pull.number} was closed` });
    expect(bench.service.status(registered.secret)).toBe('cancelled');
    const successor = await bench.newPullRequest({ beside: { pull, branch: 'basket', at: pull.headSha } });
    await untilNamed(bench, successor, visual, { title: 'Waiting for the workflow' });
    const { secret } = await bench.newRegistered(successor);
    await untilComment(bench, successor, secret);
    await untilNamed(bench, successor, visual, { title: 'Waiting for a decision', conclusion: null });
  });

  test('hides its links and screenshots while its repository is public, and shows them again after', async () => {
    const pull = await bench.newPullRequest();
    const { secret } = await bench.newRegistered(pull);
    const { id } = await untilComment(bench, pull, secret);
    await bench.github.changeRepository(pull.repository, { private: false });
    const { body } = await untilComment(bench, pull, 'this repository shows none here');
    expect(body).not.toContain(secret);
    expect(body).not.toContain('<img');
    // GitHub shows the older versions of a comment.
    const comments = await bench.github.comments(pull.repository, pull.number);
    expect(comments.map((comment) => comment.id === id)).toEqual([false]);
    // GitHub keeps the last address that a check was given.
    await until('a check that leads to the pull request', async () => {
      const check = await findCheck(bench, pull, visual);
      return check?.detailsUrl?.endsWith(`/${pull.repository}/pull/${pull.number}`);
    });
    await bench.github.changeRepository(pull.repository, { private: true });
    const again = await untilComment(bench, pull, `${bench.service.url}/r/`);
    expect(again.body).not.toContain(secret);
  });

  test('leads to no review from an older commit or a closed pull request after its repository became public', async () => {
    const pull = await bench.newPullRequest();
    const older = await bench.newRegistered(pull);
    await untilComment(bench, pull, older.secret);
    const next = await bench.push(pull);
    await untilComment(bench, next, (await bench.newRegistered(next)).secret);
    const closed = await bench.newPullRequest({ beside: { pull, branch: 'other' } });
    const { secret } = await bench.newRegistered(closed);
    await untilComment(bench, closed, secret);
    await bench.setState(closed, 'closed');
    await untilNamed(bench, closed, visual, { conclusion: 'cancelled' });
    expect(await findCheck(bench, pull, visual)).toMatchObject({ detailsUrl: expect.stringContaining(older.secret) });
    await bench.idle(pull);
    await bench.github.changeRepository(pull.repository, { private: false });
    await until('the App to know it', async () => (await heldBy(pull)).every((row) => !row.private));
    await bench.idle(pull);
    for (const commit of [pull, next, closed]) {
      const check = await findCheck(bench, commit, visual);
      expect(check?.detailsUrl).toMatch(new RegExp(`/${pull.repository}/pull/\\d+$`));
    }
    const [comment, ...others] = await bench.github.comments(pull.repository, closed.number);
    expect(others).toEqual([]);
    expect(comment?.body).not.toContain(secret);
    // The logs of their jobs still have these links.
    for (const link of [older.secret, secret]) expect(bench.service.status(link)).toBeUndefined();
  });

  test('leads to none either if a job registers a review before the change is noticed, and gets new links only once', async () => {
    const pull = await bench.newPullRequest();
    const { secret } = await bench.newRegistered(pull);
    await untilComment(bench, pull, secret);
    bench.github.loseEvents(pull.repository, true);
    await bench.github.changeRepository(pull.repository, { private: false });
    await bench.newRegistered(await bench.push(pull));
    await bench.idle(pull);
    expect(bench.service.status(secret)).toBeUndefined();
    const links = () =>
      bench.sql('select secret from github_registration where repository_id = $1', [pull.repositoryId]);
    const before = await links();
    bench.github.loseEvents(pull.repository, false);
    await bench.github.changeRepository(pull.repository, { private: false });
    await bench.idle(pull);
    expect(await links()).toEqual(before);
  });

  test('keeps its links after its repository became public, where the settings show them to everybody', async () => {
    const pull = await bench.newPullRequest({ settings: 'link: direct\n' });
    const { secret } = await bench.newRegistered(pull);
    await untilComment(bench, pull, secret);
    await bench.github.changeRepository(pull.repository, { private: false });
    await until('the App to know it', async () => (await heldBy(pull)).every((row) => !row.private));
    await bench.idle(pull);
    expect(bench.service.status(secret)).toBe('open');
  });

  const heldBy = ({ repositoryId }: PullRequest) =>
    bench.sql<{ private: boolean }>('select private from github_pull_request where repository_id = $1', [repositoryId]);
});

describe('a merge group', () => {
  const settings = 'reviews:\n  visual:\nsummary: true\n';
  async function twoPulls() {
    const first = await bench.newPullRequest({ settings });
    const second = await bench.newPullRequest({ beside: { pull: first, branch: 'other' } });
    const reviews = [await bench.newRegistered(first), await bench.newRegistered(second)] as const;
    const enqueue = async ({ number }: PullRequest, after?: string, tell = true) => {
      const of = { repository: first.repository, pullRequest: number, tell };
      const { headSha } = await bench.github.enqueue(after === undefined ? of : { ...of, after });
      return { repository: first.repository, headSha };
    };
    return { first, second, reviews, enqueue };
  }

  test('passes when all its pull requests are approved at their heads', async () => {
    const { first, second, reviews, enqueue } = await twoPulls();
    for (const review of reviews) await bench.settle(review, 'approved');
    for (const pull of [first, second]) await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    const path = new RegExp(`^/repos/${first.repository}/compare/`);
    // The group is answered once GitHub is back.
    bench.github.inject({ path, status: 502 });
    const one = await enqueue(first);
    const both = await enqueue(second, one.headSha);
    for (const group of [one, both]) {
      for (const name of [visual, 'Sightline']) await untilNamed(bench, group, name, { conclusion: 'success' });
    }
    const last = await findCheck(bench, both, visual);
    expect(last?.summary).toBe(`- #${second.number}: passed at its head\n\n- #${first.number}: passed at its head`);
  });

  test('fails once changes are requested of one of its pull requests, which are still in the queue', async () => {
    const { first, second, reviews, enqueue } = await twoPulls();
    const approved = await bench.settle(reviews[0], 'approved');
    await bench.settle(reviews[1], 'approved');
    for (const pull of [first, second]) await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    const one = await enqueue(first);
    const both = await enqueue(second, one.headSha);
    await untilNamed(bench, both, 'Sightline', { conclusion: 'success' });
    await bench.settle(approved, 'changes_requested');
    for (const group of [one, both]) {
      const check = await untilNamed(bench, group, visual, { conclusion: 'failure' });
      expect(check.summary).toContain(`#${first.number}: not approved at its head`);
      await untilNamed(bench, group, 'Sightline', { conclusion: 'failure' });
    }
  });

  test('fails when one further up in the queue is not approved, or when its chain has a gap', async () => {
    const { first, second, reviews, enqueue } = await twoPulls();
    await bench.settle(reviews[1], 'approved');
    await untilNamed(bench, second, 'Sightline', { conclusion: 'success' });
    const one = await enqueue(first, undefined, false);
    const both = await enqueue(second, one.headSha);
    const check = await untilNamed(bench, both, visual, { conclusion: 'failure' });
    expect(check.summary).toContain(`#${first.number}: not approved at its head`);
    await untilNamed(bench, both, 'Sightline', { conclusion: 'failure' });
    const title = 'The group\u2019s pull requests are not known';
    await untilNamed(bench, await enqueue(second, second.headSha), visual, { title, conclusion: 'failure' });
    // GitHub no longer has the commit that the group was put on.
    const path = new RegExp(`^/repos/${first.repository}/compare/`);
    bench.github.inject({ path, status: 404, times: 1000 });
    await untilNamed(bench, await enqueue(first, second.headSha), visual, { title, conclusion: 'failure' });
  });
});
