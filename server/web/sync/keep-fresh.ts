import type { ReadonlySignal } from '@preact/signals';
import { comingOf } from '../review/derive.ts';
import type { Latest } from './exchange.ts';
import { startLive } from './live.ts';
import { startPolling } from './polling.ts';

const whilePreparing = 2_000;
const otherwise = 10_000;
/** The stream reports changes, so polling is only a fallback. */
const whileStreaming = 60_000;

interface Store {
  view: ReadonlySignal<Parameters<typeof comingOf>[0]>;
  trouble: Latest<unknown>['trouble'];
  refresh(): Promise<void>;
}

/** Returns the delay before the next read, in ms: short while screenshots are being made. */
export function pause(store: Omit<Store, 'refresh'>, streaming = false): number {
  if (store.view.value === null && store.trouble.value !== null) return whilePreparing;
  if (streaming && store.trouble.value === null) return whileStreaming;
  return comingOf(store.view.value) > 0 || store.view.value?.review.status === 'preparing' ? whilePreparing : otherwise;
}

/** Keeps the page up to date: by the event stream at `address()`, and by polling. */
export function keepFresh(store: Store, address: () => string): void {
  const isOpen = startLive(address, () => void store.refresh());
  startPolling(store.refresh, () => pause(store, isOpen.value));
}
