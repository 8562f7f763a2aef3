import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobQueue, startQueue } from '../../server/adapters/queue/index.ts';
import { connectDatabase, type Database } from '../../server/db/client.ts';
import type { JobData } from '../../server/domain/ports.ts';
import { gate } from '../faces/support/receiver.ts';
import { createTestDatabase } from '../support/database.ts';
import { startChild } from './support/child.ts';

const log = pino({ level: 'silent' });
const two = { make_shot: 2, deliver: 8 };
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

const delivery = (deliveryId: string): JobData['deliver'] => ({ deliveryId, workspaceId: 'w', attempt: 1 });
const never = async () => {};

test('a job commits with its transaction or not at all', async () => {
  const queue = await open();
  const done: string[] = [];
  await queue.work({ make_shot: never, deliver: async (job) => void done.push(job.deliveryId) }, two);
  await expect(
    db.$transaction(async (tx) => {
      await queue.send(tx, 'deliver', delivery('rolled back'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.$transaction((tx) => queue.send(tx, 'deliver', delivery('committed')));
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['committed']);
  expect(await db.$queryRaw`SELECT count(*)::int FROM sightline_queue.job WHERE name = 'deliver'`).toEqual([
    { count: 1 },
  ]);
});

test('a process that only sends has its jobs done by one that works', async () => {
  const [web, worker] = [await open(false), await open()];
  const done: string[] = [];
  await worker.work({ make_shot: async (job) => void done.push(job.requestId), deliver: never }, two);
  await web.send(db, 'make_shot', { requestId: 'r', workspaceId: 'w' });
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['r']);
});

test('a job that throws is tried again, and is told its last try', async () => {
  const queue = await open();
  const tries: boolean[] = [];
  const make_shot = async (_: unknown, lastTry: boolean) => {
    tries.push(lastTry);
    throw new Error('not yet');
  };
  await queue.work({ make_shot, deliver: never }, two);
  await queue.send(db, 'make_shot', { requestId: 'r', workspaceId: 'w' });
  await expect.poll(() => tries, { timeout: 40_000 }).toEqual([false, false, true]);
});

test('a receiver that hangs holds up its own deliveries only', async () => {
  const queue = await open();
  const hanging = gate();
  const done: string[] = [];
  const deliver = async (job: JobData['deliver']) => {
    if (job.deliveryId.startsWith('slow')) await hanging.opened;
    done.push(job.deliveryId);
  };
  for (let at = 0; at < 12; at += 1) await queue.send(db, 'deliver', delivery(`slow ${at}`), { group: 'slow' });
  for (let at = 0; at < 4; at += 1) await queue.send(db, 'deliver', delivery(`quick ${at}`), { group: `quick ${at}` });
  await queue.work({ make_shot: never, deliver }, two);
  await expect.poll(() => done.toSorted(), { timeout: 20_000 }).toEqual(['quick 0', 'quick 1', 'quick 2', 'quick 3']);
  hanging.open();
  await expect.poll(() => done.length, { timeout: 40_000 }).toBe(16);
});

test('a job is not due before its time', async () => {
  const queue = await open();
  await queue.send(db, 'deliver', delivery('later'), { afterSeconds: 300 });
  const rows = await db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM start_after - created_on)::float8 AS seconds FROM sightline_queue.job`;
  expect(rows).toEqual([{ seconds: 300 }]);
});

test('the job of a worker that was killed is done by another within 30 seconds', async () => {
  const child = startChild(
    `import { startQueue } from 'server/adapters/queue/index.ts';
     const log = { info() {}, warn() {}, error() {} };
     const queue = await startQueue(process.env.QUEUE_URL, log, true);
     const hang = (job) => { console.log(JSON.stringify(job)); return new Promise(() => {}); };
     await queue.work({ make_shot: hang, deliver: hang }, { make_shot: 1, deliver: 2 });
     console.log('works');`,
    { QUEUE_URL: database.url },
  );
  expect(await child.line()).toBe('works');
  const queue = await open();
  await queue.send(db, 'deliver', delivery('orphan'));
  expect(JSON.parse(await child.line())).toMatchObject({ deliveryId: 'orphan' });
  await child.kill();
  const done: string[] = [];
  await queue.work({ make_shot: never, deliver: async (job) => void done.push(job.deliveryId) }, two);
  await expect.poll(() => done, { timeout: 30_000 }).toEqual(['orphan']);
});

test('a job that fails at every try is handed to whoever ends what it was for', async () => {
  const queue = await open();
  const lost: string[] = [];
  const make_shot = async () => {
    throw new Error('never');
  };
  await queue.work({ make_shot, lost_shot: async (job) => void lost.push(job.requestId) }, two);
  await queue.send(db, 'make_shot', { requestId: 'hopeless', workspaceId: 'w' });
  await expect.poll(() => lost, { timeout: 40_000 }).toEqual(['hopeless']);
});
