import { type Place, placeOf } from '../mark/geometry.ts';
import type { Base, Draft } from './drafts.ts';
import type { Mark } from './types.ts';

/** What others did to a mark while it was being changed here. */
export type Conflict = { kind: 'changed'; mark: Mark } | { kind: 'withdrawn' | 'gone' };

/** A mark as it is now, to be held against later. */
export const baseOf = (mark: Mark): Base => ({
  updatedAt: mark.updated_at,
  body: mark.body,
  mustFix: mark.must_fix,
  screenshotIndex: mark.screenshot_index,
  place: placeOf(mark),
});

/** Fractions are rounded to five digits when a person places something. */
const near = (a: number, b: number): boolean => Math.abs(a - b) < 2e-5;

export function samePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return a === b;
  if (!near(a.x, b.x) || !near(a.y, b.y)) return false;
  return a.kind === 'point' || b.kind === 'point' || (near(a.width, b.width) && near(a.height, b.height));
}

export const sameWords = (a: Omit<Base, 'updatedAt'>, b: Omit<Base, 'updatedAt'>): boolean =>
  a.body === b.body &&
  a.mustFix === b.mustFix &&
  a.screenshotIndex === b.screenshotIndex &&
  samePlace(a.place, b.place);

const wordsAlone = ({ body, mustFix }: Base) => ({ body, mustFix });

/** Whether a draft says what the mark says already. */
export const saysTheSame = (draft: Draft, mark: Mark): boolean =>
  sameWords({ ...draft, body: draft.body.trim() }, baseOf(mark));

/**
 * What stands between a draft and the mark it changes, or null. That a mark was reported fixed meanwhile does not: only
 * another's words, must-fix or place.
 */
export function conflictOf(draft: Draft, marks: readonly Mark[]): Conflict | null {
  if (draft.markId === null) return null;
  const mark = marks.find(({ id }) => id === draft.markId);
  if (mark === undefined) return { kind: 'gone' };
  if (mark.status === 'withdrawn') return { kind: 'withdrawn' };
  if (draft.base === undefined || saysTheSame(draft, mark)) return null;
  const now = baseOf(mark);
  // Begun on an older pass: where it lay there says nothing of where it lies here.
  const before = draft.base.place === null ? { ...now, ...wordsAlone(draft.base) } : draft.base;
  if (sameWords(before, now)) return null;
  return { kind: 'changed', mark };
}

/** The fields of a new mark that say where it lies and what it says. */
type Wanted = { kind: 'point' | 'box'; x: number; y: number; screenshot_index: number; body: string };

/**
 * The mark that a `place_mark` made, among those the answer holds: it is not told by name, and others pin as well. It
 * may be an older one with earlier words, when the answer to the first try was lost.
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
