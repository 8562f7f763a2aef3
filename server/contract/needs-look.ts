import type { BaseChange } from './base.ts';

interface Compared {
  base_change?: BaseChange | null;
}

/** Returns whether noise rules are the only reason why a screenshot that differs needs no look. */
export const isNoise = ({ base_change: change }: Compared): boolean =>
  change != null && change.approved_in === null && change.noise.length > 0;

/**
 * Returns whether a screenshot shows something that is new to everybody, as far as is known. `signedIn`: what others
 * settled by a link alone, which proves less, counts as new.
 */
export function needsLook({ base_change: change = null }: Compared, signedIn = false): boolean {
  if (change === null) return true;
  const { kind, approved_in: approval, noise } = change;
  const approvals = [approval, ...noise.map(({ approved_in }) => approved_in)];
  const isSettled = signedIn
    ? approvals.some((each) => each !== null && each.verified_login !== null)
    : approval !== null || noise.length > 0;
  return kind !== 'identical' && !isSettled;
}
