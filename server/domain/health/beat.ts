import { randomUUID } from 'node:crypto';
import { describeFault } from '../describe-fault.ts';
import type { Database, Log } from '../ports.ts';
import { BEAT_MS } from './rules.ts';
import { beat, endBeat } from './store.ts';

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
