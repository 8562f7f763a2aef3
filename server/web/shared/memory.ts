/** The device's storage: drafts, the person's name, seen screenshots. Never the link. */
export interface Memory {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): string[];
  /** Whether everything is stored; false where the browser refuses or is full. */
  lasting(): boolean;
  /** Calls back when another tab changes a key under `prefix`. Returns a function that stops. */
  watch(prefix: string, changed: () => void): () => void;
}

const space = 'sightline:';

/** Wraps the browser's storage; falls back to memory where that is refused (private windows, full disk). */
export function createMemory(storage: () => Storage, events?: EventTarget): Memory {
  const fallback = new Map<string, string>();
  const tried = <Result>(use: (store: Storage) => Result, otherwise: () => Result): Result => {
    try {
      return use(storage());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      fallback.get(key) ??
      tried(
        (store) => store.getItem(space + key),
        () => null,
      ),
    set(key, value) {
      tried(
        (store) => {
          store.setItem(space + key, value);
          fallback.delete(key);
        },
        () => void fallback.set(key, value),
      );
    },
    remove(key) {
      fallback.delete(key);
      tried(
        (store) => store.removeItem(space + key),
        () => undefined,
      );
    },
    keys(prefix) {
      const kept = tried(
        (store) =>
          Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
            .filter((key) => key.startsWith(space + prefix))
            .map((key) => key.slice(space.length)),
        () => [],
      );
      const held = [...fallback.keys()].filter((key) => key.startsWith(prefix));
      return [...new Set([...kept, ...held])].sort();
    },
    lasting: () => fallback.size === 0,
    watch(prefix, changed) {
      const onStorage = (event: Event) => {
        const key = 'key' in event ? event.key : null;
        // Cleared as a whole, it has no key.
        if (key === null || (typeof key === 'string' && key.startsWith(space + prefix))) changed();
      };
      events?.addEventListener('storage', onStorage);
      return () => events?.removeEventListener('storage', onStorage);
    },
  };
}
