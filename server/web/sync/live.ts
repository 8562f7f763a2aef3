import { type ReadonlySignal, signal } from '@preact/signals';

/** Milliseconds after which a hidden page closes its stream: browsers allow few to one host. */
const hiddenFor = 30_000;
const firstRetry = 2_000;
const longestRetry = 60_000;

type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

/**
 * Listens for changes while the page is visible. Calls `changed` for each, and when the stream opens, for missed ones.
 * Never fails: without a stream the page polls. Returns whether the stream is open.
 */
export function startLive(
  address: () => string,
  changed: () => void,
  page: Document = document,
  connect: (address: string) => Source = (at) => new EventSource(at),
): ReadonlySignal<boolean> {
  const open = signal(false);
  let source: Source | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry = firstRetry;

  const disconnect = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
    open.value = false;
  };

  const listen = () => {
    if (source !== null) return;
    clearTimeout(timer);
    const opened = connect(address());
    source = opened;
    opened.addEventListener('open', () => {
      open.value = true;
      retry = firstRetry;
      changed();
    });
    opened.addEventListener('change', changed);
    opened.addEventListener('error', () => {
      open.value = false;
      // The browser reconnects unless it was refused.
      if (opened.readyState !== 2 || source !== opened) return;
      disconnect();
      timer = setTimeout(onVisibility, retry);
      retry = Math.min(retry * 2, longestRetry);
    });
  };

  const onVisibility = () => {
    clearTimeout(timer);
    if (page.visibilityState === 'visible') listen();
    else timer = setTimeout(disconnect, hiddenFor);
  };
  const onOnline = () => {
    disconnect();
    retry = firstRetry;
    onVisibility();
  };

  page.addEventListener('visibilitychange', onVisibility);
  page.defaultView?.addEventListener('online', onOnline);
  onVisibility();
  return open;
}
