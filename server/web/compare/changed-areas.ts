import type { Area } from '../marking/geometry.ts';
import type { Mode, Review, Screenshot } from '../shared/types.ts';
import type { Against } from './counterpart.ts';

type ChangedArea = NonNullable<Screenshot['change']>['areas'][number];

/** The service reports at most this many areas; there may be more. */
export const maxAreas = 50;

/** Returns where a screenshot differs from the previous pass, top to bottom. */
const sincePass = (shot: Screenshot): readonly ChangedArea[] => shot.change?.areas ?? [];

/** Returns where a screenshot differs from what it is compared with, top to bottom. Marks are known of passes only. */
export function areasOf(
  shot: Screenshot | undefined,
  side: Against | null,
): readonly (Omit<ChangedArea, 'marks'> & { marks: readonly number[] | null })[] {
  if (shot === undefined) return [];
  if (side !== 'base') return sincePass(shot);
  return (shot.base_change?.areas ?? []).map((area) => ({ ...area, marks: null }));
}

/** A change that no mark asked for. `at` is its index among the screenshot's changes. */
export interface Outside {
  shot: Screenshot;
  at: number;
  area: ChangedArea;
}

/** Returns what changed outside all marks, or nothing where no earlier pass has marks to compare with. */
export function changedOutside(review: Review): Outside[] {
  const asked = review.marks.some(({ pass, status }) => pass < review.pass && status !== 'withdrawn');
  if (!asked) return [];
  return review.screenshots.flatMap((shot) =>
    sincePass(shot).flatMap((area, at) => (area.marks.length === 0 ? [{ shot, at, area }] : [])),
  );
}

/** Returns the next or previous of `count` changes and wraps; without a chosen one, the first or the last. */
export function stepAt(count: number, at: number | null, by: 1 | -1): number | null {
  if (count === 0) return null;
  if (at === null || at >= count) return by === 1 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** Returns whether a change is outlined: all are while passes are compared or on request, otherwise the chosen one. */
export const outlined = (mode: Mode, wanted: boolean, at: number, chosen: number | null): boolean =>
  mode !== 'now' || wanted || at === chosen;

/** Returns whether an area is drawn as a line: removed content has no height. */
export const isLine = (area: Area): boolean => area.height === 0;
