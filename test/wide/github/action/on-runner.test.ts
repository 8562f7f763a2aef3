import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../../demo/agent/serve-site.ts';
import { startBench } from '../../../github/action/support/bench.ts';
import { startFront } from '../../../github/action/support/front.ts';
import { endless, player, thrower, writeStorybook } from '../../../github/action/support/storybook.ts';

const bench = await startBench();

const demo = join(import.meta.dirname, '../../../demo/site');

async function openWith(files: Record<string, string>) {
  const pull = await bench.openPull();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(pull.workspace, name, '..'), { recursive: true });
    await writeFile(join(pull.workspace, name), text);
  }
  return pull;
}

test('a static build is served only on the runner and captured there, with its elements, and never twice', async () => {
  const pull = await bench.openPull();
  await buildSite(demo, join(pull.workspace, 'out'));
  const inputs = { dir: 'out', paths: '/\n/pricing/\n/contact/' };
  const front = await startFront(bench.service.url, (request, count) =>
    request.endsWith('/screenshots') && count === 1 ? { status: 422, body: { message: 'Not now.' } } : null,
  );
  const broken = await pull.act({ inputs: { ...inputs, 'service-url': front.url } });
  expect(broken.exitCode).toBe(1);
  const run = await pull.act({ inputs, attempt: 2 });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  expect(run.outputs['review-id']).toBe(broken.outputs['review-id']);
  const review = await pull.review(run);
  expect(review.screenshots.map(({ label, page_url, viewport }) => [label, page_url, viewport?.width])).toEqual([
    ['/ · desktop', '/', 1440],
    ['/ · mobile', '/', 390],
    ['/pricing/ · desktop', '/pricing/', 1440],
    ['/pricing/ · mobile', '/pricing/', 390],
    ['/contact/ · desktop', '/contact/', 1440],
    ['/contact/ · mobile', '/contact/', 390],
  ]);
  for (const { elements_url: url } of review.screenshots) {
    const elements: unknown = await (await fetch(url ?? '')).json();
    expect(JSON.stringify(elements)).toContain('"tag":"h1"');
  }
  expect(run.log).toContain('::group::Sightline: dir of "visual"');

  const again = await pull.act({ inputs, attempt: 3 });
  expect(again.outputs).toMatchObject({ 'review-id': review.id, pass: '1' });
  expect((await pull.review(again)).screenshots).toHaveLength(6);
});

test('an app answers unknown paths only on request; a missing page is reported with the existing ones', async () => {
  const app = '<!doctype html><script>document.write("<h1>" + location.pathname + "</h1>")</script>';
  const pull = await openWith({ 'out/index.html': app, 'out/other.html': app });
  const strict = await pull.act({ inputs: { dir: 'out', paths: '/orders/7' } });
  expect(strict.exitCode).toBe(1);
  expect(strict.log).toContain('Input "paths": "/orders/7" is no page of out, which has /, /other.');
  const run = await pull.act({ inputs: { dir: 'out', paths: '/orders/7', spa: 'true' } });
  expect(run.exitCode).toBe(0);
  expect((await pull.review(run)).screenshots[0]?.label).toBe('/orders/7 · desktop');
});

test('the stories of an older Storybook are read from its stories.json', async () => {
  const pull = await bench.openPull();
  await writeStorybook(join(pull.workspace, 'storybook-static'), 'stories.json');
  const run = await pull.act({
    inputs: { storybook: 'storybook-static', stories: `Components/**\r\nPages/**\r\n${thrower}\r\n!**/Secondary` },
  });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(review.screenshots.map(({ label }) => label)).toEqual([
    'Components/Button/Primary',
    'Pages/Home/Empty',
    thrower,
  ]);
  expect(run.log).toContain(`::warning::${thrower}: the story shows an error instead of its content.`);
  expect(run.log).not.toContain('::warning::Components');
});

test('a story with a play function is captured after it, however long it takes', async () => {
  const pull = await bench.openPull();
  await writeStorybook(join(pull.workspace, 'book'), 'index.json');
  const run = await pull.act({ inputs: { storybook: 'book', stories: player } });
  expect(run.log).not.toContain('::error::');
  const [shot, ...others] = (await pull.review(run)).screenshots;
  expect(others).toEqual([]);
  expect(shot?.label).toBe(player);
  expect(JSON.stringify(await (await fetch(shot?.elements_url ?? '')).json())).toContain('"text":"Pressed"');
});

test('a story that never renders is a warning; the job fails when none does', async () => {
  const pull = await bench.openPull();
  await writeStorybook(join(pull.workspace, 'book'), 'index.json');
  const inputs = { storybook: 'book', timeout: '0.5' };
  const some = await pull.act({ inputs: { ...inputs, stories: `${endless}\nPages/**` } });
  expect(some.exitCode).toBe(0);
  expect(some.log).toMatch(/::warning::Odd\/Endless: The story does not show in time: Storybook/);
  expect((await pull.comments())[0]?.body).toContain('⚠️ 1 screenshot could not be taken');
  const none = await pull.act({ inputs: { ...inputs, name: 'other', stories: endless } });
  expect(none.exitCode).toBe(1);
  expect(none.log).toContain('::error::No screenshot could be captured. Odd/Endless: The story does not show');
});

test('only the requested browser is used', async () => {
  const pull = await openWith({ 'out/index.html': '<!doctype html><h1>Home</h1>' });
  const wrong = await pull.act({ inputs: { dir: 'out', token: '' }, env: { BROWSER_PATH: '/nowhere/chrome' } });
  expect(wrong.exitCode).toBe(1);
  expect(wrong.log).toContain('BROWSER_PATH is /nowhere/chrome, which does not start (');
});
