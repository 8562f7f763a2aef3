import { acceptable, type CauseGroup, findAccepted } from '../../contract/cause-groups.ts';
import { isOutstanding } from '../review/derive.ts';
import type { Memory } from '../shared/memory.ts';
import type { PageView, Review } from '../shared/types.ts';
import type { Against } from './counterpart.ts';

/** The key under which the device remembers what was accepted of a comparison: the `keyOf` each, with spaces between. */
export const acceptedKey = ({ id, base }: Pick<Review, 'id' | 'base'>, side: Against): string =>
  `${id}:causes:${side === 'base' ? base?.id : 'pass'}`;

/** Names a group with the number of its screenshots: one that grows has to be accepted again. */
export const keyOf = ({ cause, screenshots }: Pick<CauseGroup, 'cause' | 'screenshots'>): string =>
  `${encodeURIComponent(cause.summary)}:${screenshots.length}`;

type Viewed = Pick<PageView, 'review' | 'accepted_screenshots'>;

/** Returns the screenshots, by index, whose causes all look right here; null where nothing was said of causes here. */
export function looksRightHere(
  { review, accepted_screenshots: last = [] }: Viewed,
  memory: Pick<Memory, 'get'>,
): number[] | null {
  const remembered = memory.get(acceptedKey(review, 'base'));
  if (review.base?.id == null || remembered === null || (remembered === '' && last.length === 0)) return null;
  const keys = new Set(remembered.split(' '));
  return findAccepted(review.screenshots, 'base', (group) => keys.has(keyOf(group)));
}

/** Returns which of the screenshots, by index, a request for changes accepts, with the marks as they are. */
export const acceptedOf = (screenshots: readonly number[], { marks }: Pick<Review, 'marks'>): number[] =>
  acceptable(screenshots, marks.filter(isOutstanding));

/** Returns whether the request for changes accepts other screenshots than one from this device would. */
export function isUnsent(view: Viewed, memory: Pick<Memory, 'get'>): boolean {
  const found = looksRightHere(view, memory);
  const { accepted_screenshots: last = [] } = view;
  if (found === null || view.review.decision?.outcome !== 'changes_requested') return false;
  const here = acceptedOf(found, view.review);
  return here.length !== last.length || here.some((index) => !last.includes(index));
}
