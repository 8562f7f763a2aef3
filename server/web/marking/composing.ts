import { fieldsOf } from '../../contract/mark-fields.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { randomId } from '../shared/random-id.ts';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { baseOf, isSettled } from './conflict.ts';
import type { Draft } from './drafts.ts';
import { placeOf } from './geometry.ts';
import type { createOpenDraft } from './open-draft.ts';
import { createSaving } from './saving.ts';

/** The actions of the composer, for a new or an existing mark. */
export interface Composing {
  editMark(mark: Mark): void;
  saveDraft(key?: string | null): Promise<void>;
  /** Saves this draft over the other change of the mark. */
  keepMine(draft: Draft): Promise<void>;
  /** Replaces this draft with the other change of the mark and keeps it open. */
  takeTheirs(draft: Draft): void;
  /** Turns the draft of a deleted mark into a new mark. */
  makeNewMark(draft: Draft): void;
}

export function createComposing(deps: ReviewDependencies, opened: ReturnType<typeof createOpenDraft>): Composing {
  const { ui, drafts, outbox, view, announce, tab } = deps;
  const { compose, openDraft, changeDraft } = opened;
  const markOf = (draft: Draft) => view().review.marks.find(({ id }) => id === draft.markId);
  const saveDraft = createSaving(deps, openDraft);

  return {
    saveDraft,
    editMark(mark) {
      const place = placeOf(mark);
      if (place === null || mark.screenshot_index === null || isSettled(mark.status)) return;
      const begun = drafts.all.value.find(({ markId }) => markId === mark.id);
      const words = { ...fieldsOf(mark), screenshotIndex: mark.screenshot_index, place };
      // Each tab has its own key: two tabs may edit the same mark.
      openDraft(begun ?? { key: `edit-${mark.id}-${tab.id}`, markId: mark.id, ...words, base: baseOf(mark) });
      ui.selected.value = mark.id;
    },
    async keepMine(draft) {
      const mark = markOf(draft);
      if (mark === undefined) return;
      changeDraft({ ...draft, base: baseOf(mark) });
      await saveDraft();
    },
    takeTheirs(draft) {
      const mark = markOf(draft);
      const place = mark === undefined ? null : placeOf(mark);
      if (mark === undefined || place === null || mark.screenshot_index === null) return;
      const theirs = { ...fieldsOf(mark), screenshotIndex: mark.screenshot_index, place };
      changeDraft({ ...draft, ...theirs, base: baseOf(mark) });
      announce(strings.live.conflict.taken);
    },
    makeNewMark({ base: _, ...draft }) {
      const anew = { ...draft, key: randomId(), markId: null };
      compose(anew);
      outbox.unsend(draft.key);
      drafts.drop(draft.key);
    },
  };
}
