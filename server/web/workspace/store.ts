import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Client, type Input, type Output, ServiceError } from '../../contract/client.ts';
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

export interface Filter {
  search: string;
  /** A status, a paused webhook, or `all` */
  state: ReviewSummary['status'] | 'paused' | 'all';
}

export const noFilter: Filter = { search: '', state: 'all' };

export interface WorkspaceStore {
  /** The newest pass of each chain; null until the first response. */
  reviews: Signal<readonly ReviewSummary[] | null>;
  cursor: Signal<string | null>;
  billing: Signal<Billing | null>;
  filter: ReadonlySignal<Filter>;
  /** The filter of the reviews that are shown: it follows `filter` when they arrive. */
  shownFilter: ReadonlySignal<Filter>;
  narrow(filter: Partial<Filter>): void;
  /** A pass of the chain whose passes are shown. */
  expanded: ReadonlySignal<string | null>;
  /** All passes of that chain, newest first; null until they are read. */
  passes: ReadonlySignal<readonly ReviewSummary[] | null>;
  expand(id: string | null): void;
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

const inputOf = ({ search, state }: Filter): Input<'list_reviews'> => ({
  passes: 'newest',
  ...(search === '' ? {} : { search }),
  ...(state === 'all' ? {} : state === 'paused' ? { webhook: state } : { status: state }),
});

/** Adds older reviews to newer ones. A pass that has moved up with its chain since the older ones were read is left out. */
export function joinPages(newer: readonly ReviewSummary[], older: readonly ReviewSummary[]): ReviewSummary[] {
  const parents = new Set(newer.flatMap(({ parent_id }) => parent_id ?? []));
  return [...newer, ...older.filter(({ id, parent_id }) => !parents.has(id) && !parents.has(parent_id ?? ''))];
}

/** The reads of the list, of a chain and of one review. */
function createReaders(client: Client) {
  const listPage = (filter: Filter, after: string | null) =>
    client.call('list_reviews', { ...inputOf(filter), ...(after === null ? {} : { cursor: after }) });

  /** Reads the first pages again. Of older ones, `known` stays. */
  const readPages = async (
    filter: Filter,
    pages: number,
    known: readonly ReviewSummary[],
    cursor: string | null,
  ): Promise<Output<'list_reviews'>> => {
    const read: ReviewSummary[] = [];
    let next: string | null = null;
    for (let page = 0; page < Math.min(pages, maxPages); page += 1) {
      const answer: Output<'list_reviews'> = await listPage(filter, next);
      read.push(...answer.reviews);
      next = answer.next_cursor;
      if (next === null) break;
    }
    if (pages <= maxPages || next === null) return { reviews: read, next_cursor: next };
    const last = read.at(-1)?.id ?? '';
    return {
      reviews: joinPages(
        read,
        known.filter(({ id }) => id < last),
      ),
      next_cursor: cursor,
    };
  };

  const readPasses = async (id: string): Promise<ReviewSummary[]> => {
    const passes: ReviewSummary[] = [];
    let next: string | null = null;
    do {
      const answer: Output<'list_reviews'> = await client.call('list_reviews', {
        passes_of: id,
        ...(next === null ? {} : { cursor: next }),
      });
      passes.push(...answer.reviews);
      next = answer.next_cursor;
    } while (next !== null);
    return passes;
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

  return { listPage, readPages, readPasses, readDetail };
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
  const filter = signal(noFilter);
  const shownFilter = signal(noFilter);
  const expanded = signal<string | null>(null);
  const passes = signal<readonly ReviewSummary[] | null>(null);
  const chosen = signal<string | null>(null);
  const detail = signal<Detail | 'missing' | null>(null);
  const trouble = signal<'offline' | 'broken' | null>(null);
  let pages = 1;

  const { listPage, readPages, readPasses, readDetail } = createReaders(client);

  const show = createReading(trouble, ended);
  const refresh = async () => {
    const of = filter.value;
    const [id, chain] = [chosen.value, expanded.value];
    const read = Promise.all([
      readPages(of, pages, reviews.value ?? [], cursor.value),
      client.call('get_billing', {}),
      chain === null ? null : readPasses(chain),
      id === null ? null : readDetail(id),
    ]);
    await show(read, ([list, credits, all, one]) => {
      put(reviews, list.reviews);
      shownFilter.value = of;
      cursor.value = list.next_cursor;
      put(billing, credits);
      // Whatever was closed meanwhile stays closed.
      if (expanded.value === chain) put(passes, all);
      if (chosen.value === id) put(detail, one);
    });
  };

  return {
    client,
    reviews,
    cursor,
    billing,
    filter,
    shownFilter,
    expanded,
    passes,
    chosen,
    detail,
    trouble,
    refresh,
    narrow(next) {
      const changed = { ...filter.value, ...next };
      if (changed.search === filter.value.search && changed.state === filter.value.state) return;
      filter.value = changed;
      pages = 1;
      void refresh();
    },
    async more() {
      const of = filter.value;
      const page = () =>
        show(listPage(of, cursor.value), ({ reviews: older, next_cursor }) => {
          pages += 1;
          reviews.value = joinPages(reviews.value ?? [], older);
          cursor.value = next_cursor;
        });
      // A poll that began meanwhile reads the list without this page.
      while (filter.value === of && !(await page()));
    },
    expand(id) {
      expanded.value = id;
      passes.value = null;
      if (id !== null) void refresh();
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
