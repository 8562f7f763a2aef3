import type { StageBase } from '../screenshots/stage-base.ts';
import { lazy } from '../shared/lazy.tsx';

const hiding = () => import('./hide-marks.tsx');

export const HideMarks = lazy(async () => (await hiding()).HideMarks);

/** Hides or shows all marks once the script has loaded; offline, not at all. */
export const toggleMarks = (stage: Pick<StageBase, 'ui' | 'announce'>): void =>
  void hiding().then(
    (loaded) => loaded.toggleMarks(stage),
    () => undefined,
  );
