import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, type Pull, startBench } from '../../../github/action/support/bench.ts';
import { asPerson, expectNothing, images, openDrawnPull } from '../../../github/action/support/pulls.ts';

/** When a run reviews, what it writes on the pull request, and how it waits. */
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const openPull = (options?: Parameters<Bench['openPull']>[0]) => openDrawnPull(bench, options);

/** Changes a pull request at GitHub, as somebody does after a run’s event. */
async function change(pull: Pull, to: object): Promise<void> {
  expect((await asPerson(bench, pull, 'PATCH', `/pulls/${pull.number}`, to)).status).toBe(200);
}
const inPull = (changes: object) => (payload: Record<string, unknown>) => ({
  ...payload,
  pull_request: { ...Object(payload.pull_request), ...changes },
});

describe('a run', () => {
  test('in the merge queue, or repeated after the pull request was closed, succeeds without a review', async () => {
    const pull = await openPull();
    const queued = await pull.act({ inputs: images, env: { GITHUB_EVENT_NAME: 'merge_group' } });
    expect(queued.log).toContain('::notice::A merge queue run');
    expect(queued.summary).toContain('A merge queue run');
    await change(pull, { state: 'closed' });
    const closed = await pull.act({ inputs: images, attempt: 2 });
    expect(closed.log).toContain('::notice::The pull request is closed.');
    for (const run of [queued, closed]) {
      expect(run.exitCode).toBe(0);
      expect(run.outputs).toEqual({ 'review-id': '', 'review-url': '', status: 'skipped', pass: '', reviews: '[]' });
    }
    await expectNothing(pull);
  });

  test('of an older commit reviews nothing, so that the newer pass stays in front', async () => {
    const pull = await openPull();
    const head = await pull.push();
    const late = await pull.act({ inputs: images, payload: inPull({ head: { sha: pull.headSha, repo: null } }) });
    expect(late.exitCode).toBe(0);
    expect(late.log).toContain(`has moved on from ${pull.headSha.slice(0, 7)} to ${head.slice(0, 7)}`);
    await expectNothing(pull);
  });

  test('of a draft reviews on request, or when repeated after the draft became ready', async () => {
    const pull = await openPull();
    await change(pull, { draft: true });
    const payload = inPull({ draft: true });
    const skipped = await pull.act({ inputs: images, payload });
    expect(skipped).toMatchObject({ exitCode: 0, outputs: { status: 'skipped' } });
    expect(skipped.log).toContain('The pull request is a draft. Set "drafts: true"');
    await expectNothing(pull);
    const asked = await pull.act({ inputs: { ...images, drafts: 'true', name: 'asked' }, payload });
    expect(asked.outputs.status).toBe('open');
    await change(pull, { draft: false });
    const repeated = await pull.act({ inputs: images, payload, attempt: 2 });
    expect(repeated.outputs.status).toBe('open');
  });

  test('started by hand on the pull request’s branch reviews its head', async () => {
    const pull = await openPull();
    const run = await pull.act({ inputs: images, event: 'workflow_dispatch' });
    expect(run.outputs.status).toBe('open');
    expect((await pull.review(run)).revision).toBe(pull.headSha);
    expect(await pull.comments()).toHaveLength(1);
  });
});
