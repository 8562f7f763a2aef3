import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../../../server/contract/client.ts';
import { type Pull, startBench } from '../../../github/action/support/bench.ts';
import type { ActionRun } from '../../../support/action.ts';
import { decide } from '../../../support/factories.ts';
import { gitHubEnvironment } from '../../../support/local-github/environment.ts';

// Whether a person is asked again about a change of the cart that was approved in one pull request.

const table: Record<string, { expected: string; found: string; check: string }> = {};

const bench = await startBench((github) => ({ ...gitHubEnvironment(github), LOG_LEVEL: 'error', SWEEP_SECONDS: '1' }));
afterAll(() => console.table(table));

/** Runs the step with a cart of this colour: for the pull request, or for a push to main. */
async function act(pull: Pull, colour: string, pushed = false): Promise<ActionRun> {
  await pull.draw('shots/cart.png', colour);
  const inputs = { images: 'shots/*.png', token: '' };
  const run = await pull.act(pushed ? { inputs, event: 'push', branch: 'main' } : { inputs });
  expect(run.log).not.toContain('::error::');
  return run;
}

/** Approves by the link alone. */
async function approve(run: ActionRun): Promise<void> {
  const link = (run.outputs['review-url'] ?? '').split('/r/')[1] ?? '';
  const { review } = await createClient({ baseUrl: bench.service.url, link }).call('read_review', {});
  await decide(review, 'approved');
}

/** Waits for the check of a commit: that it passes, or asks a person. */
async function untilChecked(at: { repository: string; headSha: string }) {
  const find = async () =>
    (await bench.github.checks(at.repository, at.headSha)).find((check) => check.name === 'Sightline / visual');
  await expect.poll(async () => (await find())?.status).toMatch(/^(completed|in_progress)$/);
  const found = await find();
  return { asks: found?.conclusion !== 'success', title: found?.title ?? '' };
}

/** A repository whose main branch has a green cart, and a pull request whose blue one was approved. */
async function approved(): Promise<Pull> {
  const pull = await bench.openPull();
  await bench.github.installApp(pull.repository, `${bench.service.url}/api/github/webhooks`);
  await act(pull, 'green', true);
  const run = await act(pull, 'blue');
  expect((await untilChecked(pull)).asks).toBe(true);
  await approve(run);
  const conclusion = async () => (await bench.github.checks(pull.repository, pull.headSha))[0]?.conclusion;
  await expect.poll(conclusion).toBe('success');
  return pull;
}

/** Opens another pull request with the blue cart. */
async function open(beside: Pull): Promise<Pull> {
  const pull = await bench.openPull({ beside });
  await act(pull, 'blue');
  return pull;
}

const pushToMain = (pull: Pull, files: Record<string, string> = {}) =>
  bench.github.push({ repository: pull.repository, branch: 'main', message: 'More', files });

type Scenario = [asks: boolean, play: () => Promise<{ asks: boolean; title: string }>];

const scenarios: Record<string, Scenario> = {
  'the branch is rebased': [
    false,
    async () => {
      const pull = await approved();
      await pushToMain(pull);
      await act(pull, 'green', true);
      pull.headSha = await pull.push();
      await act(pull, 'blue');
      return untilChecked(pull);
    },
  ],
  'the merge queue builds it': [
    false,
    async () => {
      const pull = await approved();
      await pushToMain(pull, { '.github/sightline.yml': 'reviews:\n  visual:\n' });
      const { headSha } = await bench.github.enqueue({ repository: pull.repository, pullRequest: pull.number });
      return untilChecked({ repository: pull.repository, headSha });
    },
  ],
  'it was reverted and is applied again': [
    false,
    async () => {
      const pull = await approved();
      for (const colour of ['blue', 'green']) {
        await pushToMain(pull);
        await act(pull, colour, true);
      }
      return untilChecked(await open(pull));
    },
  ],
  'the approval was made under a laxer policy': [
    true,
    async () => {
      const pull = await approved();
      await pushToMain(pull, { '.github/sightline.yml': 'approvers: write\n' });
      const other = await open(pull);
      // The App reads the settings again after a moment, and then takes back what counted before.
      await expect.poll(async () => (await untilChecked(other)).asks).toBe(true);
      return untilChecked(other);
    },
  ],
};

test.each(Object.entries(scenarios))('%s', async (name, [expected, play]) => {
  const { asks, title } = await play();
  const words = (asked: boolean): string => (asked ? 'asks' : 'passes');
  table[name] = { expected: words(expected), found: words(asks), check: title };
  expect(asks).toBe(expected);
});
