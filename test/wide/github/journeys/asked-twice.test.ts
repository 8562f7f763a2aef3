import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
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

type Screens = Record<string, { colour: string; dot?: boolean }>;
const cart = (colour: string, dot = false): Screens => ({ cart: { colour, dot } });

/** Draws each screen; `dot` is one pixel of another colour. */
async function draw(pull: Pull, screens: Screens): Promise<void> {
  for (const [label, { colour, dot = false }] of Object.entries(screens)) {
    const size = { width: 64, height: 40, channels: 3 as const };
    const pixel = { create: { width: 1, height: 1, channels: 3 as const, background: '#fff' } };
    const image = sharp({ create: { ...size, background: colour } }).png();
    const drawn = dot ? image.composite([{ input: pixel, left: 30, top: 20 }]) : image;
    await mkdir(join(pull.workspace, 'shots'), { recursive: true });
    await writeFile(join(pull.workspace, `shots/${label}.png`), await drawn.toBuffer());
  }
}

interface Start {
  branch?: string;
  name?: string;
  attempt?: number;
}

async function act(pull: Pull, screens: Screens, { branch, name = 'visual', attempt }: Start = {}): Promise<ActionRun> {
  await draw(pull, screens);
  const run = await pull.act({
    inputs: { images: 'shots/*.png', token: '', name },
    ...(attempt === undefined ? {} : { attempt }),
    ...(branch === undefined ? {} : { event: 'push' as const, branch }),
  });
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
async function untilChecked(at: { repository: string; headSha: string }, name = 'visual') {
  const find = async () =>
    (await bench.github.checks(at.repository, at.headSha)).find((check) => check.name === `Sightline / ${name}`);
  await expect.poll(async () => (await find())?.status).toMatch(/^(completed|in_progress)$/);
  const found = await find();
  return { asks: found?.conclusion !== 'success', title: found?.title ?? '' };
}

/** A repository whose main branch has a green cart, and a pull request whose blue one was approved. */
async function approved(settings = ''): Promise<Pull> {
  const pull = await bench.openPull();
  await bench.github.installApp(pull.repository, `${bench.service.url}/api/github/webhooks`);
  if (settings !== '') await pushToMain(pull, { '.github/sightline.yml': settings });
  await act(pull, cart('green'), { branch: 'main' });
  const run = await act(pull, cart('blue'));
  expect((await untilChecked(pull)).asks).toBe(true);
  await approve(run);
  const conclusion = async () => (await bench.github.checks(pull.repository, pull.headSha))[0]?.conclusion;
  await expect.poll(conclusion).toBe(settings === '' ? 'success' : 'failure');
  return pull;
}

/** Opens another pull request with these screens. */
async function open(beside: Pull, screens: Screens, { name }: Start = {}): Promise<Pull> {
  const pull = await bench.openPull({ beside });
  await act(pull, screens, name === undefined ? {} : { name });
  return pull;
}

const sibling = async (beside: Pull, screens: Screens, start: Start = {}) =>
  untilChecked(await open(beside, screens, start), start.name);

const pushToMain = (pull: Pull, files: Record<string, string> = {}) =>
  bench.github.push({ repository: pull.repository, branch: 'main', message: 'More', files });

type Scenario = [asks: boolean, play: () => Promise<{ asks: boolean; title: string }>];

const scenarios: Record<string, Scenario> = {
  'the job runs again': [
    false,
    async () => {
      const pull = await approved();
      await act(pull, cart('blue'), { attempt: 2 });
      return untilChecked(pull);
    },
  ],
  'the branch is rebased': [
    false,
    async () => {
      const pull = await approved();
      await pushToMain(pull);
      await act(pull, cart('green'), { branch: 'main' });
      pull.headSha = await pull.push();
      await act(pull, cart('blue'));
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
  'a sibling pull request shows it': [false, async () => sibling(await approved(), cart('blue'))],
  'it was reverted and is applied again': [
    false,
    async () => {
      const pull = await approved();
      for (const colour of ['blue', 'green']) {
        await pushToMain(pull);
        await act(pull, cart(colour), { branch: 'main' });
      }
      return sibling(pull, cart('blue'));
    },
  ],
  'one pixel differs': [true, async () => sibling(await approved(), cart('blue', true))],
  'another label shows the same two images': [
    true,
    async () => {
      const pull = await approved();
      await pushToMain(pull);
      await act(pull, { cart: { colour: 'green' }, basket: { colour: 'green' } }, { branch: 'main' });
      return sibling(pull, { cart: { colour: 'green' }, basket: { colour: 'blue' } });
    },
  ],
  'a review of another name shows it': [
    true,
    async () => {
      const pull = await approved();
      await act(pull, cart('green'), { branch: 'main', name: 'mobile' });
      return sibling(pull, cart('blue'), { name: 'mobile' });
    },
  ],
  'the approval does not count, as that of a fork’s author': [
    true,
    async () => sibling(await approved('approvers: write\n'), cart('blue')),
  ],
  'the approval was made under a laxer policy': [
    true,
    async () => {
      const pull = await approved();
      await pushToMain(pull, { '.github/sightline.yml': 'approvers: write\n' });
      const other = await open(pull, cart('blue'));
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
