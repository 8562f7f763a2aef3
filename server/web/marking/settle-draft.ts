import { trimText } from '../../contract/trim-text.ts';
import type { Mark } from '../shared/types.ts';
import { baseOf, sameWords } from './conflict.ts';
import type { Base, Draft, Drafts } from './drafts.ts';

/** What was sent of a draft: its fields and its place. */
export type Sent = Omit<Base, 'updatedAt'>;

/** Returns whether a draft still says what was sent, at the same place. */
export const saysWhatWasSent = (draft: Draft, sent: Sent): boolean =>
  sameWords({ ...draft, body: trimText(draft.body) }, sent);

/**
 * Drops a draft that was saved as `mark`. What was typed or moved since it was sent has not been saved: it stays, as a
 * change of that mark. Returns whether the draft was dropped.
 */
export function settleDraft(drafts: Drafts, key: string, sent: Sent, mark: Mark | undefined): boolean {
  const latest = drafts.find(key);
  if (latest === undefined || saysWhatWasSent(latest, sent)) {
    drafts.drop(key);
    return true;
  }
  if (mark !== undefined) drafts.put({ ...latest, markId: mark.id, base: baseOf(mark) });
  return false;
}
