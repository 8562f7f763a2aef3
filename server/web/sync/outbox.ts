import { type Signal, signal } from '@preact/signals';
import { writeOnce } from '../marking/place-once.ts';
import type { Memory } from '../shared/memory.ts';
import type { Tab } from '../shared/tab.ts';
import type { Input, PageView, WriteName } from '../shared/types.ts';
import { coalesce, type Failure } from './exchange.ts';
import { alreadySo, type Entry, isKept, type Kept, parseEntry, withPending } from './outbox-entry.ts';
import type { ReviewStore, Written } from './store.ts';

export interface OutboxEvents {
  /** A queued change was accepted. */
  sent(entry: Entry, view: PageView): void;
  /** A queued change was refused for good. */
  refused(entry: Entry, failure: Failure): void;
  /** Whether the draft is open and may still change. */
  isOpen(draft: string): boolean;
}

/** A queue of changes that could not be sent: stored in order, retried automatically, each sent once. */
export interface Outbox {
  entries: Signal<readonly Entry[]>;
  /**
   * Like the store's `write`, but queues what cannot be sent and returns the view with it applied. `draft` is the key
   * of the draft. Never queues a decision, which is about what the person saw.
   */
  write<Name extends WriteName>(name: Name, input: Input<Name>, draft?: string | null): Promise<Written>;
  /** Sends what is queued until one fails. */
  flush(): Promise<void>;
  /** Removes a draft's queued change, if there is one. */
  unsend(draft: string): void;
  /** Reads the storage again after another tab has written. */
  reload(): void;
  stop(): void;
}

export const outboxOf = (reviewId: string): string => `${reviewId}:outbox:`;
export const outboxLock = (reviewId: string): string => `outbox:${reviewId}`;

const firstPause = 2_000;
const longestPause = 60_000;
/** Gives up on a change after this many 5xx responses. */
const maxTries = 8;

interface Options {
  store: ReviewStore;
  memory: Memory;
  reviewId: string;
  tab: Tab;
  events: OutboxEvents;
  now?: () => number;
}

/** Returns the delay of a failure that a retry may fix, in seconds where it is known; null for others. */
const passing = (failure: Failure): { seconds: number | null } | null => {
  if (failure.kind === 'offline' || failure.kind === 'broken') return { seconds: null };
  return failure.kind === 'busy' ? { seconds: failure.seconds } : null;
};

/** The queued changes as this device stores them, each under its own key. */
function createEntries(memory: Memory, reviewId: string, tab: Tab, now: () => number) {
  const prefix = outboxOf(reviewId);
  const find = (key: string): Entry | null => parseEntry(memory.get(prefix + key));
  const read = (): Entry[] => memory.keys(prefix).flatMap((key) => parseEntry(memory.get(key)) ?? []);
  const entries = signal<readonly Entry[]>(read());
  let count = 0;

  const reload = () => {
    entries.value = read();
  };
  const remove = (key: string) => {
    memory.remove(prefix + key);
    reload();
  };
  const add = (entry: Entry) => {
    memory.set(prefix + entry.key, JSON.stringify(entry));
    reload();
  };

  /** Later queued changes of the same mark are based on this one, so they do not conflict. */
  const rebase = (done: Entry, view: PageView) => {
    for (const entry of entries.value) {
      if (entry.name !== 'edit_mark' || !('after_update' in entry.input) || !('mark_id' in done.input)) continue;
      const { mark_id: id } = entry.input;
      const mark = done.input.mark_id === id ? view.review.marks.find((each) => each.id === id) : undefined;
      if (mark === undefined) continue;
      const input = { ...entry.input, after_update: mark.updated_at };
      memory.set(prefix + entry.key, JSON.stringify({ ...entry, input }));
    }
    reload();
  };

  const entryOf = <Name extends Kept>(name: Name, input: Input<Name>, draft: string | null): Entry<Name> => {
    count += 1;
    const at = now().toString(36).padStart(9, '0');
    const key = `${at}-${String(count).padStart(4, '0')}-${tab.id.slice(0, 8)}`;
    return { key, name, input, draft };
  };

  return { entries, reload, find, add, remove, rebase, entryOf };
}

/** Times the next try: after the delay that the service asked for, else after ever longer pauses. */
function createBackoff(now: () => number, retry: () => void) {
  let notBefore = 0;
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    wait(seconds: number | null) {
      const ms = seconds === null ? pause : seconds * 1000;
      if (seconds === null) pause = Math.min(pause * 2, longestPause);
      else notBefore = now() + ms;
      clearTimeout(timer);
      timer = setTimeout(retry, ms);
    },
    reset() {
      pause = firstPause;
    },
    /** Whether the service asked to wait longer. */
    isWaiting: () => now() < notBefore,
    secondsLeft: () => (notBefore > now() ? Math.ceil((notBefore - now()) / 1000) : null),
    stop: () => clearTimeout(timer),
  };
}

