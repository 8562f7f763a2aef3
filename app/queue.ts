import { type Db, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { readRetryAfter } from './github.ts';
import { describeError, type Log } from './log.ts';
import { leadsToPooler, type Queries } from './store/database.ts';
import type { RegistrationKey } from './store/registrations.ts';

const FollowJob = z.object({ repositoryId: z.int(), reviewId: z.string() });
const RefreshJob = z.object({
  repositoryId: z.int(),
  number: z.int(),
  /** Where it is, as a webhook said; what the App knows of it otherwise. */
  installationId: z.int().optional(),
  fullName: z.string().optional(),
});
const AgainJob = z.object({ repositoryId: z.int(), name: z.string(), headSha: z.string() });
const GroupJob = z.object({
  repositoryId: z.int(),
  installationId: z.int(),
  fullName: z.string(),
  headSha: z.string(),
  baseRef: z.string(),
});
const schemas = { follow: FollowJob, refresh: RefreshJob, again: AgainJob, group: GroupJob, sweep: z.object({}) };
type Name = keyof typeof schemas;
export type RefreshJob = z.infer<typeof RefreshJob>;
export type AgainJob = z.infer<typeof AgainJob>;
export type GroupJob = z.infer<typeof GroupJob>;

interface SendOptions {
  /** Kept by that transaction. */
  queries?: Queries;
  afterSeconds?: number;
}

/** Work that must not be lost: it is kept in PostgreSQL and tried again until it succeeds. */
export interface Queue {
  /** Reads a review again and does what it asks for. */
  follow(key: RegistrationKey, options?: SendOptions): Promise<void>;
  /** Reads a pull request again at GitHub and brings what stands on its head up to date. */
  refresh(job: RefreshJob, options?: SendOptions): Promise<void>;
  /** Runs the workflow again that registers a check's review. */
  again(job: AgainJob, options?: SendOptions): Promise<void>;
  /** Says of a merge group what its pull requests' checks say. */
  group(job: GroupJob, options?: SendOptions): Promise<void>;
  /** Reads everything that may have moved on; at most once in a period, whatever the number of processes. */
  sweep(): Promise<void>;
  start(handlers: Handlers): Promise<void>;
  /** Lets running jobs end, for 8 seconds at most; the rest goes back to the queue. */
  close(): Promise<void>;
}

export interface Handlers {
  follow(key: RegistrationKey): Promise<void>;
  refresh(job: RefreshJob): Promise<void>;
  again(job: AgainJob): Promise<void>;
  group(job: GroupJob): Promise<void>;
  sweep(): Promise<void>;
}

export function createQueue(databaseUrl: string, sweepSeconds: number, log: Log): Queue {
  let started: PgBoss | null = null;
  function running(): PgBoss {
    if (started === null) throw new Error('The queue has not been started.');
    return started;
  }

  async function send(name: Name, key: string, data: object, { queries, afterSeconds }: SendOptions = {}) {
    await running().send(name, data, {
      // A thing waits at most once now and at most once later, so that neither holds back the other.
      singletonKey: afterSeconds === undefined ? key : `${key}:later`,
      ...(afterSeconds === undefined ? {} : { startAfter: Math.ceil(afterSeconds) }),
      ...(queries === undefined ? {} : { db: adapt(queries) }),
    });
  }

  async function work<Job extends Name>(
    name: Job,
    concurrency: number,
    keyOf: (data: z.infer<(typeof schemas)[Job]>) => string,
    handle: (data: z.infer<(typeof schemas)[Job]>) => Promise<void>,
  ): Promise<void> {
    const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1, localConcurrency: concurrency };
    await running().work(name, options, async (jobs) => {
      for (const job of jobs) {
        try {
          const data = schemas[name].parse(job.data) as z.infer<(typeof schemas)[Job]>;
          await handle(data).catch(async (error: unknown) => {
            const afterSeconds = readRetryAfter(error);
            if (afterSeconds === null) throw error;
            // Asking sooner than GitHub said prolongs its limit, and a retry of the queue's would come sooner.
            log.warn('GitHub asks for a pause.', { ...describeError(error), afterSeconds, job: job.data });
            await send(name, keyOf(data), data, { afterSeconds });
          });
        } catch (error) {
          // The queue keeps what a job throws, and an error of a GitHub call carries the whole request.
          const described = describeError(error);
          log.warn('A job failed and will be tried again.', { ...described, job: job.data });
          throw new Error(described.error);
        }
      }
    });
  }

  const keys = {
    follow: (job: RegistrationKey) => `${job.repositoryId}:${job.reviewId}`,
    // One that knows a new place is not left out because one that waits knows the old one.
    refresh: (job: RefreshJob) =>
      [job.repositoryId, job.number, job.installationId ?? '', job.fullName ?? ''].join(':'),
    again: (job: AgainJob) => `${job.repositoryId}:${job.headSha}:${job.name}`,
    group: (job: GroupJob) => `${job.repositoryId}:${job.headSha}`,
  };
  return {
    follow({ repositoryId, reviewId }, options) {
      const key = { repositoryId, reviewId };
      return send('follow', keys.follow(key), key, options);
    },
    refresh: (job, options) => send('refresh', keys.refresh(job), job, options),
    again: (job, options) => send('again', keys.again(job), job, options),
    group: (job, options) => send('group', keys.group(job), job, options),
    async sweep() {
      await running().send('sweep', {}, { singletonSeconds: Math.max(1, Math.floor(sweepSeconds)) });
    },
    async start(handlers) {
      const boss = new PgBoss({
        connectionString: databaseUrl,
        schema: 'sightline_app_queue',
        application_name: 'sightline_app_queue',
        max: 4,
        schedule: false,
        // Behind a connection pooler nothing is heard: then it looks once a second.
        useListenNotify: !(await leadsToPooler(databaseUrl)),
        // A dead worker's job is back within half a minute.
        superviseIntervalSeconds: 5,
        monitorIntervalSeconds: 5,
      });
      boss.on('error', (error) => log.error('The queue reports an error.', describeError(error)));
      started = boss;
      await boss.start();
      for (const name of ['follow', 'refresh', 'again', 'group'] as const) {
        const options = {
          notify: true,
          // Days of an outage: every five minutes in the end.
          retryLimit: 1500,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: 300,
          expireInSeconds: 120,
          heartbeatSeconds: 10,
          deleteAfterSeconds: 86_400,
        };
        await boss.createQueue(name, { ...options, policy: 'short' });
        await boss.updateQueue(name, options);
      }
      await boss.createQueue('sweep', { notify: true, retryLimit: 0, deleteAfterSeconds: 3600 });
      await work('follow', 4, keys.follow, handlers.follow);
      await work('refresh', 2, keys.refresh, handlers.refresh);
      await work('again', 1, keys.again, handlers.again);
      await work('group', 1, keys.group, handlers.group);
      await work('sweep', 1, () => 'sweep', handlers.sweep);
    },
    close: async () => started?.stop({ graceful: true, timeout: 8000 }),
  };
}

const adapt = (queries: Queries): Db => ({
  executeSql: async (text, values) => ({ rows: await queries.query(text, values) }),
});
