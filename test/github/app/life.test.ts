import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCheck, press, pullEvent, untilNamed } from './support/github.ts';
import { decided, newReview, newSecret } from './support/review.ts';
import {
  type Bench,
  type PullRequest,
  type Registered,
  requestIdToken,
  setState,
  startBench,
  until,
} from './support/start-app.ts';

const visual = 'Sightline / visual';
const day = 86_400_000;
let later = 0;
let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ SWEEP_SECONDS: '1' }, () => new Date(Date.now() + later));
});
afterAll(() => bench.close());

async function decide(registered: Registered, outcome: 'approved' | 'changes_requested', fields = {}) {
  const review = decided(registered.review, outcome, fields);
  bench.service.put(registered.secret, review);
  expect(await bench.decide(registered, review)).toBe(202);
  return { ...registered, review };
}

async function push(pull: PullRequest, files?: Record<string, string>): Promise<PullRequest> {
  const change = files === undefined ? {} : { files };
  const { headSha } = await bench.github.push({
    repository: pull.repository,
    branch: 'checkout',
    message: 'More',
    ...change,
  });
  return { ...pull, headSha };
}

describe('listed names', () => {
  const settings = "reviews:\n  visual:\n    paths: ['src/**']\n  email:\n    paths: ['emails/**']\nsummary: true\n";

  test('get a check on every head; untouched ones pass, and the summary with the rest', async () => {
    const pull = await bench.newPullRequest({ settings, changes: { 'src/a.ts': 'a' } });
    await untilNamed(bench, pull, 'Sightline / email', { title: 'Not affected', conclusion: 'success' });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow', status: 'queued' });
    await untilNamed(bench, pull, 'Sightline', { title: '1 of 2 reviews passed', status: 'in_progress' });
    expect(await bench.github.comments(pull.repository, pull.number)).toEqual([]);
    const registered = await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
    await decide(registered, 'approved');
    await untilNamed(bench, pull, 'Sightline', { title: '2 reviews passed', conclusion: 'success' });

    const next = await push(pull, { 'emails/welcome.html': 'b' });
    await untilNamed(bench, next, 'Sightline / email', { title: 'Waiting for the workflow' });
    await untilNamed(bench, next, 'Sightline', { title: '0 of 2 reviews passed', conclusion: null });
  });

  test('are affected by a file that was moved out of their paths', async () => {
    const pull = await bench.newPullRequest({
      settings,
      changes: { 'docs/b.md': 'b' },
      files: { 'emails/a.html': 'a' },
    });
    await untilNamed(bench, pull, 'Sightline / email', { conclusion: 'success' });
    bench.github.inject({
      // From now on, and of this pull request alone: the others here, and its first head, are read again at any moment.
      path: new RegExp(`^/repos/${pull.repository}/pulls/${pull.number}/files$`),
      status: 200,
      body: [{ filename: 'docs/a.html', previous_filename: 'emails/a.html', status: 'renamed' }],
      times: 1000,
    });
    const moved = await push(pull, { 'docs/c.md': 'c' });
    await untilNamed(bench, moved, 'Sightline / email', { title: 'Waiting for the workflow' });
  });

  test('are affected by a file on the second page', async () => {
    const changes = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`a/${1000 + index}.md`, `${index}`]));
    const pull = await bench.newPullRequest({ settings, changes: { ...changes, 'src/last.ts': 'x' } });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
    await untilNamed(bench, pull, 'Sightline / email', { title: 'Not affected' });
  });

  test('wait on a draft, in words of their own', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
    await setDraft(pull, true);
    await untilNamed(bench, pull, visual, { title: 'The pull request is a draft', status: 'queued' });
    await setDraft(pull, false);
    await untilNamed(bench, pull, visual, { title: 'Waiting for the workflow' });
  });

  test('fail when the workflow has ended without them, and its button runs it again', async () => {
    const settings = 'reviews:\n  visual:\n';
    const pull = await bench.newPullRequest({ settings });
    await bench.newRegistered(pull);
    const next = await push(pull);
    await untilNamed(bench, next, visual, { title: 'Waiting for the workflow' });
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    try {
      later += 2 * 3_600_000;
      const reads = () => bench.github.calls().filter((call) => call.path === `/repos/${pull.repository}/actions/runs`);
      await until('the App to see that it still runs', async () => reads().length > 1);
      expect(await findCheck(bench, next, visual)).toMatchObject({ status: 'queued' });
      bench.github.endRun(run.runId, 'success');
      const check = await untilNamed(bench, next, visual, { title: 'The review never came', conclusion: 'failure' });
      expect(check.actions.map(({ identifier }) => identifier)).toEqual(['try_again']);
      expect(await press(bench, next, check, 'try_again')).toBe(202);
      const again = await untilNamed(bench, next, visual, { status: 'queued' });
      expect(again.id).not.toBe(check.id);
      const reruns = bench.github.calls().filter((call) => call.path.endsWith(`/actions/runs/${run.runId}/rerun`));
      expect(reruns).toHaveLength(1);
    } finally {
      later = 0;
    }
  });
});

