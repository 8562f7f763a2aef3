import { describe, expect, test } from 'vitest';
import { type Bench, type Pull, startBench } from './support/bench.ts';
import { asPerson, expectNothing, images, openDrawnPull } from './support/pulls.ts';

/** When a run makes a review, what it writes on the pull request, and how it waits. */
const bench = await startBench();

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
      expect(run.outputs).toEqual({
        ...{ 'review-id': '', 'review-url': '', 'baseline-id': '', status: 'skipped', pass: '' },
        ...{ changed: '', changes: '', reviews: '[]' },
      });
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
});

describe('the comment', () => {
  test('has a row for each named review, also when they run at the same time', async () => {
    const pull = await openPull();
    const names = ['Checkout', 'Landing | page'];
    const runs = await Promise.all(names.map((name) => pull.act({ inputs: { ...images, name } })));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const [only, ...others] = await pull.comments();
    expect(others).toEqual([]);
    for (const run of runs) expect(only?.body).toContain(`](${run.outputs['review-url']})`);
  });

  test('is not written in a public repository unless `link` allows it, and nothing else is made either', async () => {
    const pull = await openPull({ private: false });
    const silent = await pull.act({ inputs: images });
    expect(silent).toMatchObject({ exitCode: 0, outputs: { status: 'skipped' } });
    expect(silent.log).toMatch(/::warning::This repository is public, .* set "link: direct"/);
    expect(silent.summary).toContain('set "link: direct"');
    await expectNothing(pull);
  });

  test('is removed with its link when a run is repeated after the repository became public', async () => {
    const pull = await openPull();
    const first = await pull.act({ inputs: images });
    const secret = first.outputs['review-url']?.split('/').at(-1) ?? '';
    expect((await pull.comments())[0]?.body).toContain(secret);
    await bench.github.changeRepository(pull.repository, { private: false });
    // A repeated run has the event of its first one.
    const asPrivate = (payload: Record<string, unknown>) => ({
      ...payload,
      repository: { ...Object(payload.repository), private: true },
    });
    const again = await pull.act({ inputs: images, attempt: 2, payload: asPrivate });
    expect(again).toMatchObject({ exitCode: 0, outputs: { status: 'skipped', 'review-url': '' } });
    expect([again.rawLog, again.summary].join('\n')).not.toContain(secret);
    expect(await pull.comments()).toEqual([]);
  });

  test('is replaced with its images after the repository became public, although everybody may have its link', async () => {
    const pull = await openPull();
    await pull.act({ inputs: images });
    const [before] = await pull.comments();
    expect(before?.body).toContain('<img');
    await bench.github.changeRepository(pull.repository, { private: false });
    const asked = await pull.act({ inputs: { ...images, link: 'direct' }, attempt: 2 });
    const [after, ...others] = await pull.comments();
    // GitHub shows the older versions of a comment.
    expect([after?.id === before?.id, others]).toEqual([false, []]);
    expect(after?.body).toContain(asked.outputs['review-url']);
    expect(after?.body).not.toContain('<img');
  });
});

test('a run of the event withdraws the review of a closed pull request, and restores it when that is reopened', async () => {
  const pull = await openPull();
  const first = await pull.act({ inputs: images });
  const of = (action: string) => pull.act({ inputs: images, payload: (payload) => ({ ...payload, action }) });
  await change(pull, { state: 'closed' });
  const closed = await of('closed');
  expect(closed).toMatchObject({ exitCode: 0, outputs: { status: 'cancelled' } });
  expect(closed.log).toContain('::notice::The pull request is closed.');
  expect((await pull.comments()).map(({ body }) => body)).toEqual([
    expect.stringMatching(/\*\*No review waits for a decision\.\*\*.+The review was withdrawn/s),
  ]);
  await change(pull, { state: 'open' });
  const { 'review-id': id = '' } = first.outputs;
  expect(await of('reopened')).toMatchObject({ exitCode: 0, outputs: { 'review-id': id, status: 'open', pass: '1' } });
  expect((await pull.comments())[0]?.body).toContain('1 review waits for a decision.');
});

describe('a job that waits', () => {
  /** Acts on the review as soon as the log says that the job waits. */
  async function actAndThen(pull: Pull, then: (reviewUrl: string) => Promise<unknown>) {
    const { promise: url, resolve } = Promise.withResolvers<string>();
    const run = pull.act({
      inputs: { ...images, wait: '60' },
      onLine: (line) => {
        const found = /^Review: (\S+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      },
    });
    await then(await Promise.race([url, run.then(() => 'it ended without waiting')]));
    return run;
  }

  test('succeeds after an approval, and the comment says so', async () => {
    const pull = await openPull();
    const run = await actAndThen(pull, (url) =>
      bench.service.byLink(url).call('decide', { outcome: 'approved', after_decision: 0 }),
    );
    expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'approved' } });
    expect((await pull.comments()).map(({ body }) => body)).toEqual([expect.stringContaining('✓ Approved')]);
  });

  test('ends when its pull request is closed, and asks for nothing', async () => {
    const pull = await openPull({ shortPauses: true });
    const run = await actAndThen(pull, () => change(pull, { state: 'closed' }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { status: 'cancelled' } });
    expect((await pull.comments())[0]?.body).toContain('**No review waits for a decision.**');
    const sentence = 'The pull request is closed, so this job no longer waits for a decision.';
    expect(run.log).toContain(`::notice::${sentence}`);
    expect(run.summary).toContain(`## Visual review\n\n${sentence}\n\n|`);
  });

  test('fails without a decision in time, and succeeds when it runs again after an approval', async () => {
    const pull = await openPull();
    const inputs = { ...images, wait: '0.001' };
    const first = await pull.act({ inputs });
    expect(first.exitCode).toBe(1);
    expect(first.log).toContain('No decision in 0.001 minutes');
    const link = bench.service.byLink(first.outputs['review-url'] ?? '');
    await link.call('decide', { outcome: 'approved', after_decision: 0 });
    const again = await pull.act({ inputs, attempt: 2 });
    expect(again.exitCode).toBe(0);
    expect(again.outputs['review-id']).toBe(first.outputs['review-id']);
    // The approval also holds for the same images on the next commit.
    await pull.push();
    const next = await pull.act({ inputs });
    expect(next.exitCode, next.log).toBe(0);
    expect(next.outputs).toMatchObject({ status: 'open', pass: '2' });
    for (const text of [next.summary, (await pull.comments())[0]?.body]) {
      expect(text).toContain('✓ Approved before: the same screenshots');
    }
  });
});
