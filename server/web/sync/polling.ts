import { effect } from '@preact/signals';

/**
 * Calls `refresh` at once and then every `delay()` ms while the page is visible. The timer restarts when a signal that
 * `delay` reads has changed. Returns a function that stops.
 */
export function startPolling(refresh: () => Promise<void>, delay: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const schedule = () => {
    const ms = delay();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(tick, ms);
  };
  const tick = async () => {
    if (document.visibilityState === 'visible') await refresh();
    schedule();
  };
  document.addEventListener('visibilitychange', tick);
  addEventListener('online', tick);
  void tick();
  const unwatch = effect(schedule);
  return () => {
    stopped = true;
    clearTimeout(timer);
    unwatch();
    document.removeEventListener('visibilitychange', tick);
    removeEventListener('online', tick);
  };
}
