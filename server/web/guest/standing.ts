import { guest } from '../strings/guest.ts';
import type { GuestView } from './types.ts';

/** Why nothing can be suggested, in this page's words where it has some; null while something can. */
export function closedSentence(view: GuestView): string | null {
  const { status } = view;
  const words = guest.closed;
  if (view.can.suggest || status === 'preparing') return null;
  if (view.newest !== null) return words.superseded(view.newest.pass);
  if (status === 'superseded') return words.supersededAlone;
  if (status === 'approved' || status === 'changes_requested' || status === 'expired' || status === 'cancelled') {
    return words[status];
  }
  return view.read_only_reason;
}
