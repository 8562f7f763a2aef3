import { effect, type ReadonlySignal } from '@preact/signals';
import { comingOf } from './derive.ts';
import type { ReviewStore } from './store.ts';

const whilePreparing = 2_000;
const otherwise = 10_000;
/** While changes are told as they happen, asking is only the safety net. */
const whileTold = 60_000;

/** The reviewer's store, and the guests'. */
interface Asked {
  view: ReadonlySignal<Parameters<typeof comingOf>[0]>;
  trouble: ReviewStore['trouble'];
  refresh(): Promise<void>;
}

/** How long to wait, in ms, before reading again: shots in the making are watched closely. */
export function pause(store: Omit<Asked, 'refresh'>, told = false): number {
  if (store.view.value === null && store.trouble.value !== null) return whilePreparing;
  if (told && store.trouble.value === null) return whileTold;
  return comingOf(store.view.value) > 0 || store.view.value?.review.status === 'preparing' ? whilePreparing : otherwise;
}

/** Reads the view and keeps it fresh while the page is visible, seldom while `told` says that changes are told. */
export function startPolling(store: Asked, told?: ReadonlySignal<boolean>, page: Document = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const schedule = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(tick, pause(store, told?.value));
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
  // The stream has come or gone, or the service has stopped answering: the pause is another one.
  const unwatch = effect(() => {
    void told?.value;
    void store.trouble.value;
    schedule();
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
    unwatch();
    page.removeEventListener('visibilitychange', atOnce);
    page.defaultView?.removeEventListener('online', atOnce);
  };
}
