import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBench } from '../../../github/action/support/bench.ts';
import { startFront } from '../../../github/action/support/front.ts';

const bench = await startBench();

const images = { images: 'shots/*.png' };

test('a job with the same name is refused for other screenshots, and shares the pass for the same ones', async () => {
  const pull = await bench.openPull();
  const job = async (drawn: Record<string, string>, attempt = 1) => {
    await rm(join(pull.workspace, 'shots'), { recursive: true, force: true });
    for (const [path, colour] of Object.entries(drawn)) await pull.draw(`${path}.png`, colour);
    return pull.act({ inputs: images, env: { GITHUB_RUN_ID: '4711' }, attempt });
  };
  const ours = { 'shots/a': 'red', 'shots/b': 'red' };
  const first = await job(ours);
  expect(first.exitCode).toBe(0);
  expect((await job(ours)).outputs['review-id']).toBe(first.outputs['review-id']);
  const left = await pull.creditsLeft();
  const second = await job({ 'shots/c': 'blue' });
  expect(second.exitCode).toBe(1);
  expect(second.log).toContain('Input "name": another job or step of this run reviews something else as "visual"');
  expect(second.log).toContain('name: ${{ matrix.app }}');
  expect(await pull.creditsLeft()).toBe(left);
  expect(await pull.review(first)).toMatchObject({ status: 'open', next_pass_id: null });
  // Re-run failed jobs: the pass of the previous attempt is found, and nothing is made twice.
  expect((await job(ours, 2)).outputs).toMatchObject({ 'review-id': first.outputs['review-id'], pass: '1' });
});

test('a lost answer causes neither a second review nor a duplicate image', async () => {
  const pull = await bench.openPull({ shortPauses: true });
  for (let index = 0; index < 6; index += 1) await pull.draw(`shots/${index}.png`, 'red');
  const left = (await pull.creditsLeft()) ?? 0;
  const front = await startFront(bench.service.url, (request, count) =>
    request.startsWith('POST ') && count === 1 ? 'lose-answer' : null,
  );
  const run = await pull.act({ inputs: { ...images, 'service-url': front.url } });
  expect(run.exitCode).toBe(0);
  expect((await pull.review(run)).screenshots).toHaveLength(6);
  expect(await pull.creditsLeft()).toBe(left - 1);
  expect((await pull.client.call('list_reviews', {})).reviews).toHaveLength(1);
  expect(front.seen.filter((request) => request === 'POST /api/reviews')).toHaveLength(2);
});

test('an interrupted run’s images are completed by the next one', async () => {
  const pull = await bench.openPull({ shortPauses: true });
  const labels = Array.from({ length: 8 }, (_, index) => `shots/${index}`);
  for (const label of labels) await pull.draw(`${label}.png`, 'red');
  const front = await startFront(bench.service.url, (request) =>
    request.endsWith('/screenshots') ? { status: 422, body: { message: 'Not now.' } } : null,
  );
  const broken = await pull.act({ inputs: { ...images, 'service-url': front.url } });
  expect(broken.exitCode).toBe(1);
  expect(broken.log).toContain('The service refused the review (422): Not now.');
  expect(await pull.comments()).toEqual([]);
  const whole = await pull.act({ inputs: images, attempt: 2 });
  expect(whole.outputs['review-id']).toBe(broken.outputs['review-id']);
  expect((await pull.review(whole)).screenshots.map(({ label }) => label)).toEqual(labels);
});
