import { useEffect } from 'preact/hooks';
import { whenIdle } from '../shared/idle.ts';
import { lazy } from '../shared/lazy.tsx';

const comparing = () => import('./comparing.ts');

export const BeforeLayer = lazy(async () => (await comparing()).BeforeLayer);
export const CompareTools = lazy(async () => (await comparing()).CompareTools);
export const PreviousPane = lazy(async () => (await comparing()).PreviousPane);
export const Swipe = lazy(async () => (await comparing()).Swipe);

/** Fetches the comparing components, which are one script, while the browser is idle. */
export function useComparingSoon(wanted: boolean): void {
  useEffect(() => {
    if (wanted) whenIdle(() => void CompareTools.fetch());
  }, [wanted]);
}
