import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, serveSite } from '../../demo/agent/serve-site.ts';
import { browserPath } from '../../support/browser.ts';
import { person } from '../../support/local-github/git.ts';
import { writePdf } from '../../support/pdf/write-pdf.ts';
import { startHttpServer } from '../../support/servers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Pull, startBench } from './support/bench.ts';
import { thrower, writeStorybook } from './support/storybook.ts';

/** Each source once, with the built Action. */
const built = await temporaryFolder('site-');
await buildSite(join(import.meta.dirname, '../../demo/site'), built);
const site = await serveSite(() => built);
/** Serves its page only with the preview's header and cookie. */
const guarded = await startHttpServer(({ headers, url }, response) => {
  const isLetIn = headers['x-bypass'] === 'let-me-in-please' && headers.cookie === 'session=of-the-preview';
  const page = isLetIn ? '<!doctype html><h1 class="person">Preview</h1>' : '<!doctype html><h1>Log in</h1>';
  response.writeHead(!isLetIn ? 401 : url === '/contact/' ? 200 : 404, { 'content-type': 'text/html' }).end(page);
});
const bench = await startBench({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });

async function api(pull: Pull, path: string, body: unknown): Promise<number> {
  const response = await fetch(`${bench.github.apiUrl}/repos/${pull.repository}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return Number(Reflect.get(Object(await response.json()), 'id'));
}

test('images, dir and url make one review, of pages in states too; the browser on the runner gets no secret of the job', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/logo.png', 'red');
  await cp(built, join(pull.workspace, 'out'), { recursive: true });
  await appendFile(join(pull.workspace, 'out/contact/index.html'), '<script src="/base/app.js"></script>');
  const seen = join(pull.workspace, 'seen');
  const wrapper = join(pull.workspace, 'browser');
  await writeFile(wrapper, `#!/bin/sh\nenv > ${seen}\nexec ${await browserPath()} "$@"\n`, { mode: 0o755 });
  const paths = '/contact/ | mobile\n/contact/ | focus a | dark | desktop\n!/pricing/';
  const inputs = { url: site.url, dir: 'out', images: 'shots/*.png', paths, type: 'website' };
  const run = await pull.act({ inputs, env: { BROWSER_PATH: wrapper } });
  expect(run.log).not.toContain('::error::');
  expect(run.log).toContain('::group::Sightline: images, dir, url of "visual"');
  expect(run.log).toContain('::warning::The pages asked for a file that out has not: /base/app.js.');
  const review = await pull.review(run);
  expect(review).toMatchObject({ type: 'website', status: 'open', problems: [] });
  expect(review.screenshots.map(({ label, page_url, viewport }) => [label, page_url, viewport?.width])).toEqual([
    ['shots/logo', null, undefined],
    ['/contact/ · mobile', '/contact/', 390],
    ['/contact/ · focus a · dark · desktop', '/contact/', 1440],
    ['url /contact/ · mobile', `${site.url}/contact/`, 390],
    ['url /contact/ · focus a · dark · desktop', `${site.url}/contact/`, 1440],
  ]);
  const dark = { steps: ['focus a'], colour_scheme: 'dark', reduced_motion: true, locale: 'en-US' };
  expect(review.screenshots.map(({ state }) => state)).toEqual([null, null, dark, null, dark]);
  for (const { elements_url: url } of review.screenshots.slice(1)) {
    expect(JSON.stringify(await (await fetch(url ?? '')).json())).toContain('"tag":"h1"');
  }
  expect((await pull.comments()).map(({ body }) => body)).toEqual([expect.stringContaining('5 screenshots')]);

  const environment = await readFile(seen, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toMatch(/^(INPUT_|ACTIONS_|GITHUB_|RUNNER_)/m);
  const secrets = [pull.client.token, ...run.secrets, ...Object.values(run.given)];
  for (const secret of secrets) expect(environment).not.toContain(secret);
});

test('deployment waits for the head commit’s, sends headers and cookies, and warns of a missing page', async () => {
  const pull = await bench.openPull();
  const deployment = await api(pull, '/deployments', { ref: pull.headSha, environment: 'Preview' });
  const other = await api(pull, '/deployments', { ref: pull.headSha, environment: 'Storybook' });
  const status = (id: number, state: string, url: string) =>
    api(pull, `/deployments/${id}/statuses`, { state, environment_url: url });
  await status(other, 'success', 'http://127.0.0.1:9/');
  await status(deployment, 'in_progress', '');
  const inputs = { deployment: 'preview*', paths: '/contact/ | desktop', 'wait-for': '.person' };
  const outside = await pull.act({
    inputs,
    onLine: (line) => {
      if (line.includes('is in_progress')) void status(deployment, 'success', guarded.origin);
    },
  });
  expect(outside.log).toContain('The deployment to "Preview" is success.');
  expect(outside).toMatchObject({ exitCode: 1, outputs: { status: 'failed' } });
  expect(outside.log).toContain('401');
  expect(outside.log).toContain((await pull.review(outside)).next_action.summary);
  expect(await pull.comments()).toEqual([]);

  const secrets = { headers: 'X-Bypass: let-me-in-please\r\n', cookies: 'session=of-the-preview' };
  const paths = '/contact/\n/nowhere/ | desktop';
  const run = await pull.act({ inputs: { ...inputs, paths, ...secrets }, attempt: 2 });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  expect(run.log).toContain('::warning::/nowhere/ · desktop');
  expect((await pull.comments())[0]?.body).toContain('⚠️ 1 screenshot could not be taken');
  const review = await pull.review(run);
  expect(review.page_url).toBe(`${guarded.origin}/contact/`);
  expect(review.screenshots).toHaveLength(2);
  expect(run.rawLog + run.summary).not.toMatch(/let-me-in|of-the-preview/);
});

test('what the runner could not capture stays in the comment when the pull request is closed', async () => {
  const pull = await bench.openPull();
  await cp(built, join(pull.workspace, 'out'), { recursive: true });
  const inputs = { dir: 'out', paths: '/contact/ | desktop\n/contact/ | type h1 = Hello | desktop' };
  const missing = '⚠️ 1 screenshot could not be taken';
  const run = await pull.act({ inputs });
  expect(run.log).not.toContain('::error::');
  expect((await pull.comments())[0]?.body).toContain(missing);
  await pull.act({ inputs, payload: (payload) => ({ ...payload, action: 'closed' }) });
  const [closed] = await pull.comments();
  expect(closed?.body).toContain('The review was withdrawn');
  expect(closed?.body).toContain(missing);
});

test('storybook captures the chosen stories, and one of them shows an error', async () => {
  const pull = await bench.openPull();
  await writeStorybook(join(pull.workspace, 'storybook-static'), 'index.json');
  const stories = `Components/**\r\n${thrower}\r\n!**/Secondary`;
  const run = await pull.act({ inputs: { storybook: 'storybook-static', stories } });
  expect(run.log).not.toContain('::error::');
  const { screenshots } = await pull.review(run);
  expect(screenshots.map(({ label }) => label)).toEqual(['Components/Button/Primary', thrower]);
  expect(run.log).toContain('Capturing 2 stories of');
  expect(run.log).toContain(`::warning::${thrower}: the story shows an error instead of its content.`);
  expect(run.log).not.toContain('::warning::Components');
});

test('pdf makes a screenshot of each page', async () => {
  const pull = await bench.openPull();
  await writeFile(join(pull.workspace, 'slides.pdf'), writePdf({ pages: [{ content: '' }, { content: '' }] }));
  const run = await pull.act({ inputs: { pdf: 'slides.pdf', type: 'presentation' } });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(review).toMatchObject({ source: 'pdf', type: 'presentation', status: 'open' });
  expect(review.screenshots.map(({ page_number }) => page_number)).toEqual([1, 2]);
});

test('html captures an email as mail clients show it, with the email rules', async () => {
  const pull = await bench.openPull();
  await writeFile(join(pull.workspace, 'welcome.html'), '<h1>Welcome ü</h1><p>Glad to have you.</p>');
  const run = await pull.act({ inputs: { html: 'welcome.html' } });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(review).toMatchObject({ source: 'html', type: 'email', status: 'open' });
  expect(review.screenshots.map(({ label }) => label)).toEqual(['Email']);
});
