import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, type Pull, startBench } from './support/bench.ts';
import { startFront } from './support/front.ts';

let bench: Bench;
let pull: Pull;
beforeAll(async () => {
  bench = await startBench({ CREDITS_PER_MONTH: '1' });
  pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
});
afterAll(() => bench.close());

const images = { images: 'shots/*.png' };

test.each<[string, Record<string, string>, RegExp]>([
  ['a wrong token', { token: 'slt_wrong' }, /Input "token": .* does not accept this token/],
  ['an address where nothing is', { 'service-url': 'http://127.0.0.1:9' }, /Input "service-url": nothing answers at/],
  ['an App that must be there', { app: 'required' }, /Input "app": .* has no GitHub App/],
  ['no picture', { images: 'shots/*.jpg' }, /Input "images": no file matches shots\/\*\.jpg/],
  [
    'a refused github-token',
    { 'github-token': 'ghp_wrong' },
    /Input "github-token": GitHub does not accept this token/,
  ],
])('%s ends red with the input and the mend', async (_, inputs, message) => {
  const fresh = await bench.openPull();
  await fresh.draw('shots/a.png', 'red');
  const run = await fresh.act({ inputs: { ...images, ...inputs } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(message);
  expect(run.summary).toMatch(message);
  expect(run.log + run.summary).not.toContain(fresh.client.token);
  expect(await fresh.comments()).toEqual([]);
});

test('a page that is not a service is told by its address', async () => {
  const run = await pull.act({ inputs: { ...images, 'service-url': bench.github.apiUrl } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(/Input "service-url": .* is not a Sightline service's/);
});

test('a file that only looks like a picture is named before anything is sent', async () => {
  const odd = await bench.openPull();
  await odd.draw('shots/a.png', 'red');
  await writeFile(join(odd.workspace, 'shots/b.png'), '<svg></svg>');
  const run = await odd.act({ inputs: images });
  expect(run.log).toMatch(/Input "images": .*shots\/b\.png is not a PNG, JPEG or WebP/);
  expect((await odd.client.call('list_reviews', {})).reviews).toEqual([]);
  const without = await odd.act({ inputs: { images: 'shots/*.png\n!shots/b.png' } });
  expect(without.exitCode).toBe(0);
});

test('an empty account is told what the review costs and what is left', async () => {
  const poor = await bench.openPull();
  await poor.draw('shots/a.png', 'red');
  expect((await poor.act({ inputs: images })).exitCode).toBe(0);
  await poor.push();
  const run = await poor.act({ inputs: images });
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain('Too few credits: this review needs 1, and the workspace has 0 left this month.');
});

test('a service that is briefly away is asked again; one that stays away ends the job', async () => {
  const patient = await bench.openPull();
  await patient.draw('shots/a.png', 'red');
  const front = await startFront(bench.service.url, (request, count) =>
    request.includes('well-known') || (request.startsWith('POST') && count < 3)
      ? count < 3
        ? { status: 503 }
        : null
      : null,
  );
  const dead = await startFront(bench.service.url, () => ({ status: 503 }));
  try {
    const run = await patient.act({ inputs: { ...images, 'service-url': front.url } });
    expect(run.exitCode).toBe(0);
    const never = await patient.act({ inputs: { ...images, 'service-url': dead.url } });
    expect(never.exitCode).toBe(1);
    expect(never.log).toMatch(/Input "service-url": .* answers 503/);
  } finally {
    await Promise.all([front.close(), dead.close()]);
  }
});
