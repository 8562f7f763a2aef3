import { fieldsOf, sameFields } from '../../contract/mark-fields.ts';
import { trimText } from '../../contract/trim-text.ts';
import type { Mark } from '../shared/types.ts';
import type { Base, Draft } from './drafts.ts';
import { type Place, placeOf } from './geometry.ts';

export type Conflict = { kind: 'changed'; mark: Mark } | { kind: 'withdrawn' | 'verified' | 'missing' };

export const baseOf = (mark: Mark): Base => ({
  ...fieldsOf(mark),
  updatedAt: mark.updated_at,
  screenshotIndex: mark.screenshot_index,
  place: placeOf(mark),
});

/** Places are rounded to five digits. */
const near = (a: number, b: number): boolean => Math.abs(a - b) < 2e-5;

export function samePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return a === b;
  if (!near(a.x, b.x) || !near(a.y, b.y)) return false;
  return a.kind === 'point' || b.kind === 'point' || (near(a.width, b.width) && near(a.height, b.height));
}

export const sameWords = (a: Omit<Base, 'updatedAt'>, b: Omit<Base, 'updatedAt'>): boolean =>
  sameFields(a, b) && a.screenshotIndex === b.screenshotIndex && samePlace(a.place, b.place);

/** Returns whether a draft equals its mark. */
export const isUnchanged = (draft: Draft, mark: Mark): boolean =>
  sameWords({ ...draft, body: trimText(draft.body) }, baseOf(mark));

/** Returns whether a mark has a status in which nobody would act on a change of it. */
export const isSettled = (status: Mark['status']): status is 'withdrawn' | 'verified' =>
  status === 'withdrawn' || status === 'verified';

/**
 * Returns the conflict between a draft and its mark, or null. A report as fixed is no conflict; another's text,
 * must-fix or place is.
 */
export function conflictOf(draft: Draft, marks: readonly Mark[]): Conflict | null {
  if (draft.markId === null) return null;
  const mark = marks.find(({ id }) => id === draft.markId);
  if (mark === undefined) return { kind: 'missing' };
  if (isSettled(mark.status)) return { kind: mark.status };
  if (draft.base === undefined || isUnchanged(draft, mark)) return null;
  const now = baseOf(mark);
  // A place on an older pass cannot be compared with one here.
  const before = draft.base.place === null ? { ...now, ...fieldsOf(draft.base) } : draft.base;
  if (sameWords(before, now)) return null;
  return { kind: 'changed', mark };
}

/** The fields of a new mark that are compared. */
type Wanted = { kind: 'point' | 'box'; x: number; y: number; screenshot_index: number; body: string };

/**
 * Returns the mark that `place_mark` created. The response does not name it, and others place marks too. It may be an
 * older one when an earlier response was lost.
 */
export function placedMark(marks: readonly Mark[], known: ReadonlySet<number>, wanted: Wanted): Mark | undefined {
  const there = marks.filter(
    (mark) =>
      mark.kind === wanted.kind &&
      mark.screenshot_index === wanted.screenshot_index &&
      mark.x !== null &&
      mark.y !== null &&
      near(mark.x, wanted.x) &&
      near(mark.y, wanted.y),
  );
  return (
    there.findLast(({ id, body }) => !known.has(id) && body === wanted.body) ??
    there.findLast(({ id }) => !known.has(id)) ??
    there.findLast(({ body }) => body === wanted.body) ??
    there.at(-1)
  );
}
