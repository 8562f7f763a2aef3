/** How often a worker records that it is alive, and for how long that counts: two beats may be missed. */
export const BEAT_MS = 5_000;
export const WORKER_ALIVE_SECONDS = 15;
export const WORKER_FORGOTTEN_SECONDS = 60;

/** How long each part may take to answer, and how long an answer is reused. */
export const ANSWER_WITHIN_MS = 2_000;
export const KEEP_READINESS_MS = 1_000;
export const KEEP_FIGURES_MS = 2_000;

/** The highest exact count; a count of this size means “this many or more”. */
export const MAX_COUNTED = 100_000;
/** Up to this many rows, baselines included, reviews are counted one by one. */
export const SMALL_TABLE = 20_000;

/** What an orchestrator reads: yes or no, and how long things wait. It contains no names. */
export interface Readiness {
  /** Whether this process can take requests: database, queue and storage answer. */
  ready: boolean;
  database: boolean;
  /** The queue's tables can be read, so queued jobs are kept. */
  queue: boolean;
  /** A file could be written, read and removed. */
  storage: boolean;
  /**
   * A worker is alive in some process. Without one this process is still ready: it accepts reviews and decisions, and
   * the queue keeps them. Taking it out of service would help nobody.
   */
  worker: boolean;
  /** null when the database does not answer in time. */
  oldest_pending_delivery_seconds: number | null;
  oldest_pending_capture_seconds: number | null;
}

/** Returns the promise's value, or null when it fails or takes longer than `ms`. */
export function within<Value>(ms: number, work: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), ms);
    work.then(
      (value) => {
        clearTimeout(late);
        resolve(value);
      },
      () => {
        clearTimeout(late);
        resolve(null);
      },
    );
  });
}

/** Calls `find` once for all concurrent callers, and reuses its result for `ms`. */
export function keepFor<Value>(ms: number, find: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | null = null;
  return () => {
    if (known !== null && performance.now() < known.until) return known.value;
    const value = find();
    const now = { value, until: Number.POSITIVE_INFINITY };
    known = now;
    const found = (): void => {
      now.until = performance.now() + ms;
    };
    value.then(found, found);
    return value;
  };
}
