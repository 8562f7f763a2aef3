import { strings } from '../strings.ts';
import type { Drafts } from './drafts.ts';
import type { Memory } from './memory.ts';
import type { OutboxEvents } from './outbox.ts';
import { type Entry, subjectOf } from './outbox-entry.ts';
import type { Screen } from './screen.ts';
import type { Failure } from './store.ts';
import type { Input } from './types.ts';

interface Parts {
  memory: Memory;
  reviewId: string;
  screen: Screen;
  drafts: Drafts;
  tell: (text: string) => void;
  /** How many still wait. */
  left: () => number;
}

const why = (failure: Failure): string => {
  if (failure.kind === 'conflict' || failure.kind === 'refused') return failure.message;
  return failure.kind === 'gone' ? strings.live.outbox.gone : strings.live.outbox.broken;
};

/** What becomes of the person's words when something that waited was taken or refused, and what they are told. */
export function outboxTold({ memory, reviewId, screen, drafts, tell, left }: Parts): OutboxEvents {
  let sent = 0;
  const words = strings.live.outbox;

  const keepReason = (entry: Entry): string => {
    if (entry.name !== 'reopen_mark') return '';
    const { mark_id, reason } = entry.input as Input<'reopen_mark'>;
    if (reason === undefined) return '';
    memory.set(`${reviewId}:reason:${mark_id}`, reason);
    return words.reason(reason);
  };

  return {
    isOpen: (draft) => screen.composing.value === draft,
    sent(entry) {
      sent += 1;
      const draft = drafts.find(entry.draft);
      const said = 'body' in entry.input ? entry.input.body : undefined;
      // Words typed since are not what was sent.
      if (entry.draft !== null && (draft === undefined || draft.body.trim() === said)) drafts.drop(entry.draft);
      if (left() > 0) return;
      tell(words.sent(sent));
      sent = 0;
    },
    refused(entry, failure) {
      const message = why(failure);
      const draft = drafts.find(entry.draft);
      if (draft !== undefined) drafts.put({ ...draft, problem: words.refusedDraft(message) });
      const what = words.act[entry.name](subjectOf(entry)?.id ?? 0);
      tell(draft === undefined ? words.refused(what, message) + keepReason(entry) : words.refusedDraft(message));
    },
  };
}
