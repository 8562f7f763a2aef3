import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobQueue, startQueue } from '../../server/adapters/queue/index.ts';
import { connectDatabase, type Database } from '../../server/db/client.ts';
import type { JobData } from '../../server/domain/ports.ts';
import { gate } from '../faces/support/receiver.ts';
import { createTestDatabase } from '../support/database.ts';
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

const shot = (requestId: string): JobData['make_shot'] => ({ requestId, workspaceId: 'w' });

test('a job commits with its transaction or not at all', async () => {
  const queue = await open();
  const done: string[] = [];
  await queue.work({ make_shot: async (job) => void done.push(job.requestId) }, two);
  await expect(
    db.$transaction(async (tx) => {
      await queue.send(tx, 'make_shot', shot('rolled back'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.$transaction((tx) => queue.send(tx, 'make_shot', shot('committed')));
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
  await expect.poll(() => tries).toEqual([false, false, true]);
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

test('a job that fails at every try is handed to whoever ends what it was for', async () => {
  const queue = await open();
  const lost: string[] = [];
  const make_shot = async () => {
    throw new Error('never');
  };
  await queue.work({ make_shot, lost_shot: async (job) => void lost.push(job.requestId) }, two);
  await queue.send(db, 'make_shot', { requestId: 'hopeless', workspaceId: 'w' });
  await expect.poll(() => lost).toEqual(['hopeless']);
});
