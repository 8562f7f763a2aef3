import type { BaseChange } from './base.ts';
import type { Cause } from './cause.ts';
import { MAX_CAUSES } from './cause-limit.ts';
import { needsLook } from './needs-look.ts';

interface Area {
  share: number;
  causes: readonly Cause[];
}

interface Compared {
  index: number;
  change: { areas: readonly Area[] } | null;
  base_change: BaseChange | null;
}

/** A changed area: the index of its screenshot, and its place among the areas of that. */
export interface GroupMember {
  shot: number;
  at: number;
}

/** The areas of a pass that changed by the same cause. */
export interface CauseGroup {
  /** The cause of its first member; `likely` if it is for any member. */
  cause: Cause;
  members: GroupMember[];
  /** The screenshots on which it shows, by index */
  screenshots: number[];
  /** The sum of its areas' shares of their screenshots */
  share: number;
}

const areasOf = (shot: Compared, side: 'pass' | 'base'): readonly Area[] =>
  (side === 'pass' ? shot.change?.areas : needsLook(shot) ? shot.base_change?.areas : undefined) ?? [];

/**
 * Groups what changed since the previous pass, or since the base, by its first cause: what shows on most screenshots
 * first, then what changed most of them. `unknown`: areas without a cause. Since the base, leaves out screenshots that need no look.
 */
export function groupCauses(
  screenshots: readonly Compared[],
  side: 'pass' | 'base',
): { groups: CauseGroup[]; unknown: GroupMember[] } {
  const groups = new Map<string, CauseGroup>();
  const unknown: GroupMember[] = [];
  for (const shot of screenshots) {
    for (const [at, { causes, share }] of areasOf(shot, side).entries()) {
      const [cause] = causes;
      const member = { shot: shot.index, at };
      if (cause === undefined) {
        unknown.push(member);
        continue;
      }
      const group = groups.get(cause.summary) ?? { cause, members: [], screenshots: [], share: 0 };
      groups.set(cause.summary, group);
      if (cause.certainty === 'likely') group.cause = { ...group.cause, certainty: 'likely' };
      group.members.push(member);
      group.share += share;
      if (group.screenshots.at(-1) !== shot.index) group.screenshots.push(shot.index);
    }
  }
  const isMore = (a: CauseGroup, b: CauseGroup) => b.screenshots.length - a.screenshots.length || b.share - a.share;
  return { groups: [...groups.values()].sort(isMore), unknown };
}

/** Returns whether a summary says all of a change, so that two that are equal look equal: nothing in it is cut off. */
function saysAll({ kind, certainty, styles, text }: Cause): boolean {
  if (certainty !== 'certain') return false;
  return kind === 'style' ? styles.length < MAX_CAUSES : kind === 'text' && !`${text?.from}${text?.to}`.includes('…');
}

/**
 * Lists the screenshots, by index, whose changes were all accepted with their causes: every cause that is known of an
 * area has an accepted group, says all of the change, and none was cut off.
 */
export function findAccepted(
  screenshots: readonly Compared[],
  side: 'pass' | 'base',
  isAccepted: (group: CauseGroup) => boolean,
): number[] {
  const accepted = new Set(
    groupCauses(screenshots, side)
      .groups.filter(isAccepted)
      .map(({ cause }) => cause.summary),
  );
  const isFine = ({ causes }: Area): boolean =>
    causes.length > 0 &&
    causes.length < MAX_CAUSES &&
    causes.every((cause) => saysAll(cause) && accepted.has(cause.summary));
  return screenshots
    .filter((shot) => {
      const areas = areasOf(shot, side);
      return areas.length > 0 && areas.every(isFine);
    })
    .map(({ index }) => index);
}

interface PlacedMark {
  screenshot_index: number | null;
  same_element_in: readonly { screenshot_index: number }[];
}

/**
 * Returns which screenshots a request for changes can accept: those without a mark that is outstanding, also on the
 * same element elsewhere. None where no mark says what is to change, because a note may mean any of them.
 */
export function acceptable(screenshots: readonly number[], outstanding: readonly PlacedMark[]): number[] {
  const marked = outstanding.flatMap((mark) => [
    mark.screenshot_index,
    ...mark.same_element_in.map(({ screenshot_index }) => screenshot_index),
  ]);
  return outstanding.length === 0 ? [] : screenshots.filter((index) => !marked.includes(index));
}
