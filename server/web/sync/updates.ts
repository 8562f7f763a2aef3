import { type Signal, signal } from '@preact/signals';
import type { PageView } from '../shared/types.ts';
import type { ReviewStore } from './store.ts';

/** A newer pass that appeared while the page is open. */
export type Newer = NonNullable<PageView['newest']>;

export interface Updates {
  /** The newer pass, until it is dismissed. */
  newer: Signal<Newer | null>;
  /** The view that the page was opened with. */
  first: PageView;
  putAway(): void;
  start(): () => void;
}

export function createUpdates(store: ReviewStore, first: PageView, notify: (text: string) => void): Updates {
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
        // Loaded on demand, to keep it out of the first script.
        const module = await import('./updates-between.ts').catch(() => null);
        const sentences = module?.updatesBetween(before, after, own) ?? [];
        // The note on a newer pass stays until answered, so a toast would repeat it.
        const rest = came ? sentences.slice(0, -1) : sentences;
        if (rest.length > 0) notify(rest.join(' '));
      }),
  };
}
