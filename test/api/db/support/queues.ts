import pino from 'pino';
import { type JobQueue, startQueue } from '../../../../server/adapters/queue/index.ts';
import { connectDatabase, type Database } from '../../../../server/db/client.ts';
import { serviceJobs } from '../../../../server/domain/jobs.ts';
import type { JobData } from '../../../../server/domain/ports.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { closeOnce } from '../../../support/file-end.ts';

export interface Queues {
  /** The address of their database. */
  url: string;
  db: Database;
  /** Opens the queue as another process does. */
  open(supervise?: boolean): Promise<JobQueue>;
  close(): Promise<void>;
}

/** Creates a database for processes that share a queue. */
export async function createQueues(): Promise<Queues> {
  const { url, drop } = await createTestDatabase();
  const db = connectDatabase(url);
  const opened: JobQueue[] = [];
  return {
    url,
    db,
    async open(supervise = true) {
      const queue = await startQueue(url, pino({ level: 'silent' }), supervise, serviceJobs(2));
      opened.push(queue);
      return queue;
    },
    close: closeOnce(async () => {
      await Promise.all(opened.map((queue) => queue.stop(1000)));
      await db.$disconnect();
      await drop();
    }),
  };
}

export const shot = (requestId: string): JobData['make_shot'] => ({ requestId, workspaceId: 'w' });

export const opinion = (workspaceId: string, shotId: string, asked = 1): JobData['second_opinion'] => ({
  workspaceId,
  reviewId: 'r',
  shotId,
  asked,
});
