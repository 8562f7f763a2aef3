import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { serveFolder } from '../../../../action/sources/folder.ts';
import { buildSite } from '../../../demo/agent/serve-site.ts';
import { type ActOptions, type Pull, startBench } from '../../../github/action/support/bench.ts';
import { writeStorybook } from '../../../github/action/support/storybook.ts';
import type { ActionRun } from '../../../support/action.ts';
import { person } from '../../../support/local-github/git.ts';
import { writePdf } from '../../../support/pdf/write-pdf.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { readWorkflow, stepsOf } from './support/read-workflow.ts';

const built = await temporaryFolder('site-');
await buildSite(join(import.meta.dirname, '../../../demo/site'), built);
/** The host of the previews. */
const site = await serveFolder(built, { app: false });
const bench = await startBench({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });

/** Runs the Action’s steps of an example one after the other, as its job does, without any secret. */
async function follow(
  pull: Pull,
  example: string,
  values: Record<string, string> = {},
  options: ActOptions = {},
): Promise<ActionRun[]> {
  const file = join(import.meta.dirname, '../../../../action/examples', example);
  const steps = stepsOf(readWorkflow(file)).filter(({ uses }) => uses === 'OWNER/sightline@v0');
  const known: Record<string, string> = {
    'vars.SIGHTLINE_URL': bench.service.url,
    'vars.PREVIEW_URL': site.origin,
    'secrets.PREVIEW_BYPASS': 'bypass-of-the-preview',
    'github.event.number': String(pull.number),
    ...values,
  };
  const resolve = (value: unknown) =>
    String(value)
      .replace(/\$\{\{ (.*?) \}\}/g, (whole, name: string) => known[name] ?? whole)
      .replace(/^https:\/\/pr-\d+\.preview\.example\.com$/, site.origin);
  const runs: ActionRun[] = [];
  for (const step of steps) {
    const given = Object.entries(step.with ?? {}).map(([name, value]) => [name, resolve(value)]);
    const inputs: Record<string, string> = { token: '', ...Object.fromEntries(given) };
    expect(JSON.stringify(inputs)).not.toContain('${{');
    runs.push(await pull.act({ inputs, ...options }));
  }
  return runs;
}

async function labelsOf(run: ActionRun | undefined): Promise<string[]> {
  expect(run?.log).not.toContain('::error::');
  const { review } = await bench.service.byLink(run?.outputs['review-url'] ?? '').call('read_review', {});
  return review.screenshots.map(({ label }) => label);
}

async function write(pull: Pull, path: string, text: string | Buffer): Promise<void> {
  await mkdir(join(pull.workspace, path, '..'), { recursive: true });
  await writeFile(join(pull.workspace, path), text);
}

