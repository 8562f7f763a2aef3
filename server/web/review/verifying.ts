import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { groupMarks } from './derive.ts';
import { failureSentence } from './sentences.ts';
import type { Written } from './store.ts';
import type { Mark } from './types.ts';

/** A person's word on what was reported as fixed. Each verdict leads on to the next mark by itself. */
export interface Verifying {
  verify(mark: Mark): Promise<void>;
  /** Asks why it is not fixed yet, beside the mark's pictures. */
  askWhy(mark: Mark): void;
  /** Answers whether it was taken; the reason stays typed when not. */
  reopen(mark: Mark, reason: string): Promise<boolean>;
}

export function createVerifying(around: Around, select: (mark: Mark) => void): Verifying {
  const { store, screen, view, announce, tell, undoable } = around;

  /** Goes on to the next of the queue. Answers how many are left. */
  const moveOn = (from: number): number => {
    const { toVerify } = groupMarks(view().review.marks);
    const next = toVerify.find(({ id }) => id > from) ?? toVerify[0];
    if (next !== undefined) select(next);
    else if (screen.selected.value === from) screen.selected.value = null;
    return toVerify.length;
  };

  const restore = async (id: number) => {
    const result = await store.write('restore_mark', { mark_id: id });
    if (!result.ok) return tell(failureSentence(result.failure));
    announce(strings.marks.restored(id));
    const mark = result.view.review.marks.find((each) => each.id === id);
    if (mark !== undefined) select(mark);
  };

  const judged = (mark: Mark, written: Written, sentence: (id: number, left: number) => string): boolean => {
    if (!written.ok) {
      tell(failureSentence(written.failure));
      return false;
    }
    undoable(sentence(mark.id, moveOn(mark.id)), () => void restore(mark.id));
    return true;
  };

  return {
    async verify(mark) {
      judged(mark, await store.write('verify_mark', { mark_id: mark.id }), strings.verify.fixedToast);
    },
    askWhy(mark) {
      select(mark);
      screen.right.value = true;
      if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
      screen.reopening.value = mark.id;
    },
    async reopen(mark, reason) {
      const words = reason.trim() === '' ? {} : { reason: reason.trim() };
      const written = await store.write('reopen_mark', { mark_id: mark.id, ...words });
      const taken = judged(mark, written, strings.verify.reopenedToast);
      if (taken) screen.reopening.value = null;
      return taken;
    },
  };
}
