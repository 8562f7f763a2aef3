import { afterAll, describe, expect, test } from 'vitest';
import type { Pull } from '../../../github/action/support/bench.ts';
import type { Fault } from '../../../support/local-github/types.ts';
import { answersTo, checksOf, decide, expectState, FaultTable, images, startStack } from './support/stack.ts';

/** Each fault affects a whole journey: the built Action opens a pass, a person decides, the App updates GitHub. */
const table = new FaultTable();
const stack = await startStack();
afterAll(() => {
  console.log(`${table.rows.length} faults, each in the right state at the end\n${table}`);
});

const steps = {
  registration: { method: 'GET', path: (pull: Pull) => new RegExp(`^/repos/${pull.repository}/actions/runs/\\d+$`) },
  'making the check': { method: 'POST', path: (pull: Pull) => new RegExp(`^/repos/${pull.repository}/check-runs$`) },
  'making the comment': {
    method: 'POST',
    path: (pull: Pull) => new RegExp(`^/repos/${pull.repository}/issues/\\d+/comments$`),
  },
  'the decision’s check': {
    method: 'PATCH',
    path: (pull: Pull) => new RegExp(`^/repos/${pull.repository}/check-runs/\\d+$`),
  },
  'the decision’s comment': {
    method: 'PATCH',
    path: (pull: Pull) => new RegExp(`^/repos/${pull.repository}/issues/comments/\\d+$`),
  },
} as const;
type Step = keyof typeof steps;
const before: Step[] = ['registration', 'making the check', 'making the comment'];
const after: Step[] = ['the decision’s check', 'the decision’s comment'];

type Kind = Omit<Fault, 'path' | 'method'>;
const limited = 'You have exceeded a secondary rate limit.';
const kinds: Array<[string, () => Kind, Step[]]> = [
  ['500, twice', () => ({ status: 500, times: 2 }), [...before, ...after]],
  ['502', () => ({ status: 502 }), [...before, ...after]],
  ['connection broken', () => ({ status: 0, kind: 'cut' }), [...before, ...after]],
  ['answer lost', () => ({ status: 0, kind: 'lost' }), [...before, ...after]],
  ['no answer', () => ({ status: 0, kind: 'silent' }), ['the decision’s check']],
  ['403, no more said', () => ({ status: 403, message: 'Forbidden' }), [...before, ...after]],
  [
    '403, secondary limit, Retry-After',
    () => ({ status: 403, message: limited, headers: { 'retry-after': '1' } }),
    [...before, ...after],
  ],
  [
    '403, primary limit, its end named',
    () => ({
      status: 403,
      message: 'API rate limit exceeded.',
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 2) },
    }),
    ['making the check', ...after],
  ],
  ['429, Retry-After', () => ({ status: 429, headers: { 'retry-after': '1' } }), [...before, ...after]],
];

describe.concurrent('GitHub', () => {
  test.each(kinds)('%s: the check and the comment are still written once each', async (name, kind, where) => {
    const { github } = stack;
    const pull = await stack.newPull();
    const strike = (at: readonly Step[]) => {
      for (const step of where.filter((candidate) => at.includes(candidate))) {
        github.inject({ ...kind(), method: steps[step].method, path: steps[step].path(pull) });
      }
    };
    strike(before);
    const run = await pull.act({ inputs: images });
    expect(run.log).not.toContain('::error::');
    expect(run.exitCode).toBe(0);
    const link = run.outputs['review-url'] ?? '';
    await expectState(github, pull, { check: null, comment: 'Waiting for a decision' });
    strike(after);
    await decide(stack, link, 'approved');
    const state = await expectState(github, pull, { check: 'success', comment: 'Approved' });
    for (const step of where) {
      const came = answersTo(github, steps[step].method, steps[step].path(pull));
      // A silent connection has not ended yet.
      if (name !== 'no answer') expect(came).toMatch(/\b(?:4\d\d|5\d\d|broken)\b/);
      table.add(name, step, name === 'no answer' ? `nothing for 15 s, then ${came}` : came, state);
    }
  });

  test('unreachable while a job registers: the job reports it, and a decision counts once it registers', async () => {
    const { github } = stack;
    const pull = await stack.newPull();
    github.inject({ method: 'GET', path: steps.registration.path(pull), status: 503, times: 4 });
    const run = await pull.act({ inputs: images });
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain('did not take the review: It cannot be reached right now');
    expect(await checksOf(github, pull)).toEqual([]);
    // Whether the link may be shown is not known without the App's answer.
    expect(run.outputs['review-url']).toBe('');
    await decide(stack, (await pull.review(run)).review_url, 'approved');
    const again = await pull.act({ inputs: images, attempt: 2 });
    expect(again.exitCode).toBe(0);
    expect(again.outputs['review-id']).toBe(run.outputs['review-id']);
    const state = await expectState(github, pull, { check: 'success', comment: 'Approved' });
    table.add('outage, decided before registered', 'registration', 'job red, run again: 200', state);
  });
});

describe.concurrent('events', () => {
  const event = (pull: Pull, action: string) => ({
    action,
    number: pull.number,
    pull_request: { number: pull.number },
    repository: { id: pull.repositoryId, full_name: pull.repository },
  });

  test('that arrive twice and out of order, closed before opened, change nothing', async () => {
    const { github } = stack;
    const pull = await stack.newPull({ settings: 'reviews:\n  visual:\n' });
    const deliver = (action: string) => github.deliver(pull.repository, 'pull_request', event(pull, action));
    const statuses = await Promise.all(['closed', 'opened', 'opened', 'synchronize', 'closed'].map(deliver));
    const run = await pull.act({ inputs: images });
    expect(run.exitCode).toBe(0);
    statuses.push(...(await Promise.all(['synchronize', 'opened', 'closed'].map(deliver))));
    expect(new Set(statuses)).toEqual(new Set([202]));
    await decide(stack, run.outputs['review-url'] ?? '', 'changes_requested');
    statuses.push(await deliver('opened'), await deliver('opened'));
    const state = await expectState(github, pull, { check: 'failure', comment: 'Changes requested' });
    table.add('webhooks doubled and swapped', 'from opening to decision', `${statuses.length} × 202`, state);
  });

  test('that are all lost delay nothing that a job registers', async () => {
    const { github } = stack;
    const pull = await stack.newPull();
    github.loseEvents(pull.repository, true);
    const sha = await pull.push();
    const run = await pull.act({ inputs: images });
    expect(run.exitCode).toBe(0);
    await decide(stack, run.outputs['review-url'] ?? '', 'approved');
    const state = await expectState(github, pull, { check: 'success', comment: 'Approved', sha });
    table.add('webhooks lost', 'all of them', 'none', state);
  });
});
