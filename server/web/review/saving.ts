import { placeOf } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { baseOf, conflictOf, placedMark, sameWords } from './conflict.ts';
import { hasMark } from './derive.ts';
import type { Draft } from './drafts.ts';
import { failureSentence, keptSentence } from './sentences.ts';
import type { Written } from './store.ts';
import type { Mark } from './types.ts';

export interface Saving {
  /** Sends a draft, the one in the composer unless another is named. */
  saveDraft(key?: string | null): Promise<void>;
}

const wordsOf = (draft: Draft) => ({
  body: draft.body.trim(),
  must_fix: draft.mustFix,
  screenshot_index: draft.screenshotIndex,
  ...draft.place,
});

/** Sends what stands in the composer, new or changed, and offers the way back. */
export function createSaving(around: Around, openDraft: (draft: Draft) => void): Saving {
  const { screen, drafts, outbox, memory, view, announce, tell, undoable } = around;
  const marks = () => view().review.marks;

  const place = async (draft: Draft): Promise<{ written: Written; mark: Mark | undefined }> => {
    const name = memory.get('name')?.trim();
    const words = wordsOf(draft);
    const known = new Set(marks().map(({ id }) => id));
    const input = { ...words, ...(name ? { author: name } : {}), client_mark_id: draft.key };
    const written = await outbox.write('place_mark', input, draft.key);
    const kept = !written.ok || written.kept !== undefined;
    return { written, mark: kept ? undefined : placedMark(written.view.review.marks, known, words) };
  };

  const edit = async (draft: Draft, markId: number, base = draft.base): Promise<Written> => {
    const since = base === undefined ? {} : { after_update: base.updatedAt };
    const written = await outbox.write('edit_mark', { ...wordsOf(draft), mark_id: markId, ...since }, draft.key);
    if (written.ok || written.failure.kind !== 'conflict' || base === undefined) return written;
    // Reported fixed meanwhile, say, but nobody has touched its words: they are still those the person saw.
    const now = marks().find(({ id }) => id === markId);
    if (now === undefined || now.updated_at === base.updatedAt || conflictOf(draft, [now]) !== null) return written;
    return edit(draft, markId, baseOf(now));
  };

  /** Puts a mark back to what it said before `mine`, unless it says something else again. */
  const takeOver = async (mark: Mark, mine: Mark) => {
    const now = marks().find(({ id }) => id === mark.id);
    if (now !== undefined && !sameWords(baseOf(now), baseOf(mine))) return tell(strings.live.undone.nothing(mark.id));
    const before = placeOf(mark);
    const shot = mark.screenshot_index;
    const at = before === null || shot === null ? {} : { ...before, screenshot_index: shot };
    const since = now === undefined ? {} : { after_update: now.updated_at };
    const words = { mark_id: mark.id, body: mark.body, must_fix: mark.must_fix, ...at, ...since };
    const written = await outbox.write('edit_mark', words);
    if (written.ok) announce(strings.marks.restored(mark.id));
    else if (written.failure.kind === 'conflict') tell(strings.live.undone.nothing(mark.id));
    else tell(failureSentence(written.failure));
  };

  const withdraw = async (id: number) => {
    const written = await outbox.write('withdraw_mark', { mark_id: id });
    if (!written.ok) return tell(failureSentence(written.failure));
    if (screen.selected.value === id) screen.selected.value = null;
    announce(strings.marks.withdrawnToast(id));
  };

  return {
    async saveDraft(key = screen.composing.value) {
      const draft = drafts.find(key);
      if (draft === undefined || screen.saving.value) return;
      const body = draft.body.trim();
      if (body === '') {
        screen.composerError.value = strings.composer.empty;
        return;
      }
      const before = marks().find(({ id }) => id === draft.markId);
      screen.saving.value = true;
      screen.composerError.value = null;
      outbox.takeBack(draft.key);
      const { written, mark } =
        draft.markId === null ? await place(draft) : { written: await edit(draft, draft.markId), mark: before };
      screen.saving.value = false;
      if (!written.ok) {
        const composing = screen.composing.value === draft.key;
        // What others did stands beside the words, with what to do.
        if (composing && screen.dialog.value === null && conflictOf(draft, marks()) !== null) return;
        const why = failureSentence(written.failure);
        if (composing) screen.composerError.value = why;
        else tell(why);
        const kept = drafts.find(draft.key);
        if (kept !== undefined && (!composing || screen.dialog.value !== null)) drafts.put({ ...kept, problem: why });
        return;
      }
      const latest = drafts.find(draft.key);
      if (screen.composing.value === draft.key) screen.composing.value = null;
      if (written.kept) {
        const takeBack = () => {
          if (!outbox.takeBack(draft.key)) return;
          announce(strings.live.undone.draftBack);
          openDraft(drafts.find(draft.key) ?? draft);
        };
        undoable(keptSentence(written.kept), takeBack, () =>
          outbox.entries.value.some((entry) => entry.draft === draft.key),
        );
        return;
      }
      const saved = written.view.review.marks.find(({ id }) => id === mark?.id);
      // Words typed while the answer was on its way are not what was saved.
      if (latest === undefined || latest.body.trim() === body) drafts.drop(draft.key);
      else if (saved !== undefined && draft.markId !== null) drafts.put({ ...latest, base: baseOf(saved) });
      if (saved === undefined) return;
      screen.selected.value = saved.id;
      const there = () => hasMark(view(), saved.id, ({ status }) => status !== 'withdrawn');
      if (draft.markId === null) undoable(strings.marks.saved(saved.id), () => void withdraw(saved.id), there);
      else if (before !== undefined) undoable(strings.live.edited(saved.id), () => void takeOver(before, saved), there);
    },
  };
}
