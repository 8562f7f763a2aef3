import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import type { ActionRun } from '../../support/action.ts';
import { decide } from '../../support/factories.ts';
import { gitHubEnvironment } from '../../support/local-github/environment.ts';
import { type ActOptions, type Pull, startBench } from '../action/support/bench.ts';

/** One process is service, worker and App; the Action is the built one, and its jobs sign in without a token. */
const bench = await startBench((github) => ({ ...gitHubEnvironment(github), LOG_LEVEL: 'error' }));

const images = { images: 'shots/*.png', token: '' };

async function openPull(beside?: Pull): Promise<Pull> {
  const pull = await bench.openPull(beside === undefined ? {} : { beside });
  if (beside === undefined) await bench.github.installApp(pull.repository, `${bench.service.url}/api/github/webhooks`);
  return pull;
}

const pushToMain = { event: 'push', branch: 'main' } as const;

/** Runs the step with these screenshots, for the pull request unless `more` names another event. */
async function act(pull: Pull, colours: Record<string, string>, more: ActOptions = {}): Promise<ActionRun> {
  for (const [name, colour] of Object.entries(colours)) await pull.draw(`shots/${name}.png`, colour);
  const run = await pull.act({ ...more, inputs: { ...images, ...more.inputs } });
  expect(run.log).not.toContain('::error::');
  return run;
}

const checkOf = async (pull: Pull) => (await bench.github.checks(pull.repository, pull.headSha))[0];
const commentOn = async (pull: Pull) => (await pull.comments())[0]?.body;

/** Returns a client that holds the link of what a run opened. */
const linkOf = ({ outputs }: ActionRun) =>
  createClient({ baseUrl: bench.service.url, link: (outputs['review-url'] ?? '').split('/r/')[1] ?? '' });

/** Approves what a run opened, on the review page. */
async function approve(run: ActionRun): Promise<void> {
  const { review } = await linkOf(run).call('read_review', {});
  await decide(review, 'approved');
}

test('a pull request that changes nothing passes by itself and at once, and an approved change needs no second approval', async () => {
  const pull = await openPull();
  const recorded = await act(pull, { home: 'red', cart: 'green' }, pushToMain);
  expect(recorded.outputs).toMatchObject({ status: 'recorded', 'review-id': '' });
  expect(recorded.outputs['baseline-id']).toMatch(/^\w{26}$/);
  expect(recorded.summary).toMatch(/Recorded the baseline of `main` at `\w{7}`: 2 screenshots\./);
  expect(await pull.comments()).toEqual([]);

  // A job that waits for the decision ends, although nobody makes one.
  const same = await act(pull, {}, { inputs: { wait: '60' } });
  expect(same.exitCode).toBe(0);
  expect(same.outputs).toMatchObject({ status: 'open', changed: 'false', changes: '0' });
  const unchanged = expect.stringMatching(/^No visible changes since \w{7}$/);
  await expect.poll(() => checkOf(pull)).toMatchObject({ conclusion: 'success', title: unchanged });
  await expect.poll(() => commentOn(pull)).toContain('No visible changes since');

  pull.headSha = await pull.push();
  const changed = await act(pull, { cart: 'blue' });
  expect(changed.outputs).toMatchObject({ changed: 'true', changes: '1' });
  const asks = {
    conclusion: null,
    title: expect.stringMatching(/: 1 change since \w{7}, 1 screenshot looks the same$/),
  };
  await expect.poll(() => checkOf(pull)).toMatchObject(asks);
  expect((await checkOf(pull))?.summary).toContain('- `shots/cart`: changed');
  await approve(changed);
  await expect.poll(async () => (await checkOf(pull))?.conclusion).toBe('success');

  const sibling = await openPull(pull);
  const again = await act(sibling, { home: 'red', cart: 'blue' });
  expect(again.outputs).toMatchObject({ status: 'open', changed: 'true', changes: '0' });
  const covered = { conclusion: 'success', title: `1 change, approved in #${pull.number}` };
  await expect.poll(() => checkOf(sibling)).toMatchObject(covered);
});

test('with `baseline: never`, a push records nothing, and nothing is compared', async () => {
  const pull = await openPull();
  await act(pull, { home: 'red' }, pushToMain);
  const inputs = { baseline: 'never' };
  const pushed = await act(pull, {}, { ...pushToMain, inputs });
  expect(pushed.outputs).toMatchObject({ status: 'skipped', 'baseline-id': '' });
  const run = await act(pull, {}, { inputs });
  expect(run.outputs).toMatchObject({ status: 'open', changed: '', changes: '' });
});
