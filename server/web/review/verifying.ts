import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { groupMarks, hasMark } from './derive.ts';
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

  /** Marks whose verdict is on its way: a second press before the answer is none. */
  const underWay = new Set<number>();
  const judge = async (
    { id }: Mark,
    write: () => Promise<Written>,
    sentence: (id: number, left: number) => string,
    verdict: Mark['status'],
  ): Promise<boolean> => {
    if (underWay.has(id)) return false;
    underWay.add(id);
    const written = await write();
    underWay.delete(id);
    if (!written.ok) {
      tell(failureSentence(written.failure));
      return false;
    }
    if (screen.reopening.value === id) screen.reopening.value = null;
    const holds = () => hasMark(view(), id, ({ status }) => status === verdict);
    undoable(sentence(id, moveOn(id)), () => void restore(id), holds);
    return true;
  };

  return {
    async verify(mark) {
      await judge(mark, () => store.write('verify_mark', { mark_id: mark.id }), strings.verify.fixedToast, 'verified');
    },
    askWhy(mark) {
      select(mark);
      screen.right.value = true;
      if (screen.phone.value && screen.sheet.value === 'peek') screen.sheet.value = 'half';
      screen.reopening.value = mark.id;
    },
    reopen(mark, reason) {
      const words = reason.trim() === '' ? {} : { reason: reason.trim() };
      return judge(
        mark,
        () => store.write('reopen_mark', { mark_id: mark.id, ...words }),
        strings.verify.reopenedToast,
        'reopened',
      );
    },
  };
}
