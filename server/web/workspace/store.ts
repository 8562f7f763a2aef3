import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Client, createClient, type Output, ServiceError } from '../../contract/client.ts';
import type { Review, ReviewSummary } from '../../contract/review.ts';
import type { Delivery } from '../../contract/webhook.ts';
import type { Billing } from '../../contract/workspace.ts';
import { workspace } from '../strings/workspace.ts';

const words = workspace.failure;

/** Older pages than these are not read anew by themselves. */
const mostPages = 5;

export interface Detail {
  review: Review;
  deliveries: Delivery[];
}

/** What the page knows of the workspace of one token. */
export interface WorkspaceStore {
  /** null until the first answer. */
  reviews: Signal<readonly ReviewSummary[] | null>;
  /** Whether there are older ones. */
  cursor: Signal<string | null>;
  billing: Signal<Billing | null>;
  /** Only reviews of this reference; empty for all. */
  reference: ReadonlySignal<string>;
  filter(reference: string): void;
  chosen: Signal<string | null>;
  /** null while it is read; `gone` when there is no such review. */
  detail: Signal<Detail | 'gone' | null>;
  /** Why the last reading failed. */
  trouble: Signal<'offline' | 'broken' | null>;
  refresh(): Promise<void>;
  more(): Promise<void>;
  choose(id: string | null): void;
  /** Runs one change, then reads anew; answers why not in a sentence, or null. */
  change(run: (client: Client) => Promise<unknown>): Promise<string | null>;
  client: Client;
}

/** Why a change was not made, in a sentence. */
export function sentenceOf(cause: unknown): string {
  if (!(cause instanceof ServiceError)) return words.broken;
  if (cause.status === 0) return words.offline;
  if (cause.status === 404) return words.gone;
  if (cause.status === 429) return words.busy(cause.body.retry_after ?? 60);
  return cause.status >= 500 ? words.broken : cause.message;
}

/** Keeps the object that is shown when the new one says the same, so that nothing is drawn again. */
function show<Value>(into: Signal<Value>, next: Value): void {
  if (JSON.stringify(into.value) !== JSON.stringify(next)) into.value = next;
}

/** `ended` hears that the token is no longer taken. */
export function createWorkspaceStore(token: string, ended: () => void): WorkspaceStore {
  const client = createClient({ baseUrl: '', bearer: token });
  const reviews = signal<readonly ReviewSummary[] | null>(null);
  const cursor = signal<string | null>(null);
  const billing = signal<Billing | null>(null);
  const reference = signal('');
  const chosen = signal<string | null>(null);
  const detail = signal<Detail | 'gone' | null>(null);
  const trouble = signal<'offline' | 'broken' | null>(null);
  let pages = 1;
  let turn = 0;

  const listPage = (after: string | null) =>
    client.call('list_reviews', {
      ...(reference.value === '' ? {} : { reference: reference.value }),
      ...(after === null ? {} : { cursor: after }),
    });

  const readPages = async (): Promise<Output<'list_reviews'>> => {
    const read: ReviewSummary[] = [];
    let next: string | null = null;
    for (let page = 0; page < Math.min(pages, mostPages); page += 1) {
      const answer: Output<'list_reviews'> = await listPage(next);
      read.push(...answer.reviews);
      next = answer.next_cursor;
      if (next === null) break;
    }
    if (pages <= mostPages || next === null) return { reviews: read, next_cursor: next };
    const last = read.at(-1)?.id ?? '';
    const older = (reviews.value ?? []).filter(({ id }) => id < last);
    return { reviews: [...read, ...older], next_cursor: cursor.value };
  };

  const readDetail = async (id: string): Promise<Detail | 'gone'> => {
    try {
      const [review, { deliveries }] = await Promise.all([
        client.call('get_review', { id }),
        client.call('list_deliveries', { id }),
      ]);
      return { review, deliveries };
    } catch (cause) {
      if (cause instanceof ServiceError && cause.status === 404) return 'gone';
      throw cause;
    }
  };

  const failed = (cause: unknown) => {
    if (cause instanceof ServiceError && cause.status === 401) ended();
    else trouble.value = cause instanceof ServiceError && cause.status === 0 ? 'offline' : 'broken';
  };

  // An answer that something newer has overtaken is dropped.
  const refresh = async () => {
    turn += 1;
    const mine = turn;
    const id = chosen.value;
    try {
      const [list, credits, one] = await Promise.all([
        readPages(),
        client.call('get_billing', {}),
        id === null ? null : readDetail(id),
      ]);
      if (mine !== turn) return;
      show(reviews, list.reviews);
      cursor.value = list.next_cursor;
      show(billing, credits);
      show(detail, one);
      trouble.value = null;
    } catch (cause) {
      if (mine === turn) failed(cause);
    }
  };

  return {
    client,
    reviews,
    cursor,
    billing,
    reference,
    chosen,
    detail,
    trouble,
    refresh,
    filter(next) {
      if (reference.value === next) return;
      reference.value = next;
      pages = 1;
      void refresh();
    },
    async more() {
      const after = cursor.value;
      if (after === null) return;
      turn += 1;
      const mine = turn;
      try {
        const { reviews: older, next_cursor } = await listPage(after);
        if (mine !== turn) return;
        pages += 1;
        reviews.value = [...(reviews.value ?? []), ...older];
        cursor.value = next_cursor;
        trouble.value = null;
      } catch (cause) {
        if (mine === turn) failed(cause);
      }
    },
    choose(id) {
      if (chosen.value === id) return;
      chosen.value = id;
      detail.value = null;
      if (id !== null) void refresh();
    },
    async change(run) {
      try {
        await run(client);
      } catch (cause) {
        if (cause instanceof ServiceError && cause.status === 401) ended();
        else await refresh();
        return sentenceOf(cause);
      }
      await refresh();
      return null;
    },
  };
}
