import { expect, test } from 'vitest';
import { startBench } from './support/bench.ts';

const bench = await startBench();

test('jobs of a matrix share a review, which the last one opens and comments on', async () => {
  const pull = await bench.openPull();
  const shards = [1, 2];
  for (const shard of shards) {
    for (const page of ['a', 'b']) await pull.draw(`shard-${shard}/${page}.png`, 'red');
  }
  const act = (shard: number, attempt = 1) =>
    pull.act({ inputs: { images: `shard-${shard}/*.png`, shard: `${shard}/2` }, attempt });
  const runs = await Promise.all(shards.map((shard) => act(shard)));
  expect(runs.map(({ exitCode, log }) => (exitCode === 0 ? '' : log))).toEqual(['', '']);
  expect(new Set(runs.map(({ outputs }) => outputs['review-id'])).size).toBe(1);
  const [last, other] = runs.toSorted((one) => (one.outputs.status === 'open' ? -1 : 1));
  if (last === undefined) throw new Error('There is no run');
  expect([last.outputs.status, other?.outputs.status]).toEqual(['open', 'preparing']);
  expect(other?.log).toContain('1 shard of "visual" to come: the job that is last opens the review.');
  const { shards: sent, screenshots } = await pull.review(last);
  expect(sent).toEqual({ expected: 2, sent: shards });
  expect(screenshots.map(({ label }) => label).sort()).toEqual(
    shards.flatMap((shard) => [`shard-${shard}/a`, `shard-${shard}/b`]),
  );
  expect(await pull.comments()).toHaveLength(1);

  const again = await act(2, 2);
  expect([again.exitCode, again.outputs['review-id']]).toEqual([0, last.outputs['review-id']]);
  expect((await pull.review(again)).screenshots).toHaveLength(4);
});

test('jobs of a push share a baseline, which is complete with the last one', async () => {
  const pull = await bench.openPull();
  for (const shard of [1, 2]) await pull.draw(`shard-${shard}/a.png`, 'red');
  const act = (shard: number) =>
    pull.act({ event: 'push', branch: 'main', inputs: { images: `shard-${shard}/*.png`, shard: `${shard}/2` } });
  const [one, two] = await Promise.all([act(1), act(2)]);
  const id = one.outputs['baseline-id'] ?? '';
  expect([one.exitCode, two.exitCode, two.outputs['baseline-id']]).toEqual([0, 0, id]);
  expect(`${one.log}${two.log}`).toContain('1 shard of "visual" to come: the baseline is complete with the last one.');
  expect(`${one.log}${two.log}`).toContain(`Recorded the baseline of main at`);
  const { status, screenshots } = await pull.client.call('get_baseline', { id });
  expect([status, screenshots.map(({ label }) => label).sort()]).toEqual(['complete', ['shard-1/a', 'shard-2/a']]);
});

test('a shard that failed is sent by its next run, and until then nothing opens', async () => {
  const pull = await bench.openPull();
  await pull.draw('one/a.png', 'red');
  await pull.draw('two/a.png', 'red');
  const first = await pull.act({ inputs: { images: 'one/*.png', shard: '1/2' } });
  const failed = await pull.act({ inputs: { images: 'none/*.png', shard: '2/2' } });
  expect([first.exitCode, failed.exitCode]).toEqual([0, 1]);
  expect((await pull.review(first)).status).toBe('preparing');
  expect(await pull.comments()).toEqual([]);
  const second = await pull.act({ inputs: { images: 'two/*.png', shard: '2/2' }, attempt: 2 });
  expect(second.exitCode).toBe(0);
  const review = await pull.review(second);
  expect([review.id, review.status]).toEqual([first.outputs['review-id'], 'open']);
  expect(review.screenshots.map(({ label }) => label)).toEqual(['one/a', 'two/a']);
});