async function setDraft(pull: PullRequest, draft: boolean): Promise<void> {
  const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
  await fetch(`${bench.github.apiUrl}/repos/${pull.repository}/pulls/${pull.number}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${run.token}` },
    body: JSON.stringify({ draft }),
  });
  const action = draft ? 'converted_to_draft' : 'ready_for_review';
  expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, action))).toBe(202);
}

describe('a check that waits', () => {
  test('for twelve days asks whether to wait on, and a button makes it wait on', async () => {
    const pull = await bench.newPullRequest({ settings: 'summary: true\n' });
    const registered = await bench.newRegistered(pull);
    const first = await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
    await untilNamed(bench, pull, 'Sightline', { status: 'in_progress' });
    try {
      later += 11.9 * day;
      await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'edited'));
      later += 0.2 * day;
      const stale = await untilNamed(bench, pull, visual, { conclusion: 'action_required' });
      expect(stale).toMatchObject({ id: first.id, title: 'Nobody came for 12 days: Waiting for a decision' });
      expect(stale.actions.map(({ label }) => label)).toEqual(['Keep waiting']);
      await untilNamed(bench, pull, 'Sightline', { conclusion: 'action_required' });
      expect(await press(bench, pull, stale, 'keep_waiting')).toBe(202);
      const fresh = await untilNamed(bench, pull, visual, { status: 'in_progress' });
      expect(fresh.id).not.toBe(first.id);
      later += 12.1 * day;
      await untilNamed(bench, pull, visual, { conclusion: 'action_required' });
      await decide(registered, 'approved');
      await untilNamed(bench, pull, visual, { conclusion: 'success' });
      await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    } finally {
      later = 0;
    }
  });
});

describe('"Try again"', () => {
  const ends = [
    ['expired', 'Nobody decided in time'],
    ['failed', 'No picture could be made'],
    ['cancelled', 'The review was withdrawn'],
    ['superseded', 'A later pass took its place'],
  ] as const;
  test.each(ends)('runs the workflow again that registered a review that is %s', async (status, title) => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const problems = [{ label: 'Home', message: 'The page answered 502.' }];
    bench.service.put(registered.secret, { ...registered.review, status, problems });
    const check = await untilNamed(bench, pull, visual, { title });
    if (status === 'failed') expect(check.summary).toContain('`The page answered 502.`');
    bench.github.endRun(registered.runId, 'success');
    const pressed = await Promise.all([1, 2, 3].map(() => press(bench, pull, check, 'try_again')));
    expect(pressed).toEqual([202, 202, 202]);
    await untilNamed(bench, pull, visual, { title: 'The workflow runs again', status: 'queued' });
    const begun = bench.github
      .calls()
      .filter((call) => call.path.endsWith(`/actions/runs/${registered.runId}/rerun`) && call.status === 201);
    expect(begun).toHaveLength(1);
    await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  });

  test('and "Re-run" do the same for a review that nobody can decide any more', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    bench.service.put(registered.secret, { ...registered.review, status: 'expired' });
    const check = await untilNamed(bench, pull, visual, { conclusion: 'timed_out' });
    bench.github.endRun(registered.runId, 'success');
    await bench.github.deliver(pull.repository, 'check_run', {
      action: 'rerequested',
      check_run: { id: check.id },
      repository: { id: pull.repositoryId, full_name: pull.repository },
    });
    await untilNamed(bench, pull, visual, { title: 'The workflow runs again' });
  });

  test('of every check at once makes fresh runs', async () => {
    const pull = await bench.newPullRequest({ settings: 'summary: true\n' });
    await decide(await bench.newRegistered(pull), 'approved');
    const before = await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    const send = (app: number) =>
      bench.github.deliver(pull.repository, 'check_suite', {
        action: 'rerequested',
        check_suite: { head_sha: pull.headSha, app: { id: app } },
        repository: { id: pull.repositoryId, full_name: pull.repository },
      });
    expect(await send(Number(bench.github.app.id))).toBe(202);
    await until('fresh runs', async () => {
      const fresh = await findCheck(bench, pull, 'Sightline');
      const own = await findCheck(bench, pull, visual);
      return (
        fresh?.conclusion === 'success' && fresh.id > before.id && own?.conclusion === 'success' && own.id > before.id
      );
    });
  });
});

