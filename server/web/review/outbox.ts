import { type Signal, signal } from '@preact/signals';
import type { Memory } from './memory.ts';
import { alreadySo, type Entry, isKept, type Kept, parseEntry, withPending } from './outbox-entry.ts';
import { writeOnce } from './place-once.ts';
import type { Failure, ReviewStore, Written } from './store.ts';
import type { Tab } from './tab.ts';
import type { Input, ReviewerView, WriteName } from './types.ts';

export interface OutboxEvents {
  /** One that waited has been taken. */
  sent(entry: Entry, view: ReviewerView): void;
  /** One that waited was not taken, and will not be by waiting. */
  refused(entry: Entry, failure: Failure): void;
  /** Whether the draft is open before the person, who may still change it. */
  isOpen(draft: string): boolean;
}

/** Changes that could not be sent: kept on the device, in order, and sent by themselves, each once. */
export interface Outbox {
  entries: Signal<readonly Entry[]>;
  /**
   * As the store's, but what cannot be sent now is kept, and answered with the view as it will be. `draft` is the key of
   * the draft the words are from. Deciding is never kept: it is about what the person saw.
   */
  write<Name extends WriteName>(name: Name, input: Input<Name>, draft?: string | null): Promise<Written>;
  /** Sends what waits, as far as it goes. */
  flush(): Promise<void>;
  /** Takes a draft's words back from what waits; false when they did not wait. */
  takeBack(draft: string): boolean;
  /** Looks at the device again: another tab has written. */
  reload(): void;
  stop(): void;
}

export const outboxOf = (reviewId: string): string => `${reviewId}:outbox:`;
export const outboxLock = (reviewId: string): string => `outbox:${reviewId}`;

const firstPause = 2_000;
const longestPause = 60_000;
/** After so many answers of 5xx to the same change it is not the service's bad minute. */
const mostTries = 8;

interface Parts {
  store: ReviewStore;
  memory: Memory;
  reviewId: string;
  tab: Tab;
  events: OutboxEvents;
  now?: () => number;
}

/** A refusal that waiting mends, and how long that takes, in s, where it is known. */
const passing = (failure: Failure): { seconds: number | null } | null => {
  if (failure.kind === 'offline' || failure.kind === 'broken') return { seconds: null };
  return failure.kind === 'busy' ? { seconds: failure.seconds } : null;
};

export function createOutbox({ store, memory, reviewId, tab, events, now = Date.now }: Parts): Outbox {
  const prefix = outboxOf(reviewId);
  const read = (): Entry[] => memory.keys(prefix).flatMap((key) => parseEntry(memory.get(key)) ?? []);
  const entries = signal<readonly Entry[]>(read());
  const waiting = new Map<string, (written: Written) => void>();
  const tries = new Map<string, number>();
  let count = 0;
  let notBefore = 0;
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let chain: Promise<unknown> = Promise.resolve();

  const reload = () => {
    entries.value = read();
  };
  const remove = (key: string) => {
    memory.remove(prefix + key);
    tries.delete(key);
    reload();
  };
  const add = (entry: Entry) => {
    memory.set(prefix + entry.key, JSON.stringify(entry));
    reload();
  };
  const answer = (key: string, written: Written): boolean => {
    const told = waiting.get(key);
    waiting.delete(key);
    told?.(written);
    return told !== undefined;
  };
  const kept = (): Written => {
    const view = store.view.value;
    if (view === null) return { ok: false, failure: { kind: 'offline' } };
    const seconds = notBefore > now() ? Math.ceil((notBefore - now()) / 1000) : null;
    return { ok: true, view: withPending(view, entries.value), kept: { seconds } };
  };
  const wait = (seconds: number | null) => {
    const ms = seconds === null ? pause : seconds * 1000;
    if (seconds === null) pause = Math.min(pause * 2, longestPause);
    else notBefore = now() + ms;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  /** What waits about the same mark was done after this, not beside it: it is no conflict with another's change. */
  const rebase = (done: Entry, view: ReviewerView) => {
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

  /** Sends one; whether the next may go. */
  const sendOne = async (entry: Entry): Promise<boolean> => {
    const written = await writeOnce(store, entry.name, entry.input);
    if (written.ok) {
      pause = firstPause;
      remove(entry.key);
      rebase(entry, written.view);
      if (!answer(entry.key, written)) events.sent(entry, written.view);
      return true;
    }
    const { failure } = written;
    const later = passing(failure);
    const tried = (tries.get(entry.key) ?? 0) + (failure.kind === 'broken' ? 1 : 0);
    tries.set(entry.key, tried);
    if (later !== null && tried < mostTries) {
      wait(later.seconds);
      return false;
    }
    remove(entry.key);
    const view = store.view.value;
    // It had arrived, only its answer was lost.
    if (failure.kind === 'conflict' && view !== null && alreadySo(view, entry)) {
      if (!answer(entry.key, { ok: true, view })) events.sent(entry, view);
    } else if (!answer(entry.key, written)) events.refused(entry, failure);
    return true;
  };

  const sendAll = async () => {
    if (now() < notBefore) return;
    clearTimeout(timer);
    reload();
    for (const { key } of entries.value) {
      // Another tab may have sent it, or the person taken it back.
      const entry = parseEntry(memory.get(prefix + key));
      if (entry === null) continue;
      if (entry.draft !== null && !waiting.has(entry.key) && events.isOpen(entry.draft)) continue;
      if (!(await sendOne(entry))) break;
    }
    reload();
    for (const key of [...waiting.keys()]) answer(key, kept());
  };

  const run = async () => {
    do {
      again = false;
      await tab.alone(outboxLock(reviewId), sendAll);
    } while (again);
    running = null;
  };
  const flush = (): Promise<void> => {
    if (running !== null) again = true;
    else running = run();
    return running;
  };

  const entryOf = <Name extends Kept>(name: Name, input: Input<Name>, draft: string | null): Entry<Name> => {
    count += 1;
    const at = now().toString(36).padStart(9, '0');
    const key = `${at}-${String(count).padStart(4, '0')}-${tab.id.slice(0, 8)}`;
    return { key, name, input, draft };
  };

  // One after the other, so that what was done later never goes first.
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
    // What waits goes first.
    const written = new Promise<Written>((resolve) => waiting.set(entry.key, resolve));
    add(entry);
    if (now() < notBefore) answer(entry.key, kept());
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
    takeBack(draft) {
      const kept = entries.value.filter((entry) => entry.draft === draft);
      for (const { key } of kept) remove(key);
      return kept.length > 0;
    },
    stop: () => clearTimeout(timer),
  };
}
