import { byLabel } from '../../contract/by-label.ts';
import { byLabelBefore } from '../compare/counterpart.ts';
import { comingOf } from '../review/derive.ts';
import type { PageView, Screenshot } from '../shared/types.ts';

/** Returns the previous pass's screenshots that this complete pass lacks, except those that could not be made. */
export function missingShots(view: PageView): Screenshot[] {
  if (comingOf(view) > 0 || view.review.status === 'preparing') return [];
  const now = byLabelBefore(view.review);
  const failed = new Set(view.review.problems.map(({ label }) => label));
  return [...byLabel(view.previous?.screenshots ?? [])].flatMap(([key, shot]) =>
    now.has(key) || failed.has(shot.label) ? [] : [shot],
  );
}
