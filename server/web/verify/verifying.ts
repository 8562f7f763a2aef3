import { trimText } from '../../contract/trim-text.ts';
import { moveToReply } from '../replies/move-reply.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { groupMarks, hasMark, isOutstanding, looksUnchanged } from '../review/derive.ts';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { failureSentence } from '../sync/sentences.ts';
import type { Written } from '../sync/store.ts';
import { reopened } from './reopened-strings.ts';

/** Verdicts on fixes. Each moves on to the next mark. */
export interface Verifying {
  /** Asks once more, and only once, where nothing changed. */
  verify(mark: Mark): Promise<void>;
  askWhy(mark: Mark): void;
  /** Returns whether the service accepted it; the reason stays typed when not. */
  reopen(mark: Mark, reason: string): Promise<boolean>;
}

export function createVerifying(deps: ReviewDependencies, select: (mark: Mark) => void): Verifying {
  const { store, ui, view, announce, notify, undoable } = deps;

  /** Selects the next of the queue. Returns how many are left. */
  const moveOn = (from: number): number => {
    const { toVerify } = groupMarks(view().review.marks);
    const next = toVerify.find(({ id }) => id > from) ?? toVerify[0];
    if (next !== undefined) select(next);
    else if (ui.selected.value === from) ui.selected.value = null;
    return toVerify.length;
  };

  const restore = async (id: number) => {
    const result = await store.write('restore_mark', { mark_id: id });
    if (!result.ok) return notify(failureSentence(result.failure));
    announce(strings.marks.restored(id));
    const mark = result.view.review.marks.find((each) => each.id === id);
    if (mark !== undefined) select(mark);
  };

  /** Ignores a second press before the response. */
  const underWay = new Set<number>();

  /** Where somebody else reopened the mark meanwhile, what was written as the reason becomes a reply, not sent yet. */
  const reasonToReply = () => {
    const mark = view().review.marks.find(({ id }) => id === ui.reopening.value);
    if (mark === undefined || underWay.has(mark.id) || !isOutstanding(mark)) return;
    ui.reopening.value = null;
    if (moveToReply(deps, `reason:${mark.id}`, mark.id)) notify(reopened.nowReply(mark.id));
  };
  store.watch(reasonToReply);

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
      notify(failureSentence(written.failure));
      reasonToReply();
      return false;
    }
    if (ui.reopening.value === id) ui.reopening.value = null;
    if (ui.doubting.value === id) ui.doubting.value = null;
    const holds = () => hasMark(view(), id, ({ status }) => status === verdict);
    undoable(sentence(id, moveOn(id)), () => void restore(id), holds);
    return true;
  };

  const show = (mark: Mark) => {
    select(mark);
    ui.right.value = true;
    if (ui.phone.value && ui.sheet.value === 'peek') ui.sheet.value = 'half';
  };

  const asked = new Set<number>();
  return {
    async verify(mark) {
      if (looksUnchanged(view().review, mark) && !asked.has(mark.id)) {
        asked.add(mark.id);
        show(mark);
        ui.reopening.value = null;
        ui.doubting.value = mark.id;
        return;
      }
      await judge(mark, () => store.write('verify_mark', { mark_id: mark.id }), strings.verify.fixedToast, 'verified');
    },
    askWhy(mark) {
      show(mark);
      ui.doubting.value = null;
      ui.reopening.value = mark.id;
    },
    reopen(mark, reason) {
      const text = trimText(reason);
      const given = text === '' ? {} : { reason: text };
      return judge(
        mark,
        () => store.write('reopen_mark', { mark_id: mark.id, ...given }),
        strings.verify.reopenedToast,
        'reopened',
      );
    },
  };
}
