/** How often a worker records that it is alive, and for how long that counts: two beats may be lost. */
export const BEAT_MS = 5_000;
export const WORKER_ALIVE_SECONDS = 15;
export const WORKER_FORGOTTEN_SECONDS = 60;

/** How long any one part may take to answer, and how long an answer is given again. */
export const ANSWER_WITHIN_MS = 2_000;
export const KEEP_READINESS_MS = 1_000;
export const KEEP_FIGURES_MS = 2_000;

/** Beyond this it is "that many or more". */
export const MAX_COUNTED = 100_000;
/** Up to here reviews are counted one by one. */
export const SMALL_TABLE = 20_000;

/** What an orchestrator reads: yes, no, and how long things wait. Nothing in it names anything. */
export interface Readiness {
  /** Whether requests should come here: database, queue and storage answer. */
  ready: boolean;
  database: boolean;
  /** The queue's tables: what is asked for is kept. */
  queue: boolean;
  /** A file could be written, read and removed. */
  storage: boolean;
  /**
   * A worker lives, anywhere. None leaves this process ready: it takes reviews and decisions, the queue keeps them, and
   * taking it out of service would help nobody.
   */
  worker: boolean;
  /** null when the database does not report it. */
  oldest_pending_delivery_seconds: number | null;
  oldest_pending_capture_seconds: number | null;
}

/** The promise's value, or null when it fails or takes longer than `ms`. */
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

/** Gives the same answer to all who ask while it is being found and for `ms` after. */
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
