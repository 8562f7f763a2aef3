import type { Review } from '../shared/types.ts';
import type { Against } from './counterpart.ts';

/** The key under which the device remembers the accepted causes of a comparison, each as `keyOf` it, with spaces between. */
export const acceptedKey = ({ id, base }: Pick<Review, 'id' | 'base'>, side: Against): string =>
  `${id}:causes:${side === 'base' ? base?.id : 'pass'}`;

export const keyOf = (summary: string): string => encodeURIComponent(summary);

/** Returns whether a cause is in the remembered ones. */
export function isIn(remembered: string): (summary: string) => boolean {
  const keys = new Set(remembered.split(' '));
  return (summary) => keys.has(keyOf(summary));
}
