import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, type Pull, startBench } from './support/bench.ts';
import { type Fault, startFront } from './support/front.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const images = { images: 'shots/*.png' };
const limit = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' };

async function behind(
  fault: (request: string, count: number) => Fault | null,
  work: (pull: Pull, act: Pull['act']) => Promise<void>,
  rewrite?: (path: string) => string,
  prefix = '',
): Promise<string[]> {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const front = await startFront(bench.github.apiUrl, fault, rewrite);
  const env = { GITHUB_API_URL: front.url + prefix };
  try {
    await work(pull, (options = {}) => pull.act({ ...options, inputs: { ...images, ...options.inputs }, env }));
    return front.seen;
  } finally {
    await front.close();
  }
}

const comments = (request: string) => request.includes('/comments');

test.each<[string, Fault]>([
  ['an outage', { status: 503, body: { message: 'This service is unavailable.' } }],
  ['a secondary rate limit', { status: 403, body: limit, headers: { 'retry-after': '1' } }],
  ['a rate limit', { status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': '1' } }],
])('%s that passes leaves one comment with the link', async (_, fault) => {
  const written = (request: string) => request.startsWith('POST') && comments(request);
  const read = (request: string) => request.startsWith('GET') && comments(request);
  const seen = await behind(
    (request, count) => ((written(request) || read(request)) && count === 1 ? fault : null),
    async (pull, act) => {
      const run = await act();
      expect(run.log).not.toContain('::error::');
      expect(run.exitCode).toBe(0);
      expect((await pull.comments()).map(({ body }) => body)).toEqual([
        expect.stringContaining(run.outputs['review-url'] ?? 'a link'),
      ]);
    },
  );
  expect(seen.filter(written).length).toBeGreaterThan(1);
});

test('an outage that stays ends red, tells the link, and the same job run again finishes without a second review', async () => {
  await behind(
    (request) => (comments(request) ? { status: 503, body: {} } : null),
    async (pull, act) => {
      const left = (await pull.creditsLeft()) ?? 0;
      const run = await act();
      expect(run.exitCode).toBe(1);
      expect(run.log).toContain('GitHub does not answer as it should (503). Run this job again a little later');
      expect(run.outputs.status).toBe('open');
      expect(run.summary).toContain(run.outputs['review-url']);
      const again = await pull.act({ inputs: images, attempt: 2 });
      expect(again.exitCode).toBe(0);
      expect(again.outputs['review-id']).toBe(run.outputs['review-id']);
      expect(await pull.comments()).toHaveLength(1);
      expect(await pull.creditsLeft()).toBe(left - 1);
    },
  );
});

test('a missing permission is named, and is not taken for a limit', async () => {
  const refused = { status: 403, body: { message: 'Resource not accessible by integration' } };
  const seen = await behind(
    (request) => (request.startsWith('POST') && comments(request) ? refused : null),
    async (pull, act) => {
      const run = await act();
      expect(run.exitCode).toBe(1);
      expect(run.log).toContain('Add the permission "pull-requests: write" to the job.');
      expect(await pull.comments()).toEqual([]);
    },
  );
  expect(seen.filter((request) => request.startsWith('POST') && comments(request))).toHaveLength(1);
});

test('a slow GitHub makes it slow, nothing else', async () => {
  await behind(
    () => ({ slowMs: 300 }),
    async (pull, act) => {
      expect((await act()).exitCode).toBe(0);
      expect(await pull.comments()).toHaveLength(1);
    },
  );
});

test('a GitHub Enterprise Server’s API lies below a path of its own', async () => {
  const path = (given: string) => given.replace(/^\/api\/v3/, '').replace(/^\/api\/graphql/, '/graphql');
  const seen = await behind(
    () => null,
    async (pull, act) => {
      expect((await act()).exitCode).toBe(0);
      const again = await act({ attempt: 2 });
      expect(again.exitCode).toBe(0);
      expect(await pull.comments()).toHaveLength(1);
    },
    path,
    '/api/v3',
  );
  expect(seen.filter((request) => !/^[A-Z]+ \/api\/(v3\/|graphql)/.test(request))).toEqual([]);
});
