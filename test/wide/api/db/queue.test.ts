import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobQueue, startQueue } from '../../../../server/adapters/queue/index.ts';
import { serviceJobs } from '../../../../server/domain/jobs.ts';
import { createTestDatabase } from '../../../support/database.ts';

let database: { url: string; drop(): Promise<void> };
let queue: JobQueue | null = null;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await queue?.stop(1000);
  await database.drop();
});

async function open(): Promise<void> {
  queue = await startQueue(database.url, pino({ level: 'silent' }), true, serviceJobs(2));
}

test('a queue of an older version gets the new settings: its dead-letter queue and time limits', async () => {
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

test('a process of an older version keeps sending to its own queue while newer processes start', async () => {
  const older = new PgBoss({ connectionString: database.url, schema: 'sightline_queue', supervise: false });
  await older.start();
  for (const name of ['deliver_lost', 'deliver']) await older.createQueue(name);
  await open();
  // It reloads the queues every minute.
  const again = new PgBoss({ connectionString: database.url, schema: 'sightline_queue', supervise: false });
  await again.start();
  for (const process of [older, again]) {
    expect(await process.send('deliver', { deliveryId: 'd', workspaceId: 'w', attempt: 1 })).toEqual(
      expect.any(String),
    );
    await process.stop({ graceful: false });
  }
});
