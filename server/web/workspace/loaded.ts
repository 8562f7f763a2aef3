import { type Signal, signal } from '@preact/signals';

export interface Loaded<Value> {
  /** null until the first response. */
  loaded: Signal<Value | null>;
  /** Whether the last attempt failed. */
  broken: Signal<boolean>;
  refresh(): Promise<void>;
}

/** Creates what `load` reads from the service; what was read last stays when it fails. */
export function createLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const loaded = signal<Value | null>(null);
  const broken = signal(false);
  return {
    loaded,
    broken,
    async refresh() {
      try {
        loaded.value = await load();
        broken.value = false;
      } catch {
        broken.value = true;
      }
    },
  };
}