const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`;

test('playwright.yml: the screenshots of its tests, without the difference images', async () => {
  const pull = await bench.openPull();
  for (const name of ['home', 'cart/full', 'home-diff']) await pull.draw(`screenshots/${name}.png`, 'red');
  const [run] = await follow(pull, 'playwright.yml');
  expect(await labelsOf(run)).toEqual(['screenshots/cart/full', 'screenshots/home']);
  expect(await pull.comments()).toHaveLength(1);
});

test('static-site.yml: the pages of the build, captured on the runner', async () => {
  const pull = await bench.openPull();
  const files = ['index', 'pricing/index', 'docs/start', 'docs/archive/old'];
  for (const name of files) await write(pull, `dist/${name}.html`, page(name));
  const [run] = await follow(pull, 'static-site.yml');
  expect((await labelsOf(run)).filter((label) => label.endsWith('desktop'))).toEqual([
    '/ · desktop',
    '/pricing/ · desktop',
    '/docs/start · desktop',
  ]);
});

test('storybook.yml: two reviews of one Storybook, in one comment', async () => {
  const pull = await bench.openPull();
  await writeStorybook(join(pull.workspace, 'storybook-static'), 'index.json');
  const [components, pages] = await follow(pull, 'storybook.yml');
  expect(await labelsOf(components)).toEqual(['Components/Button/Primary', 'Components/Button/Secondary']);
  expect(await labelsOf(pages)).toEqual(['Pages/Home/Empty']);
  const [comment, ...others] = await pull.comments();
  expect(others).toEqual([]);
  for (const run of [components, pages]) expect(comment?.body).toContain(run?.outputs['review-url']);
});

test('documents.yml: an email and a PDF', async () => {
  const pull = await bench.openPull();
  await write(pull, 'build/welcome.html', '<h1>Welcome</h1>');
  await write(pull, 'build/slides.pdf', writePdf({ pages: [{ content: '' }, { content: '' }] }));
  const [email, slides] = await follow(pull, 'documents.yml');
  expect(await labelsOf(email)).toEqual(['Email']);
  expect(await labelsOf(slides)).toHaveLength(2);
});

test('matrix.yml: concurrent jobs make a review each, in one comment', async () => {
  const pull = await bench.openPull();
  const apps = ['shop', 'admin'];
  for (const app of apps) await write(pull, `apps/${app}/dist/index.html`, page(app));
  const runs = await Promise.all(apps.map((app) => follow(pull, 'matrix.yml', { 'matrix.app': app })));
  const ids = runs.flat().map((run) => run.outputs['review-id']);
  expect(new Set(ids).size).toBe(2);
  const [comment, ...others] = await pull.comments();
  expect(others).toEqual([]);
  for (const run of runs.flat()) expect(comment?.body).toContain(run.outputs['review-url']);
});

test('deployment.yml: the preview that the host deployed, with its bypass', async () => {
  const pull = await bench.openPull();
  const post = (path: string, body: unknown) =>
    fetch(`${bench.github.apiUrl}/repos/${pull.repository}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post('/deployments', { ref: pull.headSha, environment: 'Preview – site' });
  const id = Reflect.get(Object(await made.json()), 'id');
  await post(`/deployments/${id}/statuses`, { state: 'success', environment_url: site.origin });
  const [run] = await follow(pull, 'deployment.yml');
  expect((await labelsOf(run)).sort()).toEqual([
    '/ · desktop',
    '/ · mobile',
    '/pricing · desktop',
    '/pricing · mobile',
  ]);
  expect(run?.rawLog).not.toContain('bypass-of-the-preview');
});

test('wait.yml with keyless.yml’s sign-in: red until somebody approves, and green at once in the merge queue', async () => {
  const pull = await bench.openPull();
  const { promise: waiting, resolve } = Promise.withResolvers<string>();
  const runs = follow(
    pull,
    'wait.yml',
    {},
    {
      onLine: (line) => {
        const url = /^Review: (\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      },
    },
  );
  const url = await Promise.race([waiting, runs.then(() => 'it ended without waiting')]);
  await bench.service.byLink(url).call('decide', { outcome: 'approved', after_decision: 0 });
  expect((await runs).map(({ exitCode, outputs }) => [exitCode, outputs.status])).toEqual([[0, 'approved']]);
  // The value of the expression in the merge queue, where there is no pull request.
  const [queued] = await follow(
    pull,
    'keyless.yml',
    { 'vars.PREVIEW_URL': '' },
    { env: { GITHUB_EVENT_NAME: 'merge_group' } },
  );
  expect(queued).toMatchObject({ exitCode: 0, outputs: { status: 'skipped' } });
});

test('keyless.yml: a site that is public', async () => {
  const pull = await bench.openPull();
  const [run] = await follow(pull, 'keyless.yml');
  expect(await labelsOf(run)).toHaveLength(4);
});

test('forks.yml: the images that the job without secrets left behind', async () => {
  const pull = await bench.openPull({ fork: 'mallory' });
  const temp = await temporaryFolder('runner-');
  const artifact = join(relative(pull.workspace, temp), 'screenshots');
  for (const name of ['a/home', 'b/home']) await pull.draw(join(artifact, `${name}.png`), 'red');
  const [run] = await follow(
    pull,
    'forks.yml',
    { 'runner.temp': temp },
    {
      env: { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_SHA: 'c'.repeat(40), GITHUB_REF_NAME: 'main' },
      payload: ({ pull_request: _, ...payload }) => ({
        ...payload,
        action: 'completed',
        workflow_run: {
          head_sha: pull.headSha,
          head_branch: 'change',
          head_repository: { owner: { login: 'mallory' } },
          pull_requests: [],
        },
      }),
    },
  );
  expect(await labelsOf(run)).toEqual(['a/home', 'b/home']);
  expect(await pull.comments()).toHaveLength(1);
});
