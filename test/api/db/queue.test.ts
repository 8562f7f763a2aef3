import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { JobData } from '../../../server/domain/ports.ts';
import { jobsOf } from './support/jobs.ts';
import { createQueues, opinion, type Queues, shot } from './support/queues.ts';

let queues: Queues;
let db: Queues['db'];
let open: Queues['open'];
beforeEach(async () => {
  queues = await createQueues();
  ({ db, open } = queues);
});

/** Transaction options: a busy machine may take long to begin one. */
const patient = { maxWait: 60_000, timeout: 60_000 };

test('a job commits with its transaction or not at all, and another process performs it', async () => {
  const [web, worker] = [await open(false), await open()];
  const done: string[] = [];
  await worker.work(jobsOf({ make_shot: { perform: async (job) => void done.push(job.requestId) } }), null);
  await expect(
    db.$transaction(async (tx) => {
      await web.send(tx, 'make_shot', shot('rolled back'));
      throw new Error('no');
    }, patient),
  ).rejects.toThrow('no');
  await db.$transaction((tx) => web.send(tx, 'make_shot', shot('committed')), patient);
  await expect.poll(() => done).toEqual(['committed']);
  expect(await db.$queryRaw`SELECT count(*)::int FROM sightline_queue.job WHERE name = 'make_shot'`).toEqual([
    { count: 1 },
  ]);
});

test('a job that throws is retried, knows its last try, and then goes to the dead-letter handler', async () => {
  const queue = await open();
  const tries: Record<'shots' | 'opinions', boolean[]> = { shots: [], opinions: [] };
  const lost: string[] = [];
  const fail = (to: boolean[]) => async (_: unknown, lastTry: boolean) => {
    to.push(lastTry);
    throw new Error('not yet');
  };
  await queue.work(
    jobsOf({
      make_shot: { perform: fail(tries.shots), onDeadLetter: async (job) => void lost.push(job.requestId) },
      second_opinion: { perform: fail(tries.opinions), onDeadLetter: async (job) => void lost.push(job.shotId) },
    }),
    null,
  );
  await queue.send(db, 'make_shot', shot('permanent'));
  await queue.send(db, 'second_opinion', opinion('w', 'dark'), { group: 'w', key: 'dark' });
  const lostSoon = async () => {
    await db.$executeRaw`UPDATE sightline_queue.job SET start_after = now() WHERE state = 'retry'`;
    return lost.toSorted();
  };
  await expect.poll(lostSoon).toEqual(['dark', 'permanent']);
  expect(tries).toEqual({ shots: [false, false, false, true], opinions: [false, false, true] });
});

test('a job that a stopping worker does not finish in time is done by another worker', async () => {
  const [first, second] = [await open(), await open(false)];
  const begun = Promise.withResolvers<void>();
  await first.work(jobsOf({ second_opinion: { perform: () => new Promise(() => begun.resolve()) } }), null);
  await second.send(db, 'second_opinion', opinion('w', 's'), { group: 'w', key: 's' });
  await begun.promise;
  await first.stop(1_500);
  const done: string[] = [];
  const third = await open();
  await third.work(jobsOf({ second_opinion: { perform: async ({ shotId }) => void done.push(shotId) } }), null);
  await expect.poll(() => done).toEqual(['s']);
});

test('a worker takes one waiting job after the other, without waiting for its next poll', async () => {
  const queue = await open();
  const waiting = Array.from({ length: 20 }, (_, at) => `shot ${at}`);
  for (const shotId of waiting) await queue.send(db, 'compare_shot', { workspaceId: 'w', shotId });
  const left = new Set(waiting);
  const all = Promise.withResolvers<void>();
  const compare_shot = async ({ shotId }: JobData['compare_shot']) => {
    left.delete(shotId);
    if (left.size === 0) all.resolve();
  };
  // From here on a worker that pauses never polls again.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await queue.work(jobsOf({ compare_shot: { perform: compare_shot } }), null);
  await all.promise;
});
