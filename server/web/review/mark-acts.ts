import { type Place, roundPlace } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { failureSentence } from './sentences.ts';
import type { Written } from './store.ts';
import type { Mark, WriteName } from './types.ts';

/** What a person does with a mark that is there. */
export interface MarkActs {
  moveMark(mark: Mark, place: Place): Promise<void>;
  withdraw(mark: Mark): Promise<void>;
  restore(id: number): Promise<void>;
}

export function createMarkActs({ store, screen, announce, tell, undoable }: Around): MarkActs {
  /** Writes and tells when it did not work. */
  const attempt = async (written: Promise<Written>): Promise<boolean> => {
    const result = await written;
    if (!result.ok) tell(failureSentence(result.failure));
    return result.ok;
  };
  const onMark = (name: Extract<WriteName, 'withdraw_mark' | 'restore_mark'>, id: number) =>
    attempt(store.write(name, { mark_id: id }));

  return {
    async moveMark(mark, place) {
      if (mark.screenshot_index === null) return;
      const to = { mark_id: mark.id, screenshot_index: mark.screenshot_index, ...roundPlace(place) };
      if (await attempt(store.write('edit_mark', to))) announce(strings.marks.moved(mark.id));
    },
    async withdraw(mark) {
      if (!(await onMark('withdraw_mark', mark.id))) return;
      if (screen.selected.value === mark.id) screen.selected.value = null;
      undoable(strings.marks.withdrawnToast(mark.id), () => void onMark('restore_mark', mark.id));
    },
    async restore(id) {
      if (await onMark('restore_mark', id)) announce(strings.marks.restored(id));
    },
  };
}
