import { type Signal, signal } from '@preact/signals';

/** Word of changes as they happen. */
export interface Live {
  /** Whether the stream is open: while it is not, the page has to ask more often. */
  open: Signal<boolean>;
  stop(): void;
}

/** Of a page that nobody looks at the stream is given back after this, in ms: browsers allow few to one address. */
const hiddenFor = 30_000;
const firstRetry = 2_000;
const longestRetry = 60_000;

type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

/**
 * Listens for changes while the page is visible. `changed` is called for each one, and whenever the stream opens, for
 * what may have been missed before. It never fails: without a stream the page's own asking goes on.
 */
export function startLive(
  address: string,
  changed: () => void,
  page: Document = document,
  connect: (address: string) => Source = (at) => new EventSource(at),
): Live {
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
    const opened = connect(address);
    source = opened;
    opened.addEventListener('open', () => {
      open.value = true;
      retry = firstRetry;
      changed();
    });
    opened.addEventListener('change', changed);
    opened.addEventListener('error', () => {
      open.value = false;
      // The browser tries again by itself unless it was refused.
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
  return {
    open,
    stop() {
      page.removeEventListener('visibilitychange', onVisibility);
      page.defaultView?.removeEventListener('online', onOnline);
      disconnect();
    },
  };
}
