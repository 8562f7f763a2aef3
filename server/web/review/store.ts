import { type Signal, signal } from '@preact/signals';
import { ServiceError } from '../../contract/client.ts';
import type { Client, Input, ReviewerView, WriteName } from './types.ts';

/** Why a call did not work, in the kinds a person can act on. */
export type Failure =
  | { kind: 'offline' | 'gone' | 'broken' }
  | { kind: 'busy'; seconds: number }
  | { kind: 'conflict' | 'refused'; message: string };

/** A change that waits on this device and goes by itself; `seconds` until then, where the service said so. */
export interface KeptBack {
  seconds: number | null;
}

/** `kept`: nothing is lost, but the service has not heard of it yet; `view` is how things will be. */
export type Written = { ok: true; view: ReviewerView; kept?: KeptBack } | { ok: false; failure: Failure };

/** Told of every new truth and the one before it. `own`: it holds a change of this page, or may hold one. */
export type Watcher = (before: ReviewerView, after: ReviewerView, own: boolean) => unknown;

export interface ReviewStore {
  /** The service's last word; null until the first answer. */
  view: Signal<ReviewerView | null>;
  /** Why the last read failed; null while all is well. */
  trouble: Signal<Failure | null>;
  /** How often the service has been read, so that others can act when it answers again. */
  reads: Signal<number>;
  /**
   * Reads the view; what is asked for during a read is read once more after it. An answer that a change has overtaken
   * is dropped, and read once more.
   */
  refresh(): Promise<void>;
  /** Sends one change; changes go one after the other, so that the last answer is the newest truth. */
  write<Name extends WriteName>(name: Name, input: Input<Name>): Promise<Written>;
  /** Answers how to stop. */
  watch(watcher: Watcher): () => void;
}

export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof ServiceError)) return { kind: 'broken' };
  if (cause.status === 0) return { kind: 'offline' };
  if (cause.status === 404) return { kind: 'gone' };
  if (cause.status === 409) return { kind: 'conflict', message: cause.message };
  if (cause.status === 429) return { kind: 'busy', seconds: cause.body.retry_after ?? 60 };
  if (cause.status >= 400 && cause.status < 500) return { kind: 'refused', message: cause.message };
  return { kind: 'broken' };
}

/** Longer than this nobody waits for an answer: what was sent is kept and sent again. */
const patience = 30_000;

/** @param first what the page came with, until the first read answers */
export function createStore(client: Client, first: ReviewerView | null = null): ReviewStore {
  const view = signal<ReviewerView | null>(first);
  const trouble = signal<Failure | null>(null);
  const reads = signal(0);
  const watchers = new Set<Watcher>();
  let shown = first === null ? '' : JSON.stringify(first);
  let writes = 0;
  let sending = false;
  let queue: Promise<unknown> = Promise.resolve();
  let reading: Promise<void> | null = null;
  let again = false;

  // An unchanged answer keeps the same object, so that nothing is drawn again.
  const show = (next: ReviewerView, own: boolean) => {
    trouble.value = null;
    const text = JSON.stringify(next);
    if (text === shown) return;
    shown = text;
    const before = view.value;
    view.value = next;
    if (before !== null) for (const watcher of watchers) watcher(before, next, own);
  };

  const read = async () => {
    const before = writes;
    try {
      const next = await client.call('read_review', {}, { signal: AbortSignal.timeout(patience) });
      // Read while a change is under way: it may hold that change already, before its own answer is here.
      if (writes === before) show(next, sending);
      else again = true;
      reads.value += 1;
    } catch (cause) {
      trouble.value = failureOf(cause);
    }
  };

  const readUntilCurrent = async () => {
    do {
      again = false;
      await read();
    } while (again);
    reading = null;
  };

  const refresh = (): Promise<void> => {
    if (reading !== null) again = true;
    else reading = readUntilCurrent();
    return reading;
  };

  const send = async <Name extends WriteName>(name: Name, input: Input<Name>): Promise<Written> => {
    writes += 1;
    sending = true;
    try {
      const next: ReviewerView = await client
        .call(name, input, { signal: AbortSignal.timeout(patience) })
        .finally(() => {
          sending = false;
        });
      writes += 1;
      show(next, true);
      return { ok: true, view: next };
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === 'conflict' || failure.kind === 'refused' || failure.kind === 'gone') await refresh();
      return { ok: false, failure };
    }
  };

  return {
    view,
    trouble,
    reads,
    refresh,
    write(name, input) {
      const written = queue.then(() => send(name, input));
      queue = written;
      return written;
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
