import type { Area } from '../mark/geometry.ts';
import type { Mode, Review, Screenshot } from './types.ts';

type ChangedArea = NonNullable<Screenshot['change']>['areas'][number];

/** The service tells of at most this many, so that there may be more. */
export const mostAreas = 50;

/** Where a shot differs from the one it is compared with, from top to bottom. */
export const areasOf = (shot: Screenshot | undefined): readonly ChangedArea[] => shot?.change?.areas ?? [];

/** A change that nobody asked for: its shot, its place among the shot's changes, and where it lies. */
export interface Outside {
  shot: Screenshot;
  at: number;
  area: ChangedArea;
}

/** What changed outside all marks; nothing on a pass that has no marks of an earlier one to compare with. */
export function changedOutside(review: Review): Outside[] {
  const asked = review.marks.some(({ pass, status }) => pass < review.pass && status !== 'withdrawn');
  if (!asked) return [];
  return review.screenshots.flatMap((shot) =>
    areasOf(shot).flatMap((area, at) => (area.marks.length === 0 ? [{ shot, at, area }] : [])),
  );
}

/** The next or previous of `count` changes, around the ends; the first or the last when none is chosen. */
export function stepAt(count: number, at: number | null, by: 1 | -1): number | null {
  if (count === 0) return null;
  if (at === null || at >= count) return by === 1 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** The changes that are outlined: all of them where two passes are compared or the person wants them, else the chosen. */
export const outlined = (mode: Mode, wanted: boolean, at: number, chosen: number | null): boolean =>
  mode !== 'now' || wanted || at === chosen;

/** What is gone has no height: it is shown as a line. */
export const isLine = (area: Area): boolean => area.height === 0;
