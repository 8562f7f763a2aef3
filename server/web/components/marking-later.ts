import { useEffect } from 'preact/hooks';
import { lazy } from './lazy.tsx';

const tools = () => import('./marking-tools.ts');

export const Crosshair = lazy(async () => (await tools()).Crosshair);
export const Handles = lazy(async () => (await tools()).Handles);
export const Magnifier = lazy(async () => (await tools()).Magnifier);
export const MarkBar = lazy(async () => (await tools()).MarkBar);
export const AdjustPanel = lazy(async () => (await tools()).AdjustPanel);
export const PlaceFields = lazy(async () => (await tools()).PlaceFields);
export const ElementTree = lazy(async () => (await import('./element-tree.tsx')).ElementTree);

const soon = [Crosshair, Handles, Magnifier, MarkBar, AdjustPanel, PlaceFields];

/** Fetches what marking needs when the browser has nothing else to do, so that no press waits for it. */
export function useToolsSoon(): void {
  useEffect(() => {
    const go = () => {
      for (const each of soon) void each.fetch();
    };
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(go, 500);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(go, { timeout: 2_000 });
    return () => cancelIdleCallback(asked);
  }, []);
}
