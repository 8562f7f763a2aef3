import type { WorkspaceStore } from './store.ts';

const closely = 2000;
const otherwise = 10_000;

/** How long to wait, in ms, before reading again: what is about to change is watched closely. */
export function pauseOf(store: Pick<WorkspaceStore, 'detail' | 'reviews'>): number {
  const detail = store.detail.value;
  const moving =
    detail !== null &&
    detail !== 'gone' &&
    (detail.review.status === 'preparing' ||
      (detail.review.second_opinion?.waiting ?? 0) > 0 ||
      detail.deliveries.some(
        ({ status, next_attempt_at: next }) =>
          status === 'pending' && (next === null || Date.parse(next) - Date.now() < otherwise),
      ));
  return moving || store.reviews.value?.some(({ status }) => status === 'preparing') ? closely : otherwise;
}

/** Reads now, and again while the page is seen; answers how to stop. */
export function keepFresh(store: WorkspaceStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const schedule = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(tick, pauseOf(store));
  };
  const tick = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') await store.refresh();
    schedule();
  };
  const atOnce = () => void tick();
  document.addEventListener('visibilitychange', atOnce);
  addEventListener('online', atOnce);
  // What an action has set in motion is watched closely from then on
  const unfollow = store.detail.subscribe(schedule);
  void tick();
  return () => {
    stopped = true;
    unfollow();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', atOnce);
    removeEventListener('online', atOnce);
  };
}
