import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobQueue, startQueue } from '../../../server/adapters/queue/index.ts';
import { connectDatabase, type Database } from '../../../server/db/client.ts';
import type { JobData } from '../../../server/domain/ports.ts';
import { createTestDatabase } from '../../support/database.ts';
import { gate } from '../support/receiver.ts';
import { startChild } from './support/child.ts';

const log = pino({ level: 'silent' });
const two = { make_shot: 2 };
let database: { url: string; drop(): Promise<void> };
let db: Database;
let queues: JobQueue[];
beforeEach(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url);
  queues = [];
});
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.stop(1000)));
  await db.$disconnect();
  await database.drop();
});

async function open(supervise = true): Promise<JobQueue> {
  const queue = await startQueue(database.url, log, supervise);
  queues.push(queue);
  return queue;
}

/** Of a transaction: a busy machine may take long to begin it. */
const patient = { maxWait: 60_000, timeout: 60_000 };
const shot = (requestId: string): JobData['make_shot'] => ({ requestId, workspaceId: 'w' });

test('a job commits with its transaction or not at all', async () => {
  const queue = await open();
  const done: string[] = [];
  await queue.work({ make_shot: async (job) => void done.push(job.requestId) }, two);
  await expect(
    db.$transaction(async (tx) => {
      await queue.send(tx, 'make_shot', shot('rolled back'));
      throw new Error('no');
    }, patient),
  ).rejects.toThrow('no');
  await db.$transaction((tx) => queue.send(tx, 'make_shot', shot('committed')), patient);
  await expect.poll(() => done).toEqual(['committed']);
  expect(await db.$queryRaw`SELECT count(*)::int FROM sightline_queue.job WHERE name = 'make_shot'`).toEqual([
    { count: 1 },
  ]);
});

test('a process that only sends has its jobs done by one that works', async () => {
  const [web, worker] = [await open(false), await open()];
  const done: string[] = [];
  await worker.work({ make_shot: async (job) => void done.push(job.requestId) }, two);
  await web.send(db, 'make_shot', { requestId: 'r', workspaceId: 'w' });
  await expect.poll(() => done).toEqual(['r']);
});

test('a job that throws is tried again, and is told its last try', async () => {
  const queue = await open();
  const tries: boolean[] = [];
  const make_shot = async (_: unknown, lastTry: boolean) => {
    tries.push(lastTry);
    throw new Error('not yet');
  };
  await queue.work({ make_shot }, two);
  await queue.send(db, 'make_shot', { requestId: 'r', workspaceId: 'w' });
  await expect.poll(() => tries).toEqual([false, false, false, true]);
});

test('pictures of one workspace that never come hold up its own only', async () => {
  const queue = await open();
  const hanging = gate();
  const done: string[] = [];
  const fetch_after_image = async (job: JobData['fetch_after_image']) => {
    if (job.workspaceId === 'slow') await hanging.opened;
    done.push(`${job.workspaceId} ${job.mark}`);
  };
  const send = (workspaceId: string, mark: number) =>
    queue.send(db, 'fetch_after_image', { workspaceId, chainId: 'c', mark }, { group: workspaceId });
  for (let at = 0; at < 6; at += 1) await send('slow', at);
  for (let at = 0; at < 4; at += 1) await send(`quick ${at}`, at);
  await queue.work({ fetch_after_image }, two);
  const quick = ['quick 0 0', 'quick 1 1', 'quick 2 2', 'quick 3 3'];
  await expect.poll(() => done.toSorted()).toEqual(quick);
  hanging.open();
  await expect.poll(() => done.length).toBe(10);
});

const opinion = (workspaceId: string, shotId: string, asked = 1): JobData['second_opinion'] => ({
  workspaceId,
  reviewId: 'r',
  shotId,
  asked,
});

test('500 shots that one workspace wants looked at hold up its own only', async () => {
  const queue = await open();
  const hanging = gate();
  const done: string[] = [];
  const second_opinion = async ({ workspaceId, shotId }: JobData['second_opinion']) => {
    if (workspaceId === 'many') await hanging.opened;
    done.push(`${workspaceId} ${shotId}`);
  };
  const send = (workspaceId: string, shotId: string) =>
    queue.send(db, 'second_opinion', opinion(workspaceId, shotId), { group: workspaceId, key: shotId });
  for (let at = 0; at < 500; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, each) => send('many', String(at + each))));
  }
  for (let at = 0; at < 6; at += 1) await send('few', `of ${at}`);
  await queue.work({ second_opinion }, two);
  await expect.poll(() => done.length, { timeout: 60_000 }).toBe(6);
  expect(done.every((each) => each.startsWith('few'))).toBe(true);
  hanging.open();
  await expect.poll(() => done.filter((each) => each.startsWith('many')).length).toBeGreaterThan(10);
  console.log('6 shots of one workspace behind 500 of another that never end: 6 looked at');
});

