import type { CauseGroup } from '../../contract/cause-groups.ts';
import type { Review } from '../shared/types.ts';
import type { Against } from './counterpart.ts';

/** The key under which the device remembers what was accepted of a comparison: the `keyOf` each, with spaces between. */
export const acceptedKey = ({ id, base }: Pick<Review, 'id' | 'base'>, side: Against): string =>
  `${id}:causes:${side === 'base' ? base?.id : 'pass'}`;

/** Names a group with the number of its screenshots: one that grows has to be accepted again. */
export const keyOf = ({ cause, screenshots }: Pick<CauseGroup, 'cause' | 'screenshots'>): string =>
  `${encodeURIComponent(cause.summary)}:${screenshots.length}`;

/** Returns whether a group is among the remembered ones. */
export function isIn(remembered: string): (group: CauseGroup) => boolean {
  const keys = new Set(remembered.split(' '));
  return (group) => keys.has(keyOf(group));
}