describe('an approval is carried over', () => {
  const open = { approved: 'carry-over: true\n', off: 'carry-over: false\n' };
  async function twoPasses(settings: string, second: Parameters<typeof newReview>[0] = {}, first = {}) {
    const pull = await bench.newPullRequest({ settings });
    const before = await decide(await bench.newRegistered(pull), 'approved', first);
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    const next = await push(pull);
    const registered = await bench.newRegistered(next, { review: { pass: 2, ...second } });
    return { pull, before, next, registered };
  }

  test('to the same pictures, naming its commit, and a later rejection fails it', async () => {
    const { pull, next, registered } = await twoPasses(open.approved);
    const check = await untilNamed(bench, next, visual, { conclusion: 'success' });
    expect(check.title).toBe(`Approved before, on ${pull.headSha.slice(0, 7)}`);
    expect(check.summary).toContain(pull.headSha);
    await decide(registered, 'changes_requested');
    await untilNamed(bench, next, visual, { title: 'Changes requested', conclusion: 'failure' });
    expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'success' });
  });

  const shot = newReview().screenshots[0];
  const shots = (changes: object) => (shot === undefined ? [] : [{ ...shot, ...changes }]);
  const not: Array<[string, string, object, object]> = [
    ['to one other pixel', open.approved, { screenshots: shots({ sha256: 'b'.repeat(64) }) }, {}],
    ['to another label', open.approved, { screenshots: shots({ label: 'Phone' }) }, {}],
    ['to one more shot', open.approved, { screenshots: [...shots({}), ...shots({ index: 1, label: 'B' })] }, {}],
    ['to a pass of which a shot is missing', open.approved, { problems: [{ label: 'B', message: 'No.' }] }, {}],
    ['with something outstanding', open.approved, {}, { outstanding_marks: 1 }],
    ['where the repository does not want it', open.off, {}, {}],
    ['under settings that are not valid', 'carry-over: perhaps\n', {}, {}],
  ];
  test.each(not)('not %s', async (_, settings, second, first) => {
    const { next } = await twoPasses(settings, second, first);
    await untilNamed(bench, next, visual, { title: 'Waiting for a decision', conclusion: null });
  });

  test('not where the job wants its pass decided anew; a job that does not may have it all the same', async () => {
    const pull = await bench.newPullRequest();
    await decide(await bench.newRegistered(pull), 'approved');
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    const next = await push(pull);
    const secret = newSecret();
    const review = newReview({ revision: next.headSha, pass: 2 });
    bench.service.put(secret, review);
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    const register = async (asked: object) =>
      bench.register({
        id_token: await requestIdToken(run, bench.url),
        review_id: review.id,
        review_secret: secret,
        name: 'visual',
        pull_request: pull.number,
        head_sha: next.headSha,
        ...asked,
      });
    expect((await register({ carry_over: false })).status).toBe(200);
    expect(await findCheck(bench, next, visual)).toMatchObject({ title: 'Waiting for a decision', conclusion: null });
    expect((await register({})).status).toBe(200);
    expect(await findCheck(bench, next, visual)).toMatchObject({ conclusion: 'success' });
  });

  test('not from a pass that was rejected', async () => {
    const pull = await bench.newPullRequest();
    await decide(await bench.newRegistered(pull), 'changes_requested');
    await untilNamed(bench, pull, visual, { conclusion: 'failure' });
    const next = await push(pull);
    await bench.newRegistered(next);
    await untilNamed(bench, next, visual, { title: 'Waiting for a decision', conclusion: null });
  });
});

