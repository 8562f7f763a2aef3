import { comingOf } from './derive.ts';
import type { ReviewStore } from './store.ts';

const whilePreparing = 2_000;
const otherwise = 10_000;

/** How long to wait, in ms, before reading again: shots in the making are watched closely. */
export const pause = (store: Pick<ReviewStore, 'view' | 'trouble'>): number =>
  comingOf(store.view.value) > 0 ||
  store.view.value?.review.status === 'preparing' ||
  (store.view.value === null && store.trouble.value !== null)
    ? whilePreparing
    : otherwise;

/** Reads the view and keeps it fresh while the page is visible; answers how to stop. */
export function startPolling(store: ReviewStore, page: Document = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const schedule = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(tick, pause(store));
  };
  const tick = async () => {
    if (page.visibilityState === 'visible') await store.refresh();
    schedule();
  };
  const atOnce = () => {
    if (page.visibilityState === 'visible') void tick();
  };
  page.addEventListener('visibilitychange', atOnce);
  page.defaultView?.addEventListener('online', atOnce);
  void tick();
  return () => {
    stopped = true;
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', atOnce);
    page.defaultView?.removeEventListener('online', atOnce);
  };
}
