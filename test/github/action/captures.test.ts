import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite, serveSite } from '../../demo/agent/serve-site.ts';
import { person } from '../../support/local-github/git.ts';
import { type Bench, type Pull, startBench } from './support/bench.ts';

let bench: Bench;
let site: Awaited<ReturnType<typeof serveSite>>;
let built: string;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'site-'));
  await buildSite(join(import.meta.dirname, '../../demo/site'), built);
  site = await serveSite(() => built);
  bench = await startBench({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });
});
afterAll(async () => {
  await Promise.all([bench.close(), site.close()]);
  await rm(built, { recursive: true, force: true });
});

async function api(pull: Pull, path: string, body: unknown): Promise<{ id: number }> {
  const response = await fetch(`${bench.github.apiUrl}/repos/${pull.repository}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}`);
  const answer: unknown = await response.json();
  return { id: Number(Reflect.get(Object(answer), 'id')) };
}

test('pages of an address become the desktop and mobile shots of one review', async () => {
  const pull = await bench.openPull();
  const run = await pull.act({ inputs: { url: site.url, paths: '/\n/pricing/\n/contact/' } });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  const review = await pull.review(run);
  expect(review.problems).toEqual([]);
  const pages = review.screenshots.map(
    ({ page_url, viewport }) => `${viewport?.name} ${page_url?.slice(site.url.length)}`,
  );
  expect(pages.sort()).toEqual([
    'desktop /',
    'desktop /contact/',
    'desktop /pricing/',
    'mobile /',
    'mobile /contact/',
    'mobile /pricing/',
  ]);
  expect((await pull.comments())[0]?.body).toContain('6 shots');

  const again = await pull.act({ inputs: { url: site.url, paths: '/\n/pricing/\n/contact/' }, attempt: 2 });
  expect(again.outputs['review-id']).toBe(review.id);
  expect((await pull.review(again)).screenshots).toHaveLength(6);
});

test('several sources make one review: pictures, a folder and an address, each shot with a label of its own', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/logo.png', 'red');
  await cp(built, join(pull.workspace, 'out'), { recursive: true });
  const inputs = { url: site.url, dir: 'out', images: 'shots/*.png', paths: '/contact/\n!/pricing/', type: 'website' };
  const run = await pull.act({ inputs });
  expect(run.log).not.toContain('::error::');
  expect(run.log).toContain('::group::Sightline: images, dir, url of "visual"');
  const review = await pull.review(run);
  expect(review).toMatchObject({ type: 'website', status: 'open', problems: [] });
  expect(review.screenshots.map(({ label, page_url }) => [label, page_url])).toEqual([
    ['shots/logo', null],
    ['/contact/ · desktop', '/contact/'],
    ['/contact/ · mobile', '/contact/'],
    ['url /contact/ · desktop', `${site.url}/contact/`],
    ['url /contact/ · mobile', `${site.url}/contact/`],
  ]);
  expect(await pull.comments()).toHaveLength(1);
  const left = await pull.creditsLeft();
  const again = await pull.act({ inputs, attempt: 2 });
  expect(again.outputs['review-id']).toBe(review.id);
  expect((await pull.review(again)).screenshots).toHaveLength(5);
  expect(await pull.creditsLeft()).toBe(left);

  const shots = Array.from({ length: 37 }, (_, index) => index);
  for (const index of shots) await pull.draw(`shots/${index}.png`, 'red');
  await pull.push();
  const over = await pull.act({ inputs: { ...inputs, dir: '', paths: '/contact/\n/' } });
  expect(over.log).toContain('Input "images", "url": 42 shots are too many for one review, which holds 40.');
});

test('pages that cannot be captured end the job with what failed, and nothing is posted', async () => {
  const pull = await bench.openPull();
  const run = await pull.act({ inputs: { url: 'http://127.0.0.1:9/' } });
  expect(run.exitCode).toBe(1);
  expect(run.outputs.status).toBe('failed');
  expect(run.log).toContain((await pull.review(run)).next_action.summary);
  expect(await pull.comments()).toEqual([]);
});

