import { type Signal, signal } from '@preact/signals';
import { withUnsent } from '../review/with-unsent.ts';
import type { Client, Input, PageView, WriteName } from '../shared/types.ts';
import { coalesce, createLatest, type Failure, failureOf, type Latest, withTimeout } from './exchange.ts';

/** A change that is queued on this device; `seconds` until the next try, where known. */
export interface KeptBack {
  seconds: number | null;
}

/** `kept`: queued, not sent yet; `view` has it applied. */
export type Written = { ok: true; view: PageView; kept?: KeptBack } | { ok: false; failure: Failure };

/** A change that this page has sent. */
export interface OwnChange {
  name: WriteName;
  input: Input<WriteName>;
}

/** Receives every new view and the one before. `own`: the change of this page that it may contain. */
export type Watcher = (before: PageView, after: PageView, own: OwnChange | null) => unknown;

export interface ReviewStore extends Latest<PageView> {
  /** Counts successful reads. */
  reads: Signal<number>;
  /** Reads the view; once more after a call during it, or when a write has overtaken the response. */
  refresh(): Promise<void>;
  /** Sends one change at a time, so that the last response is the newest. */
  write<Name extends WriteName>(name: Name, input: Input<Name>): Promise<Written>;
  /** Sends an image, a data URL, for a mark to refer to by its address. */
  sendImage(image: string): Promise<{ url: string } | { failure: Failure }>;
  /** Returns a function that stops. */
  watch(watcher: Watcher): () => void;
}

/** @param first the view that came with the page */
export function createStore(
  client: Client,
  first: PageView | null = null,
  read: () => Promise<PageView> = async () => withUnsent(await client.call('read_review', {}, withTimeout())),
): ReviewStore {
  const latest = createLatest(first);
  const reads = signal(0);
  const watchers = new Set<Watcher>();
  let writes = 0;
  let sending: OwnChange | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const show = (next: PageView, own: OwnChange | null) => {
    const before = latest.show(next);
    if (before !== null) for (const watcher of watchers) watcher(before, next, own);
  };

  const refresh = coalesce(async () => {
    const before = writes;
    try {
      const next = await read();
      const isCurrent = writes === before;
      // During a write the response may contain its change already.
      if (isCurrent) show(next, sending);
      reads.value += 1;
      return !isCurrent;
    } catch (cause) {
      latest.trouble.value = failureOf(cause);
      return false;
    }
  });

  const send = async <Name extends WriteName>(name: Name, input: Input<Name>): Promise<Written> => {
    writes += 1;
    const own = { name, input };
    sending = own;
    try {
      const answer = await client.call(name, input, withTimeout()).finally(() => {
        sending = null;
      });
      const next = withUnsent(answer);
      writes += 1;
      show(next, own);
      return { ok: true, view: next };
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === 'conflict' || failure.kind === 'refused' || failure.kind === 'missing') await refresh();
      return { ok: false, failure };
    }
  };

  return {
    view: latest.view,
    trouble: latest.trouble,
    reads,
    refresh,
    write(name, input) {
      const written = queue.then(() => send(name, input));
      queue = written;
      return written;
    },
    sendImage: (image) =>
      client.call('add_reference_image', { image }, withTimeout()).then(
        ({ reference_image_url: url }) => ({ url }),
        (cause) => ({ failure: failureOf(cause) }),
      ),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
