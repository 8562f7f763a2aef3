import { type MarkFields, sameFields } from '../../contract/mark-fields.ts';
import type { Mark } from '../shared/types.ts';
import { baseOf } from './conflict.ts';
import type { Draft, Drafts } from './drafts.ts';

/** Returns whether a draft still says what was sent. */
export const saysWhatWasSent = (draft: Draft, sent: MarkFields): boolean =>
  sameFields({ ...draft, body: draft.body.trim() }, sent);

/**
 * Drops a draft that was saved as `mark`. Text typed since it was sent has not been saved: it stays, as a change of
 * that mark. Returns whether the draft was dropped.
 */
export function settleDraft(drafts: Drafts, key: string, sent: MarkFields, mark: Mark | undefined): boolean {
  const latest = drafts.find(key);
  if (latest === undefined || saysWhatWasSent(latest, sent)) {
    drafts.drop(key);
    return true;
  }
  if (mark !== undefined) drafts.put({ ...latest, markId: mark.id, base: baseOf(mark) });
  return false;
}