test('one page that cannot be captured is a warning, and the review has the others', async () => {
  const pull = await bench.openPull();
  const run = await pull.act({ inputs: { url: site.url, paths: '/contact/\n/nowhere/', 'wait-for': '.person' } });
  expect(run.exitCode).toBe(0);
  expect(run.log).toContain('::warning::/nowhere/ · desktop');
  expect((await pull.comments())[0]?.body).toContain('⚠️ 2 shots could not be made');
});

test('the head commit’s deployment is waited for and captured', async () => {
  const pull = await bench.openPull();
  const deployment = await api(pull, '/deployments', { ref: pull.headSha, environment: 'Preview' });
  const other = await api(pull, '/deployments', { ref: pull.headSha, environment: 'Storybook' });
  const status = (id: number, state: string, url: string) =>
    api(pull, `/deployments/${id}/statuses`, { state, environment_url: url });
  await status(other.id, 'success', 'http://127.0.0.1:9/');
  await status(deployment.id, 'in_progress', '');
  const run = await pull.act({
    inputs: { deployment: 'preview*', paths: '/contact/' },
    onLine: (line) => {
      if (line.includes('is in_progress')) void status(deployment.id, 'success', site.url);
    },
  });
  expect(run.log).toContain('The deployment to "Preview" is success.');
  expect((await pull.review(run)).page_url).toBe(`${site.url}/contact/`);
});

async function startHost(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer ?? (() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('a protected preview is captured with its headers and cookies, and without them the job says what it answers', async () => {
  const host = await startHost(({ headers }, response) => {
    const isLetIn = headers['x-bypass'] === 'let-me-in-please' && headers.cookie === 'session=of-the-preview';
    const page = isLetIn ? '<!doctype html><h1>Preview</h1>' : '<!doctype html><h1>Log in</h1>';
    response.writeHead(isLetIn ? 200 : 401, { 'content-type': 'text/html' }).end(page);
  });
  try {
    const pull = await bench.openPull();
    const outside = await pull.act({ inputs: { url: host.url } });
    expect(outside.exitCode).toBe(1);
    expect(outside.log).toContain('401');
    const secrets = { headers: 'X-Bypass: let-me-in-please\r\n', cookies: 'session=of-the-preview' };
    const run = await pull.act({ inputs: { url: host.url, ...secrets }, attempt: 2 });
    expect(run.log).not.toContain('::error::');
    expect((await pull.review(run)).screenshots).toHaveLength(2);
    expect(run.rawLog + run.summary).not.toMatch(/let-me-in|of-the-preview/);
  } finally {
    host.close();
  }
});

test('what does not come within `timeout` ends the job with that input: a deployment, and the shots of a page', async () => {
  const host = await startHost(() => {});
  try {
    const pull = await bench.openPull();
    const waited = await pull.act({ inputs: { deployment: 'Preview', timeout: '0.02' } });
    expect(waited.exitCode).toBe(1);
    expect(waited.log).toMatch(/Input "deployment": No deployment to "Preview" yet\. .* or raise "timeout"/);
    const run = await pull.act({ inputs: { url: host.url, timeout: '0.02' }, attempt: 2 });
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain('Input "timeout": the shots were not made in 0.02 minutes.');
    expect(await pull.comments()).toEqual([]);
  } finally {
    host.close();
  }
});

test('a failed deployment ends the job before anything is spent', async () => {
  const pull = await bench.openPull();
  const { id } = await api(pull, '/deployments', { ref: pull.headSha, environment: 'Preview' });
  await api(pull, `/deployments/${id}/statuses`, { state: 'failure' });
  const run = await pull.act({ inputs: { deployment: 'Preview' } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain(
    'Input "deployment": The deployment to "Preview" is failure. Mend it, then run this job again.',
  );
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
});
