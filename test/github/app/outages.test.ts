import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCheck, pullEvent, untilNamed } from './support/github.ts';
import { decided } from './support/review.ts';
import { type Bench, type PullRequest, setState, startBench, until } from './support/start-app.ts';

const visual = 'Sightline / visual';
let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ SWEEP_SECONDS: '600' });
});
afterAll(() => bench.close());

/** A registered review that GitHub shows as waiting, with nothing left to do. */
async function waiting(settings?: string) {
  const pull = await bench.newPullRequest(settings === undefined ? {} : { settings });
  const registered = await bench.newRegistered(pull);
  await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  await until('the comment', async () => (await bench.github.comments(pull.repository, pull.number)).length === 1);
  return { pull, registered };
}

async function approve({ registered }: Awaited<ReturnType<typeof waiting>>) {
  const approved = decided(registered.review, 'approved');
  bench.service.put(registered.secret, approved);
  expect(await bench.decide(registered, approved)).toBe(202);
}

async function expectOneOfEach(pull: PullRequest) {
  const checks = await bench.github.checks(pull.repository, pull.headSha);
  expect(checks.filter((check) => check.name === visual)).toHaveLength(1);
  expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
}

const checkRuns = (pull: PullRequest) => new RegExp(`^/repos/${pull.repository}/check-runs`);
const comments = (pull: PullRequest) => new RegExp(`^/repos/${pull.repository}/issues/`);
const anything = (pull: PullRequest) => new RegExp(`^/repos/${pull.repository}/`);

describe('a decision ends in the right state, told once, though GitHub', () => {
  const faults: Array<[string, (pull: PullRequest) => Parameters<Bench['github']['inject']>[0]]> = [
    ['answers 500', (pull) => ({ path: checkRuns(pull), status: 500, times: 2 })],
    ['answers 502 to everything', (pull) => ({ path: anything(pull), status: 502, times: 3 })],
    ['answers 503 to the comment', (pull) => ({ path: comments(pull), method: 'PATCH', status: 503 })],
    ['breaks the connection', (pull) => ({ path: checkRuns(pull), status: 0, kind: 'cut', times: 2 })],
    ['loses its answer', (pull) => ({ path: checkRuns(pull), status: 0, kind: 'lost' })],
    ['refuses with 403 for a while', (pull) => ({ path: checkRuns(pull), status: 403, message: 'No.', times: 2 })],
    ['says 404 for a moment', (pull) => ({ path: checkRuns(pull), status: 404, message: 'Not Found' })],
  ];
  test.each(faults)('%s', async (name, fault) => {
    const bound = await waiting();
    bench.github.inject(fault(bound.pull));
    await approve(bound);
    await untilNamed(bench, bound.pull, visual, { conclusion: 'success' });
    await until('the comment to say so', async () =>
      (await bench.github.comments(bound.pull.repository, bound.pull.number))[0]?.body.includes('Approved'),
    );
    // A run that GitHub says it does not have is made anew.
    if (!name.includes('404')) await expectOneOfEach(bound.pull);
  });
});

describe('what is made', () => {
  test.each([
    ['check', (pull: PullRequest) => ({ method: 'POST', path: checkRuns(pull) })],
    ['comment', (pull: PullRequest) => ({ method: 'POST', path: comments(pull) })],
  ] as const)('is made once though GitHub loses its answer: a %s', async (_, target) => {
    const pull = await bench.newPullRequest();
    bench.github.inject({ ...target(pull), status: 0, kind: 'lost' });
    const registered = await bench.newRegistered(pull);
    expect(registered.answer.status).toBe(200);
    await approve({ pull, registered });
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    await until('the comment to say so', async () =>
      (await bench.github.comments(pull.repository, pull.number))[0]?.body.includes('Approved'),
    );
    await expectOneOfEach(pull);
  });
});

describe('a limit of GitHub\u2019s', () => {
  const limits: Array<[string, Record<string, string>, string]> = [
    ['secondary, with Retry-After', { 'retry-after': '3' }, 'You have exceeded a secondary rate limit.'],
    [
      'primary, until it ends',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3) },
      'API rate limit exceeded.',
    ],
  ];
  test.each(limits)(
    '%s, is waited for: nothing is asked in between, and the decision comes',
    async (name, headers, message) => {
      const bound = await waiting();
      const seconds = 3;
      if (name.startsWith('primary')) headers['x-ratelimit-reset'] = String(Math.ceil(Date.now() / 1000) + seconds);
      bench.github.inject({ path: checkRuns(bound.pull), status: 403, message, headers });
      await approve(bound);
      const refused = await until('the refusal', async () =>
        bench.github.calls().find((call) => call.status === 403 && checkRuns(bound.pull).test(call.path)),
      );
      await untilNamed(bench, bound.pull, visual, { conclusion: 'success' });
      const after = bench.github
        .calls()
        .filter((call) => call.at > refused.at && call.method !== 'GET' && anything(bound.pull).test(call.path));
      const first = after[0]?.at ?? 0;
      console.log(`${name}: asked again after ${((first - refused.at) / 1000).toFixed(1)} s`);
      // GitHub gives the end of a limit in whole seconds.
      const reset = headers['x-ratelimit-reset'];
      const end = reset === undefined ? refused.at + seconds * 1000 : Number(reset) * 1000;
      expect(first).toBeGreaterThanOrEqual(end - 1000);
      await expectOneOfEach(bound.pull);
    },
  );
});

describe('events', () => {
  test('that come ten times and in any order end in what is so', async () => {
    const settings = 'reviews:\n  visual:\nsummary: true\n';
    const pull = await bench.newPullRequest({ settings });
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await setState(bench, pull, run.token, 'closed');
    await setState(bench, pull, run.token, 'open');
    const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    const actions = ['opened', 'synchronize', 'closed', 'reopened', 'synchronize', 'edited', 'closed', 'opened'];
    const answers = await Promise.all(
      actions.flatMap((action) =>
        Array.from({ length: 10 }, () =>
          bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, action)),
        ),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([202]));
    const live = { ...pull, headSha };
    await untilNamed(bench, live, visual, { title: 'Waiting for the workflow', status: 'queued' });
    await untilNamed(bench, live, 'Sightline', { title: '0 of 1 review passed', status: 'in_progress' });
    const checks = await bench.github.checks(pull.repository, headSha);
    expect(checks.map(({ name }) => name).sort()).toEqual(['Sightline', visual]);
    console.log(`${answers.length} doubled and swapped events: ${checks.length} checks on the live head`);
  });

  test('of a head that has moved meanwhile give the live one its checks', async () => {
    const settings = 'reviews:\n  visual:\n';
    const pull = await bench.newPullRequest({ settings });
    await untilNamed(bench, pull, visual, { status: 'queued' });
    bench.github.setOutage(true);
    expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'synchronize'))).toBe(202);
    bench.github.setOutage(false);
    const heads: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
      heads.push(headSha);
    }
    const headSha = heads.at(-1) ?? '';
    await untilNamed(bench, { ...pull, headSha }, visual, { title: 'Waiting for the workflow' });
  });

  test('of a late decision touch the check of its own commit only', async () => {
    const { pull, registered } = await waiting('reviews:\n  visual:\n');
    const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    const next = { ...pull, headSha };
    const untouched = await untilNamed(bench, next, visual, { title: 'Waiting for the workflow' });
    await approve({ pull, registered });
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    expect(await findCheck(bench, next, visual)).toEqual(untouched);
  });
});
