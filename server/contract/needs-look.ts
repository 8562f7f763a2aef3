import type { BaseChange } from './base.ts';

interface Compared {
  base_change?: BaseChange | null;
}

/** Returns whether noise rules are the only reason why a screenshot that differs needs no look. */
export const isNoise = ({ base_change: change }: Compared): boolean =>
  change != null && change.approved_in === null && change.noise.length > 0;

/** Returns whether a screenshot shows something that is new to everybody, as far as is known. */
export const needsLook = ({ base_change: change = null }: Compared): boolean =>
  change === null || (change.kind !== 'identical' && change.approved_in === null && change.noise.length === 0);
