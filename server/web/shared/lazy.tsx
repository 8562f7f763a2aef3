import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** Creates a component that is fetched when first drawn, or earlier by `fetch`; draws nothing until then. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loaded = signal<ComponentType<Props> | null>(null);
  let coming: Promise<void> | null = null;
  const fetch = (): Promise<void> => {
    coming ??= load().then(
      (component) => {
        loaded.value = component;
      },
      () => {
        // Offline: fetched again the next time it is drawn.
        coming = null;
      },
    );
    return coming;
  };
  function Lazy(props: Props) {
    const Component = loaded.value;
    useEffect(() => void fetch(), []);
    return Component === null ? null : <Component {...props} />;
  }
  return Object.assign(Lazy, { fetch });
}
