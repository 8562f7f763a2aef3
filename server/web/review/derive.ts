import { type Place, placeOf } from '../mark/geometry.ts';
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

/** Whether a mark can still be changed and is as `so` says. */
export const hasMark = ({ review, can }: ReviewerView, id: number, so: (mark: Mark) => boolean): boolean =>
  (can.mark || can.verify) && review.marks.some((mark) => mark.id === id && so(mark));

/** The marks that have a pin on a shot. */
export const marksOn = <Pinned extends PinnedMark>(review: { marks: Pinned[] }, index: number): Pinned[] =>
  review.marks.filter(
    (mark) => mark.screenshot_index === index && mark.status !== 'withdrawn' && placeOf(mark) !== null,
  );

/**
 * Where the element of a mark on another screenshot is on this one: at most one place. None where it is taller than a
 * screen: it holds most of the page, and an outline around it would say nothing of the mark.
 */
export function placesElsewhere(
  mark: Pick<Mark, 'status' | 'screenshot_index' | 'same_element_in'>,
  { index, height, viewport }: Pick<Screenshot, 'index' | 'height' | 'viewport'>,
): Mark['same_element_in'] {
  if (mark.status === 'withdrawn' || mark.screenshot_index === index) return [];
  const screen = viewport === null ? height : viewport.height * viewport.scale;
  return mark.same_element_in
    .filter((place) => place.screenshot_index === index && place.height * height <= screen)
    .slice(0, 1);
}

/** How many of these must be fixed and are not verified yet; guests are not told. */
export const mustFixOf = (marks: readonly PinnedMark[]): number =>
  marks.filter(({ must_fix, status }) => must_fix === true && status !== 'verified').length;

/** What "seen" is remembered by: two screenshots that look alike are looked at one by one. */
export const seenKey = ({ index, sha256 }: Pick<Screenshot, 'index' | 'sha256'>): string => `${index}-${sha256}`;

export interface Counts {
  /** Those that are not sent yet are among them. */
  mustFix: number;
  outstanding: number;
  unsent: number;
  toVerify: number;
  unseen: number;
}

/** @param unsent new marks that wait on this device */
export function countsOf(
  review: Review,
  seen: ReadonlySet<string>,
  unsent: readonly Pick<Mark, 'must_fix'>[] = [],
): Counts {
  const { outstanding, toVerify } = groupMarks(review.marks);
  const all = [...outstanding, ...unsent];
  return {
    mustFix: all.filter((mark) => mark.must_fix).length,
    outstanding: all.length,
    unsent: unsent.length,
    toVerify: toVerify.length,
    unseen: review.screenshots.filter((shot) => !seen.has(seenKey(shot))).length,
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

/** Where a mark lay on a screenshot of the previous pass. */
export function placeBefore(view: ReviewerView, { id }: Mark, { index }: Screenshot): Place | null {
  const before = view.previous?.marks.find((mark) => mark.id === id);
  return before?.screenshot_index === index ? placeOf(before) : null;
}

/** Returns by how many CSS pixels what is marked moved since the previous pass; null where that is not known. */
export function movementOf(
  view: ReviewerView,
  mark: Mark,
  previous: Screenshot,
  shot: Screenshot,
): { right: number; down: number } | null {
  const [before, now] = [placeBefore(view, mark, previous), placeOf(mark)];
  if (mark.position !== 'exact' || before === null || now === null) return null;
  const inCss = (at: number, length: number, { viewport }: Screenshot) => (at * length) / (viewport?.scale ?? 1);
  const right = inCss(now.x, shot.width, shot) - inCss(before.x, previous.width, previous);
  const down = inCss(now.y, shot.height, shot) - inCss(before.y, previous.height, previous);
  return { right: Math.round(right), down: Math.round(down) };
}

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
  return previousOf(view, shot) === null ? ['now'] : modeOrder;
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
