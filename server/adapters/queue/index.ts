import { setTimeout as wait } from 'node:timers/promises';
import { fromPrisma, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type { JobData, JobName, Log, Queue } from '../../domain/ports.ts';
import { faultCode } from '../postgres/fault-code.ts';
import { leadsToPooler } from '../postgres/pooler.ts';

const SCHEMA = 'sightline_queue';
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** Less than that it does not take as a time for its own stop. */
const LEAST_STOP_MS = 1_000;

/** A worker that stops answering for 10 s has lost its job to another one within the next 5 s of supervision. */
const queues: Record<JobName, QueueOptions> = {
  // After about 3, 6 and 12 seconds: a store or a site that is away for a moment costs no review its shots.
  make_shot: { expireInSeconds: 180, heartbeatSeconds: 10, retryLimit: 3, retryDelay: 2, retryBackoff: true },
  second_opinion: { expireInSeconds: 180, heartbeatSeconds: 10, retryLimit: 2, retryDelay: 2 },
  fetch_after_image: { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 2, retryDelay: 2 },
  compare_shot: { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true },
};

/** Where jobs go that failed at every try, for instance because they kill whoever works on them. */
const lost = {
  make_shot: 'make_shot_lost',
  fetch_after_image: 'fetch_after_image_lost',
  second_opinion: 'second_opinion_lost',
  compare_shot: 'compare_shot_lost',
} as const satisfies Record<JobName, `${JobName}_lost`>;

/** Such a job dies with its worker like any other, and must not wait for the quarter of an hour that is the default. */
const lostOptions: QueueOptions = { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 20, retryDelay: 5 };

export interface Handlers {
  make_shot(job: JobData['make_shot'], lastTry: boolean): Promise<void>;
  second_opinion(job: JobData['second_opinion'], lastTry: boolean): Promise<void>;
  fetch_after_image(job: JobData['fetch_after_image'], lastTry: boolean): Promise<void>;
  lost_shot(job: JobData['make_shot']): Promise<void>;
  lost_after_image(job: JobData['fetch_after_image']): Promise<void>;
  lost_opinion(job: JobData['second_opinion']): Promise<void>;
  compare_shot(job: JobData['compare_shot']): Promise<void>;
  lost_comparison(job: JobData['compare_shot']): Promise<void>;
}

export interface JobQueue extends Queue {
  /** Begins to work on the queues that have a handler; `make_shot` is how many of these one workspace may have at once. */
  work(handlers: Partial<Handlers>, concurrency: { make_shot: number }): Promise<void>;
  /** Lets running jobs end for up to `timeoutMs`; what does not goes back to the queue. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Connects to the queue's tables, making or upgrading them. Only a process that works also supervises. Behind a pooler it
 * looks for jobs once a second, where otherwise it hears of them.
 */
export async function startQueue(url: string, log: Log, supervise: boolean): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'sightline-queue',
    max: 8,
    useListenNotify: supervise && !(await leadsToPooler(url)),
    supervise,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error({ error: faultCode(error) }, 'queue'));
  await boss.start();
  for (const name of Object.values(lost)) {
    await boss.createQueue(name, { ...lostOptions, notify: true });
    // One of an older version keeps what it was made with.
    await boss.updateQueue(name, lostOptions);
  }
  for (const name of ['make_shot', 'second_opinion', 'fetch_after_image', 'compare_shot'] as const) {
    const [options, deadLetter] = [queues[name], lost[name]];
    await boss.createQueue(name, { ...options, notify: true, deadLetter });
    await boss.updateQueue(name, { ...options, deadLetter });
    // What it knows of a queue it would else read when it sends the first job: with a second connection, while the
    // transaction that sends it has one. Enough of these at once, and none gets its second.
    await boss.findJobs(name, { id: NO_JOB });
  }
  return {
    async send(tx, name, data, { group, key } = {}) {
      const options = { db: fromPrisma(tx), ...(group === undefined ? {} : { group: { id: group } }) };
      if (key === undefined) await boss.send(name, data, options);
      else await boss.upsert(name, data, { ...options, singletonKey: key });
    },
    async sent(tx, name, key) {
      const jobs = await boss.findJobs<JobData[typeof name]>(name, { key, db: fromPrisma(tx) });
      return jobs.map(({ data }) => data);
    },
    async work(handlers, concurrency) {
      const common = { includeMetadata: true, notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 1 } as const;
      const { make_shot, second_opinion, fetch_after_image, compare_shot } = handlers;
      const { lost_shot, lost_after_image, lost_opinion, lost_comparison } = handlers;
      if (make_shot !== undefined) {
        // One place more than a workspace may take: its own slow captures delay no other workspace's.
        const { make_shot: perWorkspace } = concurrency;
        const options = { ...common, localConcurrency: perWorkspace + 1, localGroupConcurrency: perWorkspace };
        await boss.work('make_shot', options, async (jobs: JobWithMetadata<JobData['make_shot']>[]) => {
          for (const job of jobs) await make_shot(job.data, job.retryCount >= job.retryLimit);
        });
      }
      if (lost_shot !== undefined) {
        await boss.work(lost.make_shot, common, async (jobs: JobWithMetadata<JobData['make_shot']>[]) => {
          for (const job of jobs) await lost_shot(job.data);
        });
      }
      if (lost_after_image !== undefined) {
        const queue = lost.fetch_after_image;
        await boss.work(queue, common, async (jobs: JobWithMetadata<JobData['fetch_after_image']>[]) => {
          for (const job of jobs) await lost_after_image(job.data);
        });
      }
      if (lost_opinion !== undefined) {
        await boss.work(lost.second_opinion, common, async (jobs: JobWithMetadata<JobData['second_opinion']>[]) => {
          for (const job of jobs) await lost_opinion(job.data);
        });
      }
      if (second_opinion !== undefined) {
        // Whoever has hundreds of shots looked at waits for them alone.
        const options = { ...common, localConcurrency: 4, localGroupConcurrency: 2 };
        await boss.work('second_opinion', options, async (jobs: JobWithMetadata<JobData['second_opinion']>[]) => {
          for (const job of jobs) await second_opinion(job.data, job.retryCount >= job.retryLimit);
        });
      }
      if (lost_comparison !== undefined) {
        await boss.work(lost.compare_shot, common, async (jobs: JobWithMetadata<JobData['compare_shot']>[]) => {
          for (const job of jobs) await lost_comparison(job.data);
        });
      }
      if (compare_shot !== undefined) {
        await boss.work('compare_shot', common, async (jobs: JobWithMetadata<JobData['compare_shot']>[]) => {
          for (const job of jobs) await compare_shot(job.data);
        });
      }
      if (fetch_after_image !== undefined) {
        // Whoever shows pictures that never come waits for them alone.
        const options = { ...common, localConcurrency: 4, localGroupConcurrency: 2 };
        await boss.work('fetch_after_image', options, async (jobs: JobWithMetadata<JobData['fetch_after_image']>[]) => {
          for (const job of jobs) await fetch_after_image(job.data, job.retryCount >= job.retryLimit);
        });
      }
    },
    async stop(timeoutMs) {
      // By itself it looks only twice a second whether its workers have ended, so they are ended before.
      const names = [...Object.keys(queues), ...Object.values(lost)];
      const ended = Promise.allSettled(names.map((name) => boss.offWork(name)));
      const late = new AbortController();
      const { signal } = late;
      const most = Math.max(0, timeoutMs - LEAST_STOP_MS);
      await Promise.race([ended, wait(most, undefined, { signal }).catch(() => {})]);
      late.abort();
      await boss.stop({ graceful: true, close: true, timeout: timeoutMs - most });
    },
  };
}
