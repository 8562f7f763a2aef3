import { type Db, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { describeError, type Log } from './log.ts';
import type { Queries } from './store/database.ts';
import type { RegistrationKey } from './store/registrations.ts';

const followQueue = 'follow';
const sweepQueue = 'sweep';
const FollowJob = z.object({ repositoryId: z.int(), reviewId: z.string() });

/** Work that must not be lost: it is kept in PostgreSQL and tried again until it succeeds. */
export interface Queue {
  /** Reads a review again and does what it asks for. With `queries` it is kept by that transaction. */
  follow(key: RegistrationKey, options?: { queries?: Queries; afterSeconds?: number }): Promise<void>;
  /** Reads every review that may have moved on; at most once in a period, whatever the number of processes. */
  sweep(): Promise<void>;
  start(handlers: { follow(key: RegistrationKey): Promise<void>; sweep(): Promise<void> }): Promise<void>;
  /** Lets running jobs end, for 8 seconds at most; the rest goes back to the queue. */
  close(): Promise<void>;
}

export function createQueue(databaseUrl: string, sweepSeconds: number, log: Log): Queue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'sightline_app_queue',
    application_name: 'sightline_app_queue',
    max: 4,
    schedule: false,
    useListenNotify: true,
    // A dead worker's job is back within half a minute.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error('The queue reports an error.', describeError(error)));
  return {
    async follow(key, { queries, afterSeconds } = {}) {
      // A review waits at most once now and at most once later, so that neither holds back the other.
      const singletonKey = `${key.repositoryId}:${key.reviewId}${afterSeconds === undefined ? '' : ':later'}`;
      const data = { repositoryId: key.repositoryId, reviewId: key.reviewId };
      await boss.send(followQueue, data, {
        singletonKey,
        ...(afterSeconds === undefined ? {} : { startAfter: Math.ceil(afterSeconds) }),
        ...(queries === undefined ? {} : { db: adapt(queries) }),
      });
    },
    async sweep() {
      await boss.send(sweepQueue, {}, { singletonSeconds: Math.max(1, Math.floor(sweepSeconds)) });
    },
    async start(handlers) {
      await boss.start();
      await boss.createQueue(followQueue, {
        policy: 'short',
        notify: true,
        retryLimit: 30,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: 120,
        heartbeatSeconds: 10,
        deleteAfterSeconds: 86_400,
      });
      await boss.createQueue(sweepQueue, { notify: true, retryLimit: 0, deleteAfterSeconds: 3600 });
      const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };
      await boss.work(followQueue, { ...polling, localConcurrency: 4 }, async (jobs) => {
        for (const job of jobs) await run(() => handlers.follow(FollowJob.parse(job.data)), job.data);
      });
      await boss.work(sweepQueue, polling, async () => {
        await run(handlers.sweep, {});
      });
    },
    close: () => boss.stop({ graceful: true, timeout: 8000 }),
  };

  // The queue keeps what a job throws, and an error of a GitHub call carries the whole request.
  async function run(work: () => Promise<void>, data: unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      const described = describeError(error);
      log.warn('A job failed and will be tried again.', { ...described, job: data });
      throw new Error(described.error);
    }
  }
}

const adapt = (queries: Queries): Db => ({
  executeSql: async (text, values) => ({ rows: await queries.query(text, values) }),
});
