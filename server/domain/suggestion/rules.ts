import type { ReviewStatus, Suggestion } from '../../contract/review.ts';
import type { Place } from '../mark/rules.ts';

/** How many suggestions may be pending on one review: a link in the wrong hands must not bury the others. */
export const MAX_PENDING = 200;

export interface Invitation {
  suggest: boolean;
  /** The reason, for people, why guests may not suggest; null when they may. */
  reason: string | null;
}

/**
 * Returns whether the holder of a guest link may leave a suggestion. `screenshots`: how many there are to put it on.
 */
export function invitation(
  now: { status: ReviewStatus; expired: boolean; laterOpen: boolean },
  shots: number,
): Invitation {
  const not = (reason: string): Invitation => ({ suggest: false, reason });
  if (now.expired || now.status === 'expired')
    return not('This review has expired. View only: it no longer takes suggestions.');
  if (now.laterOpen) return not('A newer pass is open. Suggestions belong there.');
  switch (now.status) {
    case 'open':
      return { suggest: true, reason: null };
    case 'preparing':
      return shots > 0
        ? { suggest: true, reason: null }
        : not('The screenshots are still being made. You can leave suggestions when the first one is ready.');
    case 'approved':
    case 'changes_requested':
      return not('This review is already decided, so it no longer takes suggestions.');
    case 'superseded':
      return not('A newer pass took the place of this one.');
    case 'failed':
      return not('No screenshot could be made, so there is nothing to suggest a change to.');
    case 'cancelled':
      return not('This review was withdrawn by its requester.');
  }
}

interface State {
  status: Suggestion['status'];
  markNumber: number | null;
}

const became = ({ status, markNumber }: State): string =>
  status === 'accepted' ? `was accepted: it is mark ${markNumber}` : 'was dismissed';

/**
 * Returns what accepting or dismissing a suggestion means now: `done` by an earlier attempt, still to `do`, or refused
 * with what became of it meanwhile.
 */
export function settle(now: State, to: 'accepted' | 'dismissed'): 'done' | 'do' | { refused: string } {
  if (now.status === to) return 'done';
  if (now.status === 'pending') return 'do';
  return { refused: `This suggestion ${became(now)}. Make it pending again to change that.` };
}

/** Returns why the guest can no longer change a suggestion; null while it is pending. */
export function frozen(now: State): string | null {
  return now.status === 'pending' ? null : `Your suggestion ${became(now)}. Leave another one to add something.`;
}

/** Returns why the reviewer can no longer reply to a suggestion; null while it is pending. */
export function whyNoReply(now: State): string | null {
  if (now.status === 'pending') return null;
  const next = now.status === 'accepted' ? 'Reply to the mark' : 'Make it pending again to reply';
  return `This suggestion ${became(now)}. ${next}.`;
}

/** Returns whether a suggestion already is what a guest asks for. */
export const isSame = (
  now: Place & { kind: string; shotId: string; body: string },
  wanted: Place & { kind: string; shotId: string; body: string },
): boolean =>
  now.kind === wanted.kind &&
  now.shotId === wanted.shotId &&
  now.body === wanted.body &&
  now.x === wanted.x &&
  now.y === wanted.y &&
  now.width === wanted.width &&
  now.height === wanted.height;
