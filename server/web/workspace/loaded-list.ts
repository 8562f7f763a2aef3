import { type Signal, signal } from '@preact/signals';

export interface LoadedList<Item> {
  /** null until the first response. */
  list: Signal<readonly Item[] | null>;
  /** Whether the last attempt failed. */
  broken: Signal<boolean>;
  refresh(): Promise<void>;
}

/** Creates a list that `load` reads from the service; what was read last stays when it fails. */
export function createLoadedList<Item>(load: () => Promise<readonly Item[]>): LoadedList<Item> {
  const list = signal<readonly Item[] | null>(null);
  const broken = signal(false);
  return {
    list,
    broken,
    async refresh() {
      try {
        list.value = await load();
        broken.value = false;
      } catch {
        broken.value = true;
      }
    },
  };
}
