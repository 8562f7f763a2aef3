import { needsLook } from '../../contract/needs-look.ts';
import { type Against, counterpartOf } from '../compare/counterpart.ts';
import { type Place, placeOf } from '../marking/geometry.ts';
import { frame } from '../shared/frame.ts';
import type { Mark, Mode, PageView, Review, Screenshot } from '../shared/types.ts';

/** Returns whether marks or suggestions can be placed. */
export const mayPlace = ({ can }: Pick<PageView, 'can'>): boolean => can.mark || can.suggest === true;

/** Returns whether clients do not know a mark yet. */
export const isNewMark = ({ sent }: Pick<PageView, 'sent'>, { id }: Mark): boolean =>
  sent !== undefined && !sent.marks.some((mark) => mark.id === id);

const outstandingStatuses: readonly Mark['status'][] = ['open', 'in_progress', 'reopened'];

export const isOutstanding = (mark: Mark): boolean => outstandingStatuses.includes(mark.status);

/** Marks by what the person has to do with them, each group by number. */
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

/** Returns whether a mark can still be changed and meets a condition. */
export const hasMark = ({ review, can }: PageView, id: number, so: (mark: Mark) => boolean): boolean =>
  (can.mark || can.verify) && review.marks.some((mark) => mark.id === id && so(mark));

/** Returns the marks to draw on a screenshot. */
export const marksOn = (review: Pick<Review, 'marks'>, index: number): Mark[] =>
  review.marks.filter(
    (mark) => mark.screenshot_index === index && mark.status !== 'withdrawn' && placeOf(mark) !== null,
  );

/**
 * Returns where a mark of another screenshot has its element on this one: at most one place, and none that is taller
 * than the viewport, because such an element holds most of the page.
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

/** Counts the must-fix marks that are not verified. */
export const mustFixOf = (marks: readonly Mark[]): number =>
  marks.filter(({ must_fix, status }) => must_fix && status !== 'verified').length;

/** The key of a seen screenshot. Identical ones are seen one by one. */
export const seenKey = ({ index, sha256 }: Pick<Screenshot, 'index' | 'sha256'>): string => `${index}-${sha256}`;

/** Returns the screenshots still to be looked at. What is identical to the base, or was approved, need not be. */
export const unseenOf = (
  { screenshots }: Pick<Review, 'screenshots'>,
  seen: ReadonlySet<string>,
  signedIn = false,
): Screenshot[] => screenshots.filter((shot) => needsLook(shot, signedIn) && !seen.has(seenKey(shot)));

export interface Counts {
  /** Includes unsent ones. */
  mustFix: number;
  outstanding: number;
  unsent: number;
  toVerify: number;
  unseen: number;
}

/** @param unsent queued new marks */
export function countsOf(
  review: Review,
  seen: ReadonlySet<string>,
  unsent: readonly Pick<Mark, 'must_fix'>[] = [],
  signedIn = false,
): Counts {
  const { outstanding, toVerify } = groupMarks(review.marks);
  const all = [...outstanding, ...unsent];
  return {
    mustFix: all.filter((mark) => mark.must_fix).length,
    outstanding: all.length,
    unsent: unsent.length,
    toVerify: toVerify.length,
    unseen: unseenOf(review, seen, signedIn).length,
  };
}

/** Counts the screenshots that are still being made. */
export const comingOf = (
  view: { review: Pick<Review, 'status' | 'screenshots'>; expected_shots: number } | null,
): number =>
  view === null || (view.review.status !== 'preparing' && view.review.status !== 'open')
    ? 0
    : Math.max(view.expected_shots - view.review.screenshots.length, 0);

/** Counts the screenshots that were requested, those included that could not be made. */
export const askedFor = (view: { review: Pick<Review, 'problems'>; expected_shots: number }): number =>
  view.expected_shots + view.review.problems.length;

/** Returns whether a mark was reported as fixed after the decision, so that this pass cannot show the fix. */
export const reportedSince = (review: Pick<Review, 'decided_at' | 'pass'>, mark: Mark): boolean =>
  mark.status === 'resolved' &&
  (mark.pass === review.pass ||
    (review.decided_at !== null && Date.parse(mark.updated_at) > Date.parse(review.decided_at)));

/** Returns whether a mark is reported as fixed although nothing about it changed. */
export const looksUnchanged = (review: Pick<Review, 'decided_at' | 'pass'>, mark: Mark): boolean =>
  mark.change?.kind === 'identical' && !reportedSince(review, mark);

/** Returns where a mark was on the previous pass. */
export function placeBefore(view: PageView, { id }: Mark, { index }: Screenshot): Place | null {
  const before = view.previous?.marks.find((mark) => mark.id === id);
  return before?.screenshot_index === index ? placeOf(before) : null;
}

/** How what is marked differs from the previous pass, in CSS pixels. */
export interface Movement {
  right: number;
  down: number;
  wider: number;
  taller: number;
}

/**
 * Returns how far what is marked moved since the previous pass, and how its element was resized; null where that is
 * unknown. A mark inside an element that was resized moves with its share of it, so the element's own corner counts.
 */
export function movementOf(view: PageView, mark: Mark, previous: Screenshot, shot: Screenshot): Movement | null {
  const [before, now] = [placeBefore(view, mark, previous), placeOf(mark)];
  if (mark.position !== 'exact' || before === null || now === null) return null;
  const was = view.previous?.marks.find(({ id }) => id === mark.id)?.element_box ?? null;
  const is = mark.element?.box ?? null;
  if (was !== null && is !== null) {
    const [wider, taller] = [Math.round(is.width - was.width), Math.round(is.height - was.height)];
    if (wider !== 0 || taller !== 0) {
      return { right: Math.round(is.x - was.x), down: Math.round(is.y - was.y), wider, taller };
    }
  }
  const inCss = (at: number, length: number, { viewport }: Screenshot) => (at * length) / (viewport?.scale ?? 1);
  const right = inCss(now.x, shot.width, shot) - inCss(before.x, previous.width, previous);
  const down = inCss(now.y, shot.height, shot) - inCss(before.y, previous.height, previous);
  return { right: Math.round(right), down: Math.round(down), wider: 0, taller: 0 };
}

/** The ways to view a screenshot, in the order of their keys. */
export const modeOrder: readonly Mode[] = ['now', 'side', 'swipe', 'diff', 'onion', 'blink'];

/** Returns the modes of a screenshot; only `now` without one to compare with. */
export function modesFor(view: PageView, shot: Screenshot | undefined, wanted: Against | null = null): readonly Mode[] {
  return (counterpartOf(view, shot, wanted)?.image ?? null) === null ? ['now'] : modeOrder;
}

/** Counts the known passes. */
export const passesOf = (view: PageView): number => Math.max(view.review.pass, view.newest?.pass ?? 0);

/**
 * Returns an address on the page's own origin: the page may have been opened under another host name of the service. In
 * an agent's chat, the page's own origin is not the service's.
 */
export function ownAddress(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return (frame?.service ?? '') + pathname + search;
  } catch {
    return url;
  }
}