describe('who may approve', () => {
  test.each([
    ['approvers: write\n', 'may write to this repository'],
    ['approvers: team:acme/design\n', 'member of `acme/design`'],
    ['not-author: true\n', 'not the pull request\u2019s author'],
    ['approvers: [write]\n', 'can be read'],
    ['approvers: : :\n', 'can be read'],
  ])('is asked for by %j: the link alone does not pass', async (settings, words) => {
    const pull = await bench.newPullRequest({ settings });
    const registered = await bench.newRegistered(pull);
    await decide(registered, 'approved');
    const check = await untilNamed(bench, pull, visual, { title: 'Approved, but not by one who may' });
    expect(check.conclusion).toBe('failure');
    expect(check.summary).toContain(words);
  });
});

describe('a pull request', () => {
  test('that goes back to a decided head keeps its decision', async () => {
    const pull = await bench.newPullRequest({ settings: 'summary: true\n' });
    await decide(await bench.newRegistered(pull), 'approved');
    await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    const next = await push(pull);
    await bench.newRegistered(next, { review: { screenshots: [] } });
    await untilNamed(bench, next, 'Sightline', { conclusion: null, status: 'in_progress' });
    const run = await bench.github.startRun({
      repository: pull.repository,
      pullRequest: pull.number,
      event: 'workflow_dispatch',
    });
    await fetch(`${bench.github.apiUrl}/repos/${pull.repository}/git/refs/heads/checkout`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${run.token}` },
      body: JSON.stringify({ sha: pull.headSha, force: true }),
    });
    await until('the comment to be of that head', async () => {
      const [comment] = await bench.github.comments(pull.repository, pull.number);
      return comment?.body.includes('Approved') && !comment.body.includes('older commit');
    });
    expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'success' });
    expect(await findCheck(bench, pull, 'Sightline')).toMatchObject({ conclusion: 'success' });
  });

  test('that is closed asks nobody, and goes on when it is opened again', async () => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n  email:\nsummary: true\n' });
    const { secret } = await bench.newRegistered(pull);
    await untilNamed(bench, pull, 'Sightline / email', { status: 'queued' });
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await setState(bench, pull, run.token, 'closed');
    for (const name of [visual, 'Sightline / email', 'Sightline']) {
      await untilNamed(bench, pull, name, { title: 'The pull request was closed', conclusion: 'cancelled' });
    }
    expect(bench.service.status(secret)).toBe('cancelled');
    await setState(bench, pull, run.token, 'open');
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision', status: 'in_progress' });
    expect(bench.service.status(secret)).toBe('open');
    await untilNamed(bench, pull, 'Sightline / email', { title: 'Waiting for the workflow' });
    await untilNamed(bench, pull, 'Sightline', { status: 'in_progress' });
  });

  test('that is opened again does not bring back what its client had cancelled', async () => {
    const pull = await bench.newPullRequest();
    const { secret, review } = await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
    bench.service.put(secret, { ...review, status: 'cancelled' });
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await setState(bench, pull, run.token, 'closed');
    await untilNamed(bench, pull, visual, { conclusion: 'cancelled' });
    await setState(bench, pull, run.token, 'open');
    await untilNamed(bench, pull, visual, { title: 'The review was withdrawn', conclusion: 'cancelled' });
    expect(bench.service.status(secret)).toBe('cancelled');
  });

  test('goes on where its repository is renamed', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
    const name = `renamed-${Date.now()}`;
    await bench.github.changeRepository(pull.repository, { name });
    await decide(registered, 'approved');
    await untilNamed(bench, { ...pull, repository: `acme/${name}` }, visual, { conclusion: 'success' });
  });

  test('hides its links when its repository is made public', async () => {
    const pull = await bench.newPullRequest();
    const { secret } = await bench.newRegistered(pull);
    await until('a link', async () =>
      (await bench.github.comments(pull.repository, pull.number))[0]?.body.includes(secret),
    );
    await bench.github.changeRepository(pull.repository, { private: false });
    await until(
      'no link',
      async () => !(await bench.github.comments(pull.repository, pull.number))[0]?.body.includes(secret),
    );
    const [comment] = await bench.github.comments(pull.repository, pull.number);
    expect(comment?.body).not.toContain('<img');
    // GitHub keeps the last address that a check was given.
    await until('a check that leads to the pull request', async () => {
      const [check] = await bench.github.checks(pull.repository, pull.headSha);
      return check?.detailsUrl?.endsWith(`/${pull.repository}/pull/${pull.number}`);
    });
  });

  test('shows pictures on a public repository that asks for them, and none on a private one that does not', async () => {
    const open = await bench.newPullRequest({ private: false, settings: 'pictures: true\n' });
    const closed = await bench.newPullRequest({ settings: 'pictures: false\n' });
    await Promise.all([bench.newRegistered(open), bench.newRegistered(closed)]);
    const read = (pull: PullRequest) =>
      until('a comment', async () => (await bench.github.comments(pull.repository, pull.number))[0]?.body);
    expect(await read(open)).toContain('<img');
    expect(await read(closed)).not.toContain('<img');
  });

  test('is left alone while the App is suspended, and goes on afterwards', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
    const repositories = [{ id: pull.repositoryId, full_name: pull.repository }];
    await bench.github.deliver(pull.repository, 'installation_repositories', {
      action: 'removed',
      repositories_removed: repositories,
    });
    const other = await bench.newRegistered(await bench.newPullRequest());
    const sweeps = async () => {
      const before = bench.service.reads(other.secret);
      await until('two sweeps', async () => bench.service.reads(other.secret) > before + 2);
    };
    // What was under way ends.
    await sweeps();
    const approved = decided(registered.review, 'approved');
    bench.service.put(registered.secret, approved);
    await bench.decide(registered, approved);
    await sweeps();
    expect(await findCheck(bench, pull, visual)).toMatchObject({
      title: 'Waiting for a decision',
      status: 'in_progress',
    });
    await bench.github.deliver(pull.repository, 'installation_repositories', {
      action: 'added',
      repositories_added: repositories,
    });
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
  });

  test('is told of settings that are wrong, by line and field, before any review', async () => {
    const pull = await bench.newPullRequest({ settings: 'summary: true\nreviews:\n  visual:\n    path: src\n' });
    const body = await until(
      'a comment',
      async () => (await bench.github.comments(pull.repository, pull.number))[0]?.body,
    );
    expect(body).toContain('line 4, `reviews.visual.path: there is no such setting`');
    await untilNamed(bench, pull, 'Sightline', { conclusion: null });
  });
});

describe('a merge group', () => {
  const settings = 'reviews:\n  visual:\nsummary: true\n';
  async function twoPulls() {
    const first = await bench.newPullRequest({ settings });
    const second = await bench.newPullRequest({ beside: { pull: first, branch: 'other' } });
    const reviews = [await bench.newRegistered(first), await bench.newRegistered(second)] as const;
    return { first, second, reviews };
  }

  test('passes when all its pull requests are approved at their heads', async () => {
    const { first, second, reviews } = await twoPulls();
    for (const review of reviews) await decide(review, 'approved');
    for (const pull of [first, second]) await untilNamed(bench, pull, 'Sightline', { conclusion: 'success' });
    const one = await bench.github.enqueue({ repository: first.repository, pullRequest: first.number });
    const both = await bench.github.enqueue({
      repository: first.repository,
      pullRequest: second.number,
      after: one.headSha,
    });
    for (const { headSha } of [one, both]) {
      for (const name of [visual, 'Sightline']) {
        await untilNamed(bench, { repository: first.repository, headSha }, name, { conclusion: 'success' });
      }
    }
    const last = await findCheck(bench, { repository: first.repository, ...both }, visual);
    expect(last?.summary).toBe(`- #${second.number}: passed at its head\n\n- #${first.number}: passed at its head`);
  });

  test('fails by one that is not approved, further up in the queue', async () => {
    const { first, second, reviews } = await twoPulls();
    await decide(reviews[1], 'approved');
    await untilNamed(bench, second, 'Sightline', { conclusion: 'success' });
    const one = await bench.github.enqueue({ repository: first.repository, pullRequest: first.number, tell: false });
    const both = await bench.github.enqueue({
      repository: first.repository,
      pullRequest: second.number,
      after: one.headSha,
    });
    const check = await untilNamed(bench, { repository: first.repository, ...both }, visual, { conclusion: 'failure' });
    expect(check.summary).toContain(`#${first.number}: not approved at its head`);
    await untilNamed(bench, { repository: first.repository, ...both }, 'Sightline', { conclusion: 'failure' });
  });

  test('fails when its chain has a gap, as nobody knows what is in it', async () => {
    const { first, reviews } = await twoPulls();
    await decide(reviews[0], 'approved');
    const gap = await bench.github.enqueue({
      repository: first.repository,
      pullRequest: first.number,
      after: first.headSha,
    });
    await untilNamed(bench, { repository: first.repository, ...gap }, visual, {
      title: 'The group\u2019s pull requests are not known',
      conclusion: 'failure',
    });
  });
});
