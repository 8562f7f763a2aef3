import { type Signal, signal } from '@preact/signals';
import { ServiceError } from '../../contract/client.ts';

/** Why a call failed, by what a person can do about it. */
export type Failure =
  | { kind: 'offline' | 'missing' | 'broken' }
  | { kind: 'busy'; seconds: number }
  | { kind: 'conflict' | 'refused'; message: string };

export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof ServiceError)) return { kind: 'broken' };
  // A proxy answers so while the service is down.
  if ([0, 502, 503, 504].includes(cause.status)) return { kind: 'offline' };
  if (cause.status === 404) return { kind: 'missing' };
  if (cause.status === 409) return { kind: 'conflict', message: cause.message };
  if (cause.status === 429) return { kind: 'busy', seconds: cause.body.retry_after ?? 60 };
  if (cause.status >= 400 && cause.status < 500) return { kind: 'refused', message: cause.message };
  return { kind: 'broken' };
}

const TIMEOUT_MS = 30_000;

/** Ends a call that takes too long; it is sent again. */
export const withTimeout = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

/** The last response, and why the last call failed. */
export interface Latest<View> {
  /** null until the first response. */
  view: Signal<View | null>;
  /** null while calls succeed. */
  trouble: Signal<Failure | null>;
}

/**
 * Keeps the last response. `show` keeps the object of an unchanged one, so that nothing is redrawn, and returns the
 * view before a changed one.
 *
 * @param first the view that came with the page
 */
export function createLatest<View>(first: View | null) {
  const view = signal<View | null>(first);
  const trouble = signal<Failure | null>(null);
  let shown = JSON.stringify(first);
  return {
    view,
    trouble,
    show(next: View): View | null {
      trouble.value = null;
      const text = JSON.stringify(next);
      if (text === shown) return null;
      shown = text;
      const before = view.value;
      view.value = next;
      return before;
    },
  };
}

/** Returns `work` run one at a time: once more after a call during it, and as long as it returns true. */
export function coalesce(work: () => Promise<boolean>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        if (await work()) again = true;
      } while (again);
    } finally {
      running = null;
    }
  };
  return () => {
    if (running !== null) again = true;
    else running = run();
    return running;
  };
}
