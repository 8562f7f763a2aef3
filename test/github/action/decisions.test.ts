import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, type Pull, startBench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

/** Starts a run that waits, and acts on its review as soon as the Action says that it waits. */
async function actAndThen(pull: Pull, then: (reviewUrl: string, id: string) => Promise<unknown>) {
  await pull.draw('shots/a.png', 'red');
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const run = pull.act({
    inputs: { images: 'shots/*.png', wait: '2' },
    onLine: (line) => {
      if (line.startsWith('Waiting up to')) resolve();
    },
  });
  await Promise.race([waiting, run]);
  const [review] = (await pull.client.call('list_reviews', {})).reviews;
  await then(review?.review_url ?? '', review?.id ?? '');
  return run;
}

test('an approval ends the waiting job green, and the comment says so', async () => {
  const pull = await bench.openPull();
  const run = await actAndThen(pull, (url) =>
    bench.service.byLink(url).call('decide', { outcome: 'approved', after_decision: 0 }),
  );
  expect(run.exitCode).toBe(0);
  expect(run.outputs.status).toBe('approved');
  expect((await pull.comments()).map(({ body }) => body)).toEqual([expect.stringContaining('✅ Approved')]);
});

test('requested changes end it red', async () => {
  const pull = await bench.openPull();
  const run = await actAndThen(pull, (url) =>
    bench.service.byLink(url).call('decide', { outcome: 'changes_requested', note: 'Too red.', after_decision: 0 }),
  );
  expect(run.exitCode).toBe(1);
  expect(run.outputs.status).toBe('changes_requested');
  expect(run.log).toContain('Changes were requested');
  expect((await pull.comments())[0]?.body).toContain('❌ Changes requested');
});

test('a review that is withdrawn meanwhile ends it red', async () => {
  const pull = await bench.openPull();
  const run = await actAndThen(pull, (_, id) => pull.client.call('cancel_review', { id }));
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain('The review was withdrawn');
});

test('no decision in time ends it red; once decided, the same job run again is green', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const inputs = { images: 'shots/*.png', wait: '0.01' };
  const first = await pull.act({ inputs });
  expect(first.exitCode).toBe(1);
  expect(first.log).toContain('Nobody decided in 0.01 minutes');
  await bench.service
    .byLink(first.outputs['review-url'] ?? '')
    .call('decide', { outcome: 'approved', after_decision: 0 });
  const again = await pull.act({ inputs, attempt: 2 });
  expect(again.exitCode).toBe(0);
  expect(again.outputs['review-id']).toBe(first.outputs['review-id']);
});
