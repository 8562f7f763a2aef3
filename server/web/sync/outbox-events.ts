import { emptyFields, fieldsOf } from '../../contract/mark-fields.ts';
import { placedMark } from '../marking/conflict.ts';
import type { Drafts } from '../marking/drafts.ts';
import { placeOf } from '../marking/geometry.ts';
import { type Sent, settleDraft } from '../marking/settle-draft.ts';
import type { UiState } from '../review/ui-state.ts';
import type { Memory } from '../shared/memory.ts';
import type { Input, Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import type { Failure } from './exchange.ts';
import type { OutboxEvents } from './outbox.ts';
import { type Entry, subjectOf } from './outbox-entry.ts';

interface Options {
  memory: Memory;
  reviewId: string;
  ui: UiState;
  drafts: Drafts;
  notify: (text: string) => void;
  left: () => number;
}

const why = (failure: Failure): string => {
  if (failure.kind === 'conflict' || failure.kind === 'refused') return failure.message;
  return failure.kind === 'missing' ? strings.live.outbox.missing : strings.live.outbox.broken;
};

/** Returns the mark that a sent change made or changed. */
function savedMark({ name, input }: Entry, marks: readonly Mark[]): Mark | undefined {
  if (name === 'place_mark') return placedMark(marks, new Set(), input as Input<'place_mark'>);
  return 'mark_id' in input ? marks.find(({ id }) => id === input.mark_id) : undefined;
}

/** Returns what a queued change sent of its draft: each such change is a new mark or a whole edit. */
function sentBy(entry: Entry): Sent {
  const {
    screenshot_index: screenshotIndex,
    width = null,
    height = null,
    ...rest
  } = entry.input as Input<'place_mark'>;
  return { ...emptyFields, ...fieldsOf(rest), screenshotIndex, place: placeOf({ ...rest, width, height }) };
}

/** Handles sent and refused changes: their drafts, and the toasts. */
export function createOutboxEvents({ memory, reviewId, ui, drafts, notify, left }: Options): OutboxEvents {
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
    // A dialog covers the composer.
    isOpen: (draft) => ui.composing.value === draft && ui.dialog.value === null,
    sent(entry, { review }) {
      sent += 1;
      const { draft } = entry;
      if (draft !== null && settleDraft(drafts, draft, sentBy(entry), savedMark(entry, review.marks))) {
        if (ui.composing.value === draft) ui.composing.value = null;
      }
      if (left() > 0) return;
      notify(words.sent(sent));
      sent = 0;
    },
    refused(entry, failure) {
      const message = why(failure);
      const draft = drafts.find(entry.draft);
      if (draft !== undefined) drafts.put({ ...draft, problem: words.refusedDraft(message) });
      const what = words.act[entry.name](subjectOf(entry)?.id ?? 0);
      notify(draft === undefined ? words.refused(what, message) + keepReason(entry) : words.refusedDraft(message));
    },
  };
}
