import { useEffect } from 'preact/hooks';
import { whenIdle } from '../review/idle.ts';
import { lazy } from './lazy.tsx';

const comparing = () => import('./comparing.ts');

export const BeforeLayer = lazy(async () => (await comparing()).BeforeLayer);
export const CompareTools = lazy(async () => (await comparing()).CompareTools);
export const PreviousPane = lazy(async () => (await comparing()).PreviousPane);
export const Swipe = lazy(async () => (await comparing()).Swipe);

const all = [BeforeLayer, CompareTools, PreviousPane, Swipe];

/** Fetches them where there is something to compare, when the browser has nothing else to do: no press waits for them. */
export function useComparingSoon(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    whenIdle(() => {
      for (const each of all) void each.fetch();
    });
  }, [wanted]);
}
