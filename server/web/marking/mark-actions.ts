import { fieldsOf } from '../../contract/mark-fields.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { hasMark } from '../review/derive.ts';
import type { Mark, WriteName } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { failureSentence } from '../sync/sentences.ts';
import type { Written } from '../sync/store.ts';
import { baseOf, conflictOf, samePlace } from './conflict.ts';
import { type Place, placeOf, roundPlace } from './geometry.ts';

export interface MarkActs {
  moveMark(mark: Mark, place: Place): Promise<void>;
  withdraw(mark: Mark): Promise<void>;
  restore(id: number): Promise<void>;
}

export function createMarkActs({ store, ui, view, announce, notify, undoable }: ReviewDependencies): MarkActs {
  /** Shows a toast when a write failed. */
  const attempt = async (written: Promise<Written>): Promise<boolean> => {
    const result = await written;
    if (!result.ok) notify(failureSentence(result.failure));
    return result.ok;
  };
  const onMark = (name: Extract<WriteName, 'withdraw_mark' | 'restore_mark'>, id: number) =>
    attempt(store.write(name, { mark_id: id }));

  /** Moves a mark, unless another has changed it meanwhile. */
  const move = async (mark: Mark, to: Place): Promise<boolean> => {
    if (mark.screenshot_index === null) return false;
    const place = { screenshot_index: mark.screenshot_index, ...to };
    const written = await store.write('edit_mark', { mark_id: mark.id, ...place, after_update: mark.updated_at });
    if (written.ok) return true;
    if (written.failure.kind === 'conflict') {
      const { marks } = view().review;
      const draft = { key: '', markId: mark.id, place: to, screenshotIndex: mark.screenshot_index, base: baseOf(mark) };
      if (conflictOf({ ...draft, ...fieldsOf(mark) }, marks) !== null) {
        notify(strings.live.movedElsewhere(mark.id));
        return false;
      }
      const now = marks.find(({ id }) => id === mark.id);
      if (now !== undefined && now.updated_at !== mark.updated_at) return move(now, to);
    }
    notify(failureSentence(written.failure));
    return false;
  };

  return {
    async moveMark(mark, place) {
      const before = placeOf(mark);
      const to = roundPlace(place);
      if (!(await move(mark, to))) return;
      const back = async () => {
        const now = view().review.marks.find(({ id }) => id === mark.id);
        if (before === null || now === undefined) return;
        if (!samePlace(placeOf(now), to)) notify(strings.live.undone.nothing(mark.id));
        else if (await move(now, before)) announce(strings.marks.restored(mark.id));
      };
      const there = () => hasMark(view(), mark.id, ({ status }) => status !== 'withdrawn');
      undoable(strings.live.moved(mark.id), () => void back(), there);
    },
    async withdraw(mark) {
      if (!(await onMark('withdraw_mark', mark.id))) return;
      if (ui.selected.value === mark.id) ui.selected.value = null;
      const isWithdrawn = () => hasMark(view(), mark.id, ({ status }) => status === 'withdrawn');
      undoable(strings.marks.withdrawnToast(mark.id), () => void onMark('restore_mark', mark.id), isWithdrawn);
    },
    async restore(id) {
      if (await onMark('restore_mark', id)) announce(strings.marks.restored(id));
    },
  };
}
