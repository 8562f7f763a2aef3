import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Client, type Output, ServiceError } from '../../contract/client.ts';
import type { Review, ReviewSummary } from '../../contract/review.ts';
import type { Delivery } from '../../contract/webhook.ts';
import type { Billing } from '../../contract/workspace.ts';
import { workspace } from './strings.ts';

const words = workspace.failure;

/** Older pages are not refreshed. */
const maxPages = 5;

export interface Detail {
  review: Review;
  deliveries: Delivery[];
}

export interface WorkspaceStore {
  /** null until the first response. */
  reviews: Signal<readonly ReviewSummary[] | null>;
  cursor: Signal<string | null>;
  billing: Signal<Billing | null>;
  reference: ReadonlySignal<string>;
  filter(reference: string): void;
  chosen: Signal<string | null>;
  /** null while it is read; `missing` when there is no such review. */
  detail: Signal<Detail | 'missing' | null>;
  trouble: Signal<'offline' | 'broken' | null>;
  refresh(): Promise<void>;
  more(): Promise<void>;
  choose(id: string | null): void;
  /** Runs one change, then refreshes. Returns why it failed, or null. */
  change(run: (client: Client) => Promise<unknown>): Promise<string | null>;
  client: Client;
}

export function sentenceOf(cause: unknown): string {
  if (!(cause instanceof ServiceError)) return words.broken;
  if (cause.status === 0) return words.offline;
  if (cause.status === 404) return words.missing;
  if (cause.status === 429) return words.busy(cause.body.retry_after ?? 60);
  return cause.status >= 500 ? words.broken : cause.message;
}

/** Keeps the object of an unchanged value, so that nothing is redrawn. */
function put<Value>(into: Signal<Value>, next: Value): void {
  if (JSON.stringify(into.value) !== JSON.stringify(next)) into.value = next;
}

/** The reads of the list and of one review. */
function createReaders(client: Client, reference: ReadonlySignal<string>) {
  const listPage = (after: string | null) =>
    client.call('list_reviews', {
      ...(reference.value === '' ? {} : { reference: reference.value }),
      ...(after === null ? {} : { cursor: after }),
    });

  /** Reads the first pages again. Of older ones, `known` stays. */
  const readPages = async (
    pages: number,
    known: readonly ReviewSummary[],
    cursor: string | null,
  ): Promise<Output<'list_reviews'>> => {
    const read: ReviewSummary[] = [];
    let next: string | null = null;
    for (let page = 0; page < Math.min(pages, maxPages); page += 1) {
      const answer: Output<'list_reviews'> = await listPage(next);
      read.push(...answer.reviews);
      next = answer.next_cursor;
      if (next === null) break;
    }
    if (pages <= maxPages || next === null) return { reviews: read, next_cursor: next };
    const last = read.at(-1)?.id ?? '';
    const older = known.filter(({ id }) => id < last);
    return { reviews: [...read, ...older], next_cursor: cursor };
  };

  const readDetail = async (id: string): Promise<Detail | 'missing'> => {
    try {
      const [review, { deliveries }] = await Promise.all([
        client.call('get_review', { id }),
        client.call('list_deliveries', { id }),
      ]);
      return { review, deliveries };
    } catch (cause) {
      if (cause instanceof ServiceError && cause.status === 404) return 'missing';
      throw cause;
    }
  };

  return { listPage, readPages, readDetail };
}

/** Returns a function that shows what is read. It returns false when a later request has overtaken it. */
function createReading(trouble: WorkspaceStore['trouble'], ended: () => void) {
  let turn = 0;
  const failed = (cause: unknown) => {
    if (cause instanceof ServiceError && cause.status === 401) ended();
    else trouble.value = cause instanceof ServiceError && cause.status === 0 ? 'offline' : 'broken';
  };

  return async <Read>(read: Promise<Read>, draw: (read: Read) => void): Promise<boolean> => {
    turn += 1;
    const mine = turn;
    try {
      const answer = await read;
      if (mine !== turn) return false;
      draw(answer);
      trouble.value = null;
    } catch (cause) {
      if (mine !== turn) return false;
      failed(cause);
    }
    return true;
  };
}

/** @param ended called when the token no longer works */
export function createWorkspaceStore(client: Client, ended: () => void): WorkspaceStore {
  const reviews = signal<readonly ReviewSummary[] | null>(null);
  const cursor = signal<string | null>(null);
  const billing = signal<Billing | null>(null);
  const reference = signal('');
  const chosen = signal<string | null>(null);
  const detail = signal<Detail | 'missing' | null>(null);
  const trouble = signal<'offline' | 'broken' | null>(null);
  let pages = 1;

  const { listPage, readPages, readDetail } = createReaders(client, reference);

  const show = createReading(trouble, ended);
  const refresh = async () => {
    const id = chosen.value;
    const list = readPages(pages, reviews.value ?? [], cursor.value);
    const read = Promise.all([list, client.call('get_billing', {}), id === null ? null : readDetail(id)]);
    await show(read, ([list, credits, one]) => {
      put(reviews, list.reviews);
      cursor.value = list.next_cursor;
      put(billing, credits);
      put(detail, one);
    });
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
      const of = reference.value;
      const page = () =>
        show(listPage(cursor.value), ({ reviews: older, next_cursor }) => {
          pages += 1;
          reviews.value = [...(reviews.value ?? []), ...older];
          cursor.value = next_cursor;
        });
      // A poll that began meanwhile reads the list without this page.
      while (!(await page()) && reference.value === of);
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
