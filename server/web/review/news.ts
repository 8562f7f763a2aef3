import { type Signal, signal } from '@preact/signals';
import type { ReviewStore } from './store.ts';
import type { ReviewerView } from './types.ts';

/** A newer pass that has come while the page is open. */
export type Newer = NonNullable<ReviewerView['newest']>;

/** What has arrived while the person was at work. */
export interface News {
  /** Came after the page was opened and was not put away. */
  newer: Signal<Newer | null>;
  /** The view the page was opened with. */
  first: ReviewerView;
  putAway(): void;
  start(): () => void;
}

export function createNews(store: ReviewStore, first: ReviewerView, tell: (text: string) => void): News {
  const newer = signal<Newer | null>(null);
  return {
    newer,
    first,
    putAway() {
      newer.value = null;
    },
    start: () =>
      store.watch(async (before, after, own) => {
        const came = after.newest !== null && after.newest.id !== before.newest?.id;
        if (came && after.newest?.id !== first.newest?.id) newer.value = after.newest;
        // Needed by few at once, and not by the first picture.
        const told = await import('./arrivals.ts').catch(() => null);
        const said = told?.arrivals(before, after, own) ?? [];
        // That one stands there until it is answered: it need not be said twice.
        const rest = came ? said.slice(0, -1) : said;
        if (rest.length > 0) tell(rest.join(' '));
      }),
  };
}
