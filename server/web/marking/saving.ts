import { fieldsOf } from '../../contract/mark-fields.ts';
import { trimText } from '../../contract/trim-text.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { hasMark } from '../review/derive.ts';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { failureSentence, keptSentence } from '../sync/sentences.ts';
import type { Written } from '../sync/store.ts';
import { baseOf, conflictOf, placedMark, sameWords } from './conflict.ts';
import type { Draft } from './drafts.ts';
import { placeOf } from './geometry.ts';
import { saysWhatWasSent, settleDraft } from './settle-draft.ts';

const wordsOf = (draft: Draft) => ({
  ...fieldsOf(draft),
  body: trimText(draft.body),
  screenshot_index: draft.screenshotIndex,
  ...draft.place,
});

function createReversals({ ui, outbox, view, announce, notify }: ReviewDependencies) {
  const marks = () => view().review.marks;

  /** Restores a mark to `mark`, unless it has changed since `mine`. */
  const takeOver = async (mark: Mark, mine: Mark) => {
    const now = marks().find(({ id }) => id === mark.id);
    if (now !== undefined && !sameWords(baseOf(now), baseOf(mine))) return notify(strings.live.undone.nothing(mark.id));
    const before = placeOf(mark);
    const shot = mark.screenshot_index;
    const at = before === null || shot === null ? {} : { ...before, screenshot_index: shot };
    const since = now === undefined ? {} : { after_update: now.updated_at };
    const words = { mark_id: mark.id, ...fieldsOf(mark), ...at, ...since };
    const written = await outbox.write('edit_mark', words);
    if (written.ok) announce(strings.marks.restored(mark.id));
    else if (written.failure.kind === 'conflict') notify(strings.live.undone.nothing(mark.id));
    else notify(failureSentence(written.failure));
  };

  const withdraw = async (id: number) => {
    const written = await outbox.write('withdraw_mark', { mark_id: id });
    if (!written.ok) return notify(failureSentence(written.failure));
    if (ui.selected.value === id) ui.selected.value = null;
    announce(strings.marks.withdrawnToast(id));
  };

  return { takeOver, withdraw };
}

/** Returns what sends a draft, by default the one in the composer, and offers to undo it. */
export function createSaving(
  deps: ReviewDependencies,
  openDraft: (draft: Draft) => void,
): (key?: string | null) => Promise<void> {
  const { ui, drafts, outbox, memory, view, announce, notify, undoable } = deps;
  const marks = () => view().review.marks;

  const place = async (draft: Draft): Promise<{ written: Written; mark: Mark | undefined }> => {
    const name = trimText(memory.get('name') ?? '');
    const words = wordsOf(draft);
    const known = new Set(marks().map(({ id }) => id));
    const input = { ...words, ...(name === '' ? {} : { author: name }), client_mark_id: draft.key };
    const written = await outbox.write('place_mark', input, draft.key);
    const kept = !written.ok || written.kept !== undefined;
    return { written, mark: kept ? undefined : placedMark(written.view.review.marks, known, words) };
  };

  const edit = async (draft: Draft, markId: number, base = draft.base): Promise<Written> => {
    const since = base === undefined ? {} : { after_update: base.updatedAt };
    const written = await outbox.write('edit_mark', { ...wordsOf(draft), mark_id: markId, ...since }, draft.key);
    if (written.ok || written.failure.kind !== 'conflict' || base === undefined) return written;
    // Changed otherwise, such as reported fixed: the person has seen the current text.
    const now = marks().find(({ id }) => id === markId);
    if (now === undefined || now.updated_at === base.updatedAt || conflictOf(draft, [now]) !== null) return written;
    return edit(draft, markId, baseOf(now));
  };

  const { takeOver, withdraw } = createReversals(deps);

  return async (key = ui.composing.value) => {
    const draft = drafts.find(key);
    if (draft === undefined || ui.saving.value) return;
    const body = trimText(draft.body);
    if (body === '') {
      ui.composerError.value = strings.composer.empty;
      return;
    }
    const before = marks().find(({ id }) => id === draft.markId);
    ui.saving.value = true;
    ui.composerError.value = null;
    outbox.unsend(draft.key);
    const { written, mark } =
      draft.markId === null ? await place(draft) : { written: await edit(draft, draft.markId), mark: before };
    ui.saving.value = false;
    if (!written.ok) {
      const composing = ui.composing.value === draft.key;
      // The composer shows the conflict and what to do.
      if (composing && ui.dialog.value === null && conflictOf(draft, marks()) !== null) return;
      const why = failureSentence(written.failure);
      if (composing) ui.composerError.value = why;
      else notify(why);
      const kept = drafts.find(draft.key);
      if (kept !== undefined && (!composing || ui.dialog.value !== null)) drafts.put({ ...kept, problem: why });
      return;
    }
    const sent = { ...draft, body };
    const close = () => {
      if (ui.composing.value === draft.key) ui.composing.value = null;
    };
    if (written.kept) {
      if (saysWhatWasSent(drafts.find(draft.key) ?? draft, sent)) close();
      const undo = () => {
        outbox.unsend(draft.key);
        announce(strings.live.undone.draftBack);
        openDraft(drafts.find(draft.key) ?? draft);
      };
      undoable(keptSentence(written.kept), undo, () => outbox.entries.value.some((entry) => entry.draft === draft.key));
      return;
    }
    const saved = written.view.review.marks.find(({ id }) => id === mark?.id);
    if (settleDraft(drafts, draft.key, sent, saved)) close();
    if (saved === undefined) return;
    ui.selected.value = saved.id;
    const there = () => hasMark(view(), saved.id, ({ status }) => status !== 'withdrawn');
    if (draft.markId === null) undoable(strings.marks.saved(saved.id), () => void withdraw(saved.id), there);
    else if (before !== undefined) undoable(strings.live.edited(saved.id), () => void takeOver(before, saved), there);
  };
}