test('a job takes the place of one about the same that nobody has begun, and of no other', async () => {
  const queue = await open();
  const send = (shotId: string, asked: number) =>
    queue.send(db, 'second_opinion', opinion('w', shotId, asked), { group: 'w', key: shotId });
  for (const asked of [1, 2, 3]) await send('one', asked);
  await send('other', 1);
  expect(await queue.sent(db, 'second_opinion', 'one')).toEqual([opinion('w', 'one', 3)]);
  const begun: string[] = [];
  const hanging = gate();
  const second_opinion = async ({ shotId, asked }: JobData['second_opinion']) => {
    begun.push(`${shotId} ${asked}`);
    await hanging.opened;
  };
  await queue.work({ second_opinion }, two);
  await expect.poll(() => begun.toSorted()).toEqual(['one 3', 'other 1']);
  // That one is under way, so this is another.
  await send('one', 4);
  hanging.open();
  await expect.poll(() => begun).toHaveLength(3);
  expect(begun.at(-1)).toBe('one 4');
  expect((await queue.sent(db, 'second_opinion', 'one')).map(({ asked }) => asked).toSorted()).toEqual([3, 4]);
});

test('what a worker that is told to stop does not end in time goes back and is done by another', async () => {
  const [first, second] = [await open(), await open(false)];
  const begun = gate();
  await first.work({ second_opinion: () => new Promise(() => begun.open()) }, two);
  await second.send(db, 'second_opinion', opinion('w', 's'), { group: 'w', key: 's' });
  await begun.opened;
  await first.stop(1_500);
  const done: string[] = [];
  const third = await open();
  await third.work({ second_opinion: async ({ shotId }) => void done.push(shotId) }, two);
  await expect.poll(() => done, { timeout: 60_000 }).toEqual(['s']);
});

test('a queue that an older version made is told what is new: where its lost jobs go, and how long they may take', async () => {
  const older = new PgBoss({ connectionString: database.url, schema: 'sightline_queue', supervise: false });
  await older.start();
  await older.createQueue('second_opinion');
  await open();
  expect(await older.getQueue('second_opinion')).toMatchObject({
    deadLetter: 'second_opinion_lost',
    expireInSeconds: 180,
    heartbeatSeconds: 10,
  });
  await older.stop({ graceful: false });
});

test('a process of an older version goes on sending to a queue that only it knows, while newer ones begin', async () => {
  const older = new PgBoss({ connectionString: database.url, schema: 'sightline_queue', supervise: false });
  await older.start();
  for (const name of ['deliver_lost', 'deliver']) await older.createQueue(name);
  await open();
  // It learns of the queues anew every minute.
  const again = new PgBoss({ connectionString: database.url, schema: 'sightline_queue', supervise: false });
  await again.start();
  for (const process of [older, again]) {
    expect(await process.send('deliver', { deliveryId: 'd', workspaceId: 'w', attempt: 1 })).toEqual(
      expect.any(String),
    );
    await process.stop({ graceful: false });
  }
});

test('the job of a worker that was killed is done by another within 30 seconds', async () => {
  const child = startChild(
    `import { startQueue } from 'server/adapters/queue/index.ts';
     const log = { info() {}, warn() {}, error() {} };
     const queue = await startQueue(process.env.QUEUE_URL, log, true);
     const hang = (job) => { console.log(JSON.stringify(job)); return new Promise(() => {}); };
     await queue.work({ make_shot: hang }, { make_shot: 1 });
     console.log('works');`,
    { QUEUE_URL: database.url },
  );
  expect(await child.line()).toBe('works');
  const queue = await open();
  await queue.send(db, 'make_shot', shot('orphan'));
  expect(JSON.parse(await child.line())).toMatchObject({ requestId: 'orphan' });
  await child.kill();
  const done: string[] = [];
  await queue.work({ make_shot: async (job) => void done.push(job.requestId) }, two);
  await expect.poll(() => done).toEqual(['orphan']);
});

test('jobs that fail at every try are handed to whoever ends what they were for', async () => {
  const queue = await open();
  const lost: string[] = [];
  const never = async () => {
    throw new Error('never');
  };
  await queue.work(
    {
      make_shot: never,
      second_opinion: never,
      lost_shot: async (job) => void lost.push(job.requestId),
      lost_opinion: async (job) => void lost.push(job.shotId),
    },
    two,
  );
  await queue.send(db, 'make_shot', { requestId: 'hopeless', workspaceId: 'w' });
  await queue.send(db, 'second_opinion', opinion('w', 'dark'), { group: 'w', key: 'dark' });
  await expect.poll(() => lost.toSorted(), { timeout: 60_000 }).toEqual(['dark', 'hopeless']);
});
