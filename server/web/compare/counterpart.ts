import { byLabel } from '../../contract/by-label.ts';
import { needsLook } from '../../contract/needs-look.ts';
import type { ComparedImage, PageView, Review, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

/** What a screenshot can be compared with: the previous pass (what the fix changed) or the base (what merging would). */
export type Against = 'pass' | 'base';

/** What a screenshot is compared with on the other side: what has the same label, or the PDF page that it was. */
export interface Counterpart {
  /** null when the other side lacks it. */
  image: ComparedImage | null;
  change: Pick<NonNullable<Screenshot['change']>, 'kind' | 'share' | 'diff_url'> | null;
}

/** Returns the other sides that this pass has. */
export const sidesOf = ({ review, previous }: Pick<PageView, 'review' | 'previous'>): Against[] => [
  ...(previous === null ? [] : ['pass' as const]),
  ...(review.base == null || review.base.kind === 'none' ? [] : ['base' as const]),
];

/** Returns the chosen side, or else the previous pass, or else the base; null when there is nothing to compare with. */
export function sideOf(view: Pick<PageView, 'review' | 'previous'>, wanted: Against | null): Against | null {
  const sides = sidesOf(view);
  return sides.find((side) => side === wanted) ?? sides[0] ?? null;
}

/** Returns how a screenshot differs from the other side. */
export const changeOf = (shot: Screenshot, side: Against | null): Counterpart['change'] =>
  side === null ? null : side === 'pass' ? shot.change : shot.base_change;

/** Returns the screenshots of this pass by the key that pairs them with those of the previous one. */
export const byLabelBefore = ({ screenshots }: Review): Map<string, Screenshot> =>
  byLabel(screenshots, ({ label, change }) => (change === null ? label : (change.before_label ?? '')));

/** Returns the screenshot of the previous pass that a screenshot is compared with, or null. */
export function previousOf(
  { review, previous }: Pick<PageView, 'review' | 'previous'>,
  shot: Screenshot | undefined,
): Screenshot | null {
  const [key] = [...byLabelBefore(review)].find(([, { index }]) => index === shot?.index) ?? [];
  return key === undefined ? null : (byLabel(previous?.screenshots ?? []).get(key) ?? null);
}

/** Returns what a screenshot is compared with; null when there is nothing to compare with at all. */
export function counterpartOf(
  view: PageView,
  shot: Screenshot | undefined,
  wanted: Against | null,
): Counterpart | null {
  const side = sideOf(view, wanted);
  if (side === null || shot === undefined) return null;
  if (side === 'pass') return { image: previousOf(view, shot), change: changeOf(shot, side) };
  return { image: shot.base_change?.before ?? null, change: changeOf(shot, side) };
}

/** Names the other side: `pass 1`, or `main at abc1234`. */
export function nameOf({ review, previous }: Pick<PageView, 'review' | 'previous'>, side: Against): string {
  const words = strings.modes;
  const { base } = review;
  if (side === 'base' && base != null) return words.base(base.branch, base.commit);
  return words.pass(previous?.pass ?? Math.max(1, review.pass - 1));
}

/** Returns why there is nothing to compare with on the other side. */
export const whyNothing = (view: Pick<PageView, 'review' | 'previous'>, shot: Screenshot, side: Against): string =>
  changeOf(shot, side)?.kind === 'new'
    ? strings.modes.nothing(shot.label, titleOf(view, side))
    : strings.modes.notCompared;

/** Names it where the name stands alone: `Pass 1`, or `main at abc1234`. */
export function titleOf(view: Pick<PageView, 'review' | 'previous'>, side: Against): string {
  const name = nameOf(view, side);
  // The name of a branch stays as it is.
  return side === 'base' ? name : name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Returns the screenshots to list: with a base those that need a look or have a mark come first, and of the others,
 * unless the person wants all, only the one that is shown.
 */
export function listedShots(
  { base, screenshots, marks }: Review,
  onlyChanged: boolean,
  current: number,
  signedIn = false,
): Screenshot[] {
  if (base == null || !base.compared) return screenshots;
  const isFirst = (shot: Screenshot) =>
    needsLook(shot, signedIn) ||
    marks.some(({ screenshot_index: at, status }) => at === shot.index && status !== 'withdrawn');
  const others = screenshots.filter((shot) => !isFirst(shot));
  return [...screenshots.filter(isFirst), ...others.filter(({ index }) => !onlyChanged || index === current)];
}

/** Counts the changes against the base that nobody has approved; null until every screenshot is compared. */
export function openChanges({ base, screenshots, removed_screenshots: removed }: Review): number | null {
  if (base == null || !base.compared) return null;
  return (
    screenshots.filter((shot) => needsLook(shot)).length +
    removed.filter(({ approved_in }) => approved_in === null).length
  );
}
