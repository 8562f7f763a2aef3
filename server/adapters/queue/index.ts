import { setTimeout as wait } from 'node:timers/promises';
import { fromPrisma, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss';
import type { Job, JobPolicy } from '../../domain/job.ts';
import type { JobData, Log, Queue, Tx } from '../../domain/ports.ts';
import { faultCode } from '../postgres/fault-code.ts';

const SCHEMA = 'sightline_queue';
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** pg-boss accepts no shorter time for its own stop. */
const MIN_STOP_MS = 1_000;
/**
 * How workers poll for the jobs that no notification announces: retries, delayed jobs, and all jobs while notifications
 * fail. Polling every second instead of every two costs 15 ms of PostgreSQL's CPU a second instead of 6, while idle.
 */
const polling = { notifyPollingIntervalSeconds: 2, pollingIntervalSeconds: 1, includeMetadata: true } as const;

/**
 * The policy of dead-letter jobs. A dead letter is lost with its worker like any other job, and by default pg-boss
 * notices only after a quarter of an hour.
 */
const deadLetterPolicy: JobPolicy = { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 20, retryDelay: 5 };

/** What the queue needs to know about a kind of job before a worker takes one. */
type JobKind = Pick<Job<never>, 'name' | 'policy'> & { onDeadLetter?: unknown };

interface EnqueueOptions {
  /** The job is sent only if this transaction commits. */
  tx?: Tx;
  /** The queue keeps the first of the unstarted jobs with this key; see `JobPolicy.policy`. */
  key?: string;
  afterSeconds?: number;
  /** At most one job is sent in this time, by all processes together. */
  everySeconds?: number;
}

export interface JobQueue extends Queue {
  /** Sends a job of any kind that the queue was started with. */
  enqueue(name: string, data: object, options?: EnqueueOptions): Promise<void>;
  /** Starts processing these jobs. */
  work<Context>(jobs: readonly Job<Context>[], context: Context): Promise<void>;
  /** Waits up to `timeoutMs` for running jobs; unfinished ones return to the queue. A second call does nothing. */
  stop(timeoutMs: number): Promise<void>;
}

const deadLetterName = (name: string): string => `${name}_lost`;

/** Creates a queue, or updates the policy of an existing one. */
async function openQueue(boss: PgBoss, name: string, options: JobPolicy & { deadLetter?: string }): Promise<void> {
  const { policy = 'standard', ...changeable } = options;
  await boss.createQueue(name, { ...changeable, policy, notify: true });
  await boss.updateQueue(name, changeable);
  // Loads the queue's settings into the cache. Otherwise pg-boss would load them when it sends the first job, on a
  // second connection while the sending transaction holds one. Many of these at once would exhaust the pool, and none
  // would get its second.
  await boss.findJobs(name, { id: NO_JOB });
}

/** Creates the queue of a kind of job and the queue of its dead letters. */
async function openKind(boss: PgBoss, { name, policy, onDeadLetter }: JobKind): Promise<void> {
  const deadLetter = onDeadLetter === undefined ? {} : { deadLetter: deadLetterName(name) };
  if (onDeadLetter !== undefined) await openQueue(boss, deadLetterName(name), deadLetterPolicy);
  await openQueue(boss, name, { ...policy, ...deadLetter });
}

/** Lets the busy workers of a queue fetch their next job at once. Otherwise pg-boss lets each wait for its next poll. */
function skipPause(boss: PgBoss, name: string): void {
  const busy = boss.getWipData().filter((worker) => worker.name === name && worker.count > 0);
  for (const { id } of busy) boss.notifyWorker(id);
}

/**
 * Connects to the queue's tables, and creates or upgrades them. Only a process that works also supervises the queue.
 */
export async function startQueue(
  url: string,
  log: Log,
  supervise: boolean,
  kinds: readonly JobKind[],
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'sightline-queue',
    max: 8,
    useListenNotify: supervise,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error({ error: faultCode(error) }, 'queue'));
  try {
    await boss.start();
    for (const kind of kinds) await openKind(boss, kind);
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
  const working: string[] = [];
  let stopped = false;
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
    async enqueue(name, data, { tx, key, afterSeconds, everySeconds } = {}) {
      await boss.send(name, data, {
        ...(tx === undefined ? {} : { db: fromPrisma(tx) }),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(afterSeconds === undefined ? {} : { startAfter: Math.ceil(afterSeconds) }),
        ...(everySeconds === undefined ? {} : { singletonSeconds: Math.max(1, Math.floor(everySeconds)) }),
      });
    },
    async work(jobs, context) {
      type Perform = (job: JobWithMetadata<object>) => Promise<void>;
      const start = async (name: string, options: WorkOptions, perform: Perform) => {
        working.push(name);
        await boss.work(name, { ...options, ...polling }, async (batch: JobWithMetadata<object>[]) => {
          skipPause(boss, name);
          for (const job of batch) await perform(job);
        });
      };
      for (const { name, concurrency, perform, onDeadLetter } of jobs) {
        const { total = 1, perGroup } = concurrency ?? {};
        const groups = perGroup === undefined ? {} : { localGroupConcurrency: perGroup };
        await start(name, { localConcurrency: total, ...groups }, (job) =>
          perform(context, job.data, job.retryCount >= job.retryLimit),
        );
        if (onDeadLetter === undefined) continue;
        await start(deadLetterName(name), {}, (job) => onDeadLetter(context, job.data));
      }
    },
    async stop(timeoutMs) {
      if (stopped) return;
      stopped = true;
      // pg-boss checks only twice a second whether its workers have finished, so they are stopped first.
      const ended = Promise.allSettled(working.map((name) => boss.offWork(name)));
      const late = new AbortController();
      const { signal } = late;
      const maxMs = Math.max(0, timeoutMs - MIN_STOP_MS);
      await Promise.race([ended, wait(maxMs, undefined, { signal }).catch(() => {})]);
      late.abort();
      await boss.stop({ graceful: true, close: true, timeout: MIN_STOP_MS });
    },
  };
}