/** The callers that wait for the response to a queued change. */
function createAnswers() {
  const waiting = new Map<string, (written: Written) => void>();
  /** Returns false when nobody waits. */
  const answer = (key: string, written: Written): boolean => {
    const settle = waiting.get(key);
    waiting.delete(key);
    settle?.(written);
    return settle !== undefined;
  };
  return { waiting, answer };
}

interface Sender extends Pick<Options, 'store' | 'events'>, Pick<ReturnType<typeof createAnswers>, 'answer'> {
  queued: ReturnType<typeof createEntries>;
  backoff: ReturnType<typeof createBackoff>;
}

function createSender({ store, events, queued: { remove, rebase }, backoff: { wait, reset }, answer }: Sender) {
  const tries = new Map<string, number>();
  const forget = (key: string) => {
    remove(key);
    tries.delete(key);
  };
  /** Sends one. Returns whether to continue. */
  return async (entry: Entry): Promise<boolean> => {
    const written = await writeOnce(store, entry.name, entry.input);
    if (written.ok) {
      reset();
      forget(entry.key);
      rebase(entry, written.view);
      if (!answer(entry.key, written)) events.sent(entry, written.view);
      return true;
    }
    const { failure } = written;
    const later = passing(failure);
    const tried = (tries.get(entry.key) ?? 0) + (failure.kind === 'broken' ? 1 : 0);
    tries.set(entry.key, tried);
    if (later !== null && tried < maxTries) {
      wait(later.seconds);
      return false;
    }
    forget(entry.key);
    const view = store.view.value;
    // It had arrived; only the response was lost.
    if (failure.kind === 'conflict' && view !== null && alreadySo(view, entry)) {
      if (!answer(entry.key, { ok: true, view })) events.sent(entry, view);
    } else if (!answer(entry.key, written)) events.refused(entry, failure);
    return true;
  };
}

export function createOutbox({ store, memory, reviewId, tab, events, now = Date.now }: Options): Outbox {
  const queued = createEntries(memory, reviewId, tab, now);
  const { entries, reload, find, add, remove, entryOf } = queued;
  const { waiting, answer } = createAnswers();
  const backoff = createBackoff(now, () => void flush());
  const { wait, isWaiting, secondsLeft, stop } = backoff;
  const sendOne = createSender({ store, events, queued, backoff, answer });
  let chain: Promise<unknown> = Promise.resolve();

  const kept = (): Written => {
    const view = store.view.value;
    if (view === null) return { ok: false, failure: { kind: 'offline' } };
    return { ok: true, view: withPending(view, entries.value), kept: { seconds: secondsLeft() } };
  };

  const sendAll = async () => {
    if (isWaiting()) return;
    stop();
    reload();
    for (const { key } of entries.value) {
      // Another tab may have sent it, or the person undone it.
      const entry = find(key);
      if (entry === null) continue;
      if (entry.draft !== null && !waiting.has(entry.key) && events.isOpen(entry.draft)) continue;
      if (!(await sendOne(entry))) break;
    }
    reload();
    for (const key of [...waiting.keys()]) answer(key, kept());
  };

  const flush = coalesce(async () => {
    await tab.alone(outboxLock(reviewId), sendAll);
    return false;
  });

  // One at a time, to keep the order.
  const attempt = async <Name extends Kept>(name: Name, input: Input<Name>, draft: string | null): Promise<Written> => {
    const entry = entryOf(name, input, draft);
    if (entries.value.length === 0) {
      const written = await writeOnce(store, name, input);
      const later = written.ok ? null : passing(written.failure);
      if (later === null) return written;
      add(entry);
      wait(later.seconds);
      return kept();
    }
    const written = new Promise<Written>((resolve) => waiting.set(entry.key, resolve));
    add(entry);
    if (isWaiting()) answer(entry.key, kept());
    else void flush();
    return written;
  };

  return {
    entries,
    flush,
    reload,
    write(name, input, draft = null) {
      if (!isKept(name)) return store.write(name, input);
      const written = chain.then(() => attempt(name, input as Input<typeof name>, draft));
      chain = written;
      return written;
    },
    unsend(draft) {
      for (const entry of entries.value) if (entry.draft === draft) remove(entry.key);
    },
    stop,
  };
}
