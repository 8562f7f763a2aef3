import { type Place, placeOf, roundPlace } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import type { Draft } from './drafts.ts';
import { failureSentence } from './sentences.ts';
import type { Mark } from './types.ts';

/** Writing a mark, new or known: the composer and the draft in it. */
export interface Composing {
  startDraft(screenshotIndex: number, place: Place, body?: string): void;
  editMark(mark: Mark): void;
  openDraft(draft: Draft): void;
  changeDraft(draft: Draft): void;
  closeComposer(): void;
  discardDraft(key: string): void;
  saveDraft(): Promise<void>;
}

export function createComposing({ store, screen, drafts, memory, view, announce, show }: Around): Composing {
  const closeComposer = () => {
    const draft = drafts.find(screen.composing.value);
    screen.composing.value = null;
    screen.composerError.value = null;
    if (draft === undefined) return;
    const mark = view().review.marks.find(({ id }) => id === draft.markId);
    const untouched =
      draft.body.trim() === '' || (mark !== undefined && mark.body === draft.body && mark.must_fix === draft.mustFix);
    if (untouched) drafts.drop(draft.key);
  };

  const compose = (draft: Draft) => {
    closeComposer();
    screen.crosshair.value = false;
    drafts.put(draft);
    screen.composing.value = draft.key;
  };

  const openDraft = (draft: Draft) => {
    compose(draft);
    show(draft.screenshotIndex, draft.place);
  };

  return {
    closeComposer,
    openDraft,
    startDraft(screenshotIndex, place, body = '') {
      const key = crypto.randomUUID();
      compose({ key, markId: null, screenshotIndex, place: roundPlace(place), body, mustFix: false });
      screen.shot.value = screenshotIndex;
      // A mark is placed where the person looks: only what a phone's composer covers has to come into view.
      if (screen.phone.value || body !== '') screen.reveal.value = { place };
      screen.selected.value = null;
    },
    editMark(mark) {
      const place = placeOf(mark);
      if (place === null || mark.screenshot_index === null) return;
      const key = `edit-${mark.id}`;
      const fresh = { body: mark.body, mustFix: mark.must_fix, screenshotIndex: mark.screenshot_index, place };
      openDraft(drafts.find(key) ?? { key, markId: mark.id, ...fresh });
      screen.selected.value = mark.id;
    },
    changeDraft(draft) {
      drafts.put(draft);
      screen.composerError.value = null;
    },
    discardDraft(key) {
      drafts.drop(key);
      if (screen.composing.value === key) closeComposer();
    },
    async saveDraft() {
      const draft = drafts.find(screen.composing.value);
      if (draft === undefined || screen.saving.value) return;
      const body = draft.body.trim();
      if (body === '') {
        screen.composerError.value = strings.composer.empty;
        return;
      }
      screen.saving.value = true;
      screen.composerError.value = null;
      const words = { body, must_fix: draft.mustFix, screenshot_index: draft.screenshotIndex, ...draft.place };
      const known = new Set(view().review.marks.map(({ id }) => id));
      const name = memory.get('name')?.trim();
      const author = name ? { author: name } : {};
      const result =
        draft.markId === null
          ? await store.write('place_mark', { ...words, ...author, client_mark_id: draft.key })
          : await store.write('edit_mark', { ...words, mark_id: draft.markId });
      screen.saving.value = false;
      if (!result.ok) {
        screen.composerError.value = failureSentence(result.failure);
        return;
      }
      // Words typed while the answer was on its way are not what was saved.
      if (drafts.find(draft.key)?.body.trim() === body) drafts.drop(draft.key);
      if (screen.composing.value === draft.key) screen.composing.value = null;
      const id = draft.markId ?? result.view.review.marks.find((mark) => !known.has(mark.id))?.id;
      if (id === undefined) return;
      screen.selected.value = id;
      announce(strings.marks.saved(id));
    },
  };
}
