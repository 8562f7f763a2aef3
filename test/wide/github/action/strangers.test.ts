import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Pull, startBench } from '../../../github/action/support/bench.ts';
import { outsideCode } from '../../../support/outside-code.ts';

const bench = await startBench();

/** The trusted job, which finds the artifact of a fork’s run in the folder `artifact`. */
function asTrustedHalf(pull: Pull, workflowRun: Record<string, unknown> = {}) {
  return {
    env: { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_SHA: 'c'.repeat(40), GITHUB_REF_NAME: 'main' },
    payload: ({ pull_request: _, ...payload }: Record<string, unknown>) => ({
      ...payload,
      action: 'completed',
      workflow_run: {
        head_sha: pull.headSha,
        head_branch: 'change',
        head_repository: { owner: { login: 'mallory' } },
        pull_requests: [],
        ...workflowRun,
      },
    }),
  };
}

const images = { images: 'artifact/**/*.png' };

test('a link to the environment of the process in the artifact fails the job before anything is made', async () => {
  const pull = await bench.openPull({ fork: 'mallory' });
  await mkdir(join(pull.workspace, 'artifact'));
  await symlink('/proc/self/environ', join(pull.workspace, 'artifact/a.png'));
  const run = await pull.act({ inputs: images, ...asTrustedHalf(pull) });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(/Input "images": .*a\.png is a link that leads out/);
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
  expect(await pull.comments()).toEqual([]);
});

test('file names stay text: no command in the log, no HTML, no mention, no change of direction', async () => {
  const pull = await bench.openPull({ fork: 'mallory' });
  const names = [
    'a\n::error::Broken in\n::add-mask::e',
    '<img src=x onerror=alert(1)>',
    '@acme-everybody [look](https:evil.test)',
    'safe\u202egnp',
  ];
  await mkdir(join(pull.workspace, 'artifact'));
  for (const name of [...names, 'b', 'c']) {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png();
    await writeFile(join(pull.workspace, 'artifact', `${name}.png`), await image.toBuffer());
  }
  const run = await pull.act({ inputs: images, ...asTrustedHalf(pull) });
  expect(run.exitCode).toBe(0);
  expect(run.rawLog).not.toMatch(/^::error::/m);
  expect(run.secrets).not.toContain('e');
  const [comment] = await pull.comments();
  for (const text of [run.summary, comment?.body ?? '']) {
    const shown = outsideCode(text.replace(/<!--.*?-->/g, ''));
    expect(shown).not.toMatch(/onerror=alert\(1\)>|@acme|\]\(https:evil|\u202e/);
  }
  expect((await pull.review(run)).screenshots).toHaveLength(6);
  expect((await pull.review(run)).screenshots.map(({ label }) => label).join()).not.toMatch(/\n|\u202e/);
});

test('the pull request is determined by GitHub: neither the artifact nor a foreign commit can choose one', async () => {
  const victim = await bench.openPull();
  const pull = await bench.openPull({ fork: 'mallory' });
  await pull.draw('artifact/a.png', 'red');
  await writeFile(join(pull.workspace, 'artifact', 'pr_number'), String(victim.number));
  const other = await pull.act({ inputs: images, ...asTrustedHalf(pull, { head_sha: victim.headSha }) });
  expect(other.exitCode).toBe(0);
  expect(other.log).toContain('No open pull request has the commit');
  const run = await pull.act({ inputs: images, ...asTrustedHalf(pull) });
  expect((await pull.review(run)).reference).toBe(`github:${pull.repositoryId}:${pull.number}:visual`);
  expect(await victim.comments()).toEqual([]);
  expect(await pull.comments()).toHaveLength(1);
});

test('pages of a fork never run beside the secrets', async () => {
  const pull = await bench.openPull({ fork: 'mallory' });
  await mkdir(join(pull.workspace, 'out'));
  await writeFile(join(pull.workspace, 'out/index.html'), '<h1>Mine');
  for (const inputs of [{ dir: 'out' }, { storybook: 'out' }]) {
    const run = await pull.act({ inputs, ...asTrustedHalf(pull) });
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain('this run has secrets, and the pull request comes from a fork');
  }
});
