import type { CauseGroup } from '../../contract/cause-groups.ts';
import type { Memory } from '../shared/memory.ts';
import type { Review } from '../shared/types.ts';
import type { Against } from './counterpart.ts';

/** The key under which the device remembers what was accepted of a comparison: the `keyOf` each, with spaces between. */
export const acceptedKey = ({ id, base }: Pick<Review, 'id' | 'base'>, side: Against): string =>
  `${id}:causes:${side === 'base' ? base?.id : 'pass'}`;

/** Names a group with the number of its screenshots: one that grows has to be accepted again. */
export const keyOf = ({ cause, screenshots }: Pick<CauseGroup, 'cause' | 'screenshots'>): string =>
  `${encodeURIComponent(cause.summary)}:${screenshots.length}`;

type Known = Pick<Memory, 'get'>;
const sentKey = (review: Pick<Review, 'id' | 'base'>): string => `${acceptedKey(review, 'base')}:sent`;

/** Returns whether a request for changes from this device has yet to say what was accepted since the base. */
export const isUnsent = (review: Pick<Review, 'id' | 'base'>, memory: Known): boolean =>
  (memory.get(acceptedKey(review, 'base')) ?? '') !== (memory.get(sentKey(review)) ?? '');

/** Notes that a request for changes has said it. */
export function noteSent(review: Pick<Review, 'id' | 'base'>, memory: Pick<Memory, 'get' | 'set'>): void {
  const accepted = memory.get(acceptedKey(review, 'base'));
  if (accepted !== null) memory.set(sentKey(review), accepted);
}

/** Returns a function for whether a group was accepted. */
export function acceptedIn(review: Pick<Review, 'id' | 'base'>, memory: Known): (group: CauseGroup) => boolean {
  const keys = new Set((memory.get(acceptedKey(review, 'base')) ?? '').split(' '));
  return (group) => keys.has(keyOf(group));
}
