import { computed } from '@preact/signals';
import { startLive } from '../review/live.ts';
import { startPolling } from '../review/polling.ts';
import { contentOf } from './desk.ts';
import type { GuestStore } from './store.ts';

/** Keeps the page as the service has it: told of changes as they happen, and asking where that does not work. */
export function startGuestLive(store: GuestStore, link: string): void {
  const view = computed(() => (store.view.value === null ? null : contentOf(store.view.value)));
  const live = startLive(`/g/${encodeURIComponent(link)}/events`, () => void store.refresh());
  startPolling({ view, trouble: store.trouble, refresh: store.refresh }, live.open);
}
