import { type Signal, signal } from '@preact/signals';
import { ServiceError } from '../../contract/client.ts';
import type { Client, Input, ReviewerView, WriteName } from './types.ts';

/** Why a call did not work, in the kinds a person can act on. */
export type Failure =
  | { kind: 'offline' | 'gone' | 'broken' }
  | { kind: 'busy'; seconds: number }
  | { kind: 'conflict' | 'refused'; message: string };

export type Written = { ok: true; view: ReviewerView } | { ok: false; failure: Failure };

export interface ReviewStore {
  /** The service's last word; null until the first answer. */
  view: Signal<ReviewerView | null>;
  /** Why the last read failed; null while all is well. */
  trouble: Signal<Failure | null>;
  /** Reads the view. An answer that a write has overtaken is dropped. */
  refresh(): Promise<void>;
  /** Sends one change; changes go one after the other, so that the last answer is the newest truth. */
  write<Name extends WriteName>(name: Name, input: Input<Name>): Promise<Written>;
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

export function createStore(client: Client): ReviewStore {
  const view = signal<ReviewerView | null>(null);
  const trouble = signal<Failure | null>(null);
  let shown = '';
  let writes = 0;
  let queue: Promise<unknown> = Promise.resolve();

  // An unchanged answer keeps the same object, so that nothing is drawn again.
  const show = (next: ReviewerView) => {
    trouble.value = null;
    const text = JSON.stringify(next);
    if (text === shown) return;
    shown = text;
    view.value = next;
  };

  const refresh = async () => {
    const before = writes;
    try {
      const next = await client.call('read_review', {});
      if (writes === before) show(next);
    } catch (cause) {
      trouble.value = failureOf(cause);
    }
  };

  const send = async <Name extends WriteName>(name: Name, input: Input<Name>): Promise<Written> => {
    writes += 1;
    try {
      const next: ReviewerView = await client.call(name, input);
      writes += 1;
      show(next);
      return { ok: true, view: next };
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === 'conflict' || failure.kind === 'refused') await refresh();
      return { ok: false, failure };
    }
  };

  return {
    view,
    trouble,
    refresh,
    write(name, input) {
      const written = queue.then(() => send(name, input));
      queue = written;
      return written;
    },
  };
}
