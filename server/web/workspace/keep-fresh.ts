import { startPolling } from '../sync/polling.ts';
import type { WorkspaceStore } from './store.ts';

const closely = 2000;
const otherwise = 10_000;

/** Returns the delay before the next read, in ms: short while something is about to change. */
export function pauseOf(store: Pick<WorkspaceStore, 'detail' | 'reviews'>): number {
  const detail = store.detail.value;
  const moving =
    detail !== null &&
    detail !== 'missing' &&
    (detail.review.status === 'preparing' ||
      (detail.review.second_opinion?.waiting ?? 0) > 0 ||
      detail.deliveries.some(
        ({ status, next_attempt_at: next }) =>
          status === 'pending' && (next === null || Date.parse(next) - Date.now() < otherwise),
      ));
  return moving || store.reviews.value?.some(({ status }) => status === 'preparing') ? closely : otherwise;
}

/** Reads now and regularly while the page is visible. Returns a function that stops. */
export const keepFresh = (store: WorkspaceStore): (() => void) => startPolling(store.refresh, () => pauseOf(store));
