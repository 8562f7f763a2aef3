import { placeOf } from '../mark/geometry.ts';
import type { PinnedMark } from './stage-desk.ts';
import type { Mark, Mode, Review, ReviewerView, Screenshot } from './types.ts';

const outstandingStatuses: readonly Mark['status'][] = ['open', 'in_progress', 'reopened'];

export const isOutstanding = (mark: Mark): boolean => outstandingStatuses.includes(mark.status);

/** The marks by what the person has to do with them, each group in the order the marks were numbered. */
export interface MarkGroups {
  toVerify: Mark[];
  outstanding: Mark[];
  verified: Mark[];
  withdrawn: Mark[];
}

export function groupMarks(marks: readonly Mark[]): MarkGroups {
  const sorted = [...marks].sort((a, b) => a.id - b.id);
  return {
    toVerify: sorted.filter((mark) => mark.status === 'resolved'),
    outstanding: sorted.filter(isOutstanding),
    verified: sorted.filter((mark) => mark.status === 'verified'),
    withdrawn: sorted.filter((mark) => mark.status === 'withdrawn'),
  };
}

/** The marks that have a pin on a shot. */
export const marksOn = <Pinned extends PinnedMark>(review: { marks: Pinned[] }, index: number): Pinned[] =>
  review.marks.filter(
    (mark) => mark.screenshot_index === index && mark.status !== 'withdrawn' && placeOf(mark) !== null,
  );

export interface Counts {
  mustFix: number;
  outstanding: number;
  toVerify: number;
  unseen: number;
}

export function countsOf(review: Review, seen: ReadonlySet<string>): Counts {
  const { outstanding, toVerify } = groupMarks(review.marks);
  return {
    mustFix: outstanding.filter((mark) => mark.must_fix).length,
    outstanding: outstanding.length,
    toVerify: toVerify.length,
    unseen: review.screenshots.filter((shot) => !seen.has(shot.sha256)).length,
  };
}

/** How many shots are still being made: all at first, later those that were added to an open review. */
export const comingOf = (
  view: { review: Pick<Review, 'status' | 'screenshots'>; expected_shots: number } | null,
): number =>
  view === null || (view.review.status !== 'preparing' && view.review.status !== 'open')
    ? 0
    : Math.max(view.expected_shots - view.review.screenshots.length, 0);

/** Whether a mark was reported as fixed after this pass was decided, so that its shots cannot show the fix yet. */
export const reportedSince = (review: Pick<Review, 'decided_at' | 'pass'>, mark: Mark): boolean =>
  mark.status === 'resolved' &&
  (mark.pass === review.pass ||
    (review.decided_at !== null && Date.parse(mark.updated_at) > Date.parse(review.decided_at)));

/** The shot of the previous pass with the same label, or null. */
export const previousOf = (view: ReviewerView, shot: Screenshot | undefined): Screenshot | null =>
  view.previous?.screenshots.find(({ label }) => label === shot?.label) ?? null;

/** What the previous pass showed and this one, being complete, does not. */
export const goneShots = (view: ReviewerView): Screenshot[] =>
  comingOf(view) > 0 || view.review.status === 'preparing'
    ? []
    : (view.previous?.screenshots ?? []).filter(
        ({ label }) => !view.review.screenshots.some((shot) => shot.label === label),
      );

/** The ways to look at a shot, in the order of their keys. */
export const modeOrder: readonly Mode[] = ['now', 'side', 'swipe', 'diff', 'onion', 'blink'];

/** Those that a shot has; only `now` when there is nothing to compare it with. */
export function modesFor(view: ReviewerView, shot: Screenshot | undefined): readonly Mode[] {
  if (previousOf(view, shot) === null) return ['now'];
  return modeOrder.filter((mode) => mode !== 'diff' || shot?.change?.diff_url);
}

/** `github:<repository>:<pull request>:<name>` says which pull request a review is of; anything else says none. */
export const pullRequestOf = (reference: string | null): string | null =>
  /^github:[^:]+:(\d+):/.exec(reference ?? '')?.[1] ?? null;

/** How many passes are known: the newest one's number when there is a newer one. */
export const passesOf = (view: ReviewerView): number => Math.max(view.review.pass, view.newest?.pass ?? 0);

/**
 * The same address on the page's own origin: the service serves its pictures and links itself, and the page may
 * have been opened under another name of it.
 */
export function ownAddress(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return url;
  }
}
