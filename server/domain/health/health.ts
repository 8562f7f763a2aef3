import { randomUUID } from 'node:crypto';
import { describeFault } from '../describe-fault.ts';
import type { Database, Log, Reader, Storage } from '../ports.ts';
import {
  ANSWER_WITHIN_MS,
  BEAT_MS,
  KEEP_FIGURES_MS,
  KEEP_READINESS_MS,
  keepFor,
  type Readiness,
  within,
} from './rules.ts';
import {
  beat,
  type Counts,
  endBeat,
  readCounts,
  readQueue,
  readReviews,
  readWaiting,
  type StatusCount,
  type Waiting,
} from './store.ts';

/**
 * Writes, reads and removes a small file. While one probe hangs, no other begins, because a storage that does not
 * answer must not block the process's threads one after the other.
 */
export function probeStorage(storage: Storage): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const key = `probes/${randomUUID()}`;
    const bytes = Buffer.from(key);
    try {
      await storage.put(key, bytes);
      if (!bytes.equals(await storage.get(key))) throw new Error('The storage gave back something else');
    } finally {
      await storage.remove(key);
    }
  };
  return () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}

export type { Readiness };

/** What the database reports about waiting work. Each part is null when it does not answer in time. */
export interface Figures {
  waiting: Waiting | null;
  counts: Counts | null;
  reviews: StatusCount[] | null;
}

export interface Health {
  /** Answers within about 2 s, whatever hangs. Never fails. */
  readiness(): Promise<Readiness>;
  /** Answers within the same time and never fails. Costs the same however many reviews there are. */
  figures(): Promise<Figures>;
}

const said = async (work: Promise<unknown>): Promise<boolean> =>
  (await within(
    ANSWER_WITHIN_MS,
    work.then(() => true),
  )) === true;

/** `reader` is used only here, so that a busy pool is not taken for a failed database. */
export function createHealth(reader: Reader, storage: Storage, log: Log): Health {
  const probe = probeStorage(storage);
  let before = '';
  const report = (now: Readiness): void => {
    const { ready, database, queue, storage: files, worker } = now;
    const parts = { ready, database, queue, storage: files, worker };
    const text = JSON.stringify(parts);
    if (text === before) return;
    before = text;
    log[ready && worker ? 'info' : 'warn'](parts, 'health');
  };
  return {
    readiness: keepFor(KEEP_READINESS_MS, async () => {
      const [waiting, queue, files] = await Promise.all([
        within(ANSWER_WITHIN_MS, readWaiting(reader)),
        said(readQueue(reader)),
        said(probe()),
      ]);
      const now: Readiness = {
        ready: waiting !== null && queue && files,
        database: waiting !== null,
        queue,
        storage: files,
        worker: waiting !== null && waiting.workers > 0,
        oldest_pending_delivery_seconds: waiting === null ? null : Math.round(waiting.oldestDelivery),
        oldest_pending_capture_seconds: waiting === null ? null : Math.round(waiting.oldestCapture),
      };
      report(now);
      return now;
    }),
    figures: keepFor(KEEP_FIGURES_MS, async () => {
      const [waiting, counts, reviews] = await Promise.all([
        within(ANSWER_WITHIN_MS, readWaiting(reader)),
        within(ANSWER_WITHIN_MS, readCounts(reader)),
        within(ANSWER_WITHIN_MS, readReviews(reader)),
      ]);
      return { waiting, counts, reviews };
    }),
  };
}

/**
 * Records every few seconds that a worker is alive in this process. @returns a function that stops it for all callers
 * at once
 */
export function startBeating(db: Database, log: Log): () => void {
  const id = randomUUID();
  let last: Promise<void> = Promise.resolve();
  const next = (): void => {
    last = last
      .then(() => beat(db, id))
      .catch((error: unknown) => log.warn({ error: describeFault(error) }, 'heartbeat'));
  };
  next();
  const beating = setInterval(next, BEAT_MS);
  beating.unref();
  return () => {
    clearInterval(beating);
    // If this fails, the last beat still counts for some seconds.
    last = last.then(() => endBeat(db, id)).catch(() => {});
  };
}
