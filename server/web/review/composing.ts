import { type Place, placeOf, roundPlace } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { baseOf, saysTheSame } from './conflict.ts';
import type { Draft } from './drafts.ts';
import { randomId } from './random-id.ts';
import { createSaving } from './saving.ts';
import type { Mark } from './types.ts';

/** Writing a mark, new or known: the composer and the draft in it. */
export interface Composing {
  startDraft(screenshotIndex: number, place: Place, body?: string): void;
  editMark(mark: Mark): void;
  openDraft(draft: Draft): void;
  changeDraft(draft: Draft): void;
  closeComposer(): void;
  discardDraft(key: string): void;
  saveDraft(key?: string | null): Promise<void>;
  /** Another has changed the mark too: what is written here is saved over it. */
  keepMine(draft: Draft): Promise<void>;
  /** Another has changed the mark too: their words replace those here, which stay open to be changed. */
  takeTheirs(draft: Draft): void;
  /** The mark is gone: its words become those of a new one. */
  pinAnew(draft: Draft): void;
}

export function createComposing(around: Around): Composing {
  const { screen, drafts, outbox, view, announce, tab, show } = around;
  const markOf = (draft: Draft) => view().review.marks.find(({ id }) => id === draft.markId);

  const closeComposer = () => {
    const draft = drafts.find(screen.composing.value);
    screen.composing.value = null;
    screen.composerError.value = null;
    if (draft === undefined) return;
    const mark = markOf(draft);
    if (draft.body.trim() === '' || (mark !== undefined && saysTheSame(draft, mark))) {
      outbox.takeBack(draft.key);
      drafts.drop(draft.key);
    }
  };

  const compose = (draft: Draft) => {
    if (draft.key !== screen.composing.value) closeComposer();
    screen.crosshair.value = false;
    drafts.put(draft);
    screen.composing.value = draft.key;
  };

  const openDraft = (draft: Draft) => {
    compose(draft);
    show(draft.screenshotIndex, draft.place);
  };

  const changeDraft = ({ problem: _, ...draft }: Draft) => {
    // What waits to be sent is no longer what is meant.
    outbox.takeBack(draft.key);
    drafts.put(draft);
    screen.composerError.value = null;
  };

  const { saveDraft } = createSaving(around, openDraft);

  return {
    closeComposer,
    openDraft,
    changeDraft,
    saveDraft,
    startDraft(screenshotIndex, place, body = '') {
      const key = randomId();
      compose({ key, markId: null, screenshotIndex, place: roundPlace(place), body, mustFix: false });
      screen.shot.value = screenshotIndex;
      // A mark is placed where the person looks: only what a phone's composer covers has to come into view.
      if (screen.phone.value || body !== '') screen.reveal.value = { place };
      screen.selected.value = null;
    },
    editMark(mark) {
      const place = placeOf(mark);
      if (place === null || mark.screenshot_index === null) return;
      const begun = drafts.all.value.find(({ markId }) => markId === mark.id);
      const words = { body: mark.body, mustFix: mark.must_fix, screenshotIndex: mark.screenshot_index, place };
      // A key of this tab's own: two tabs may change the same mark.
      openDraft(begun ?? { key: `edit-${mark.id}-${tab.id}`, markId: mark.id, ...words, base: baseOf(mark) });
      screen.selected.value = mark.id;
    },
    discardDraft(key) {
      outbox.takeBack(key);
      drafts.drop(key);
      if (screen.composing.value === key) closeComposer();
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
      const theirs = { body: mark.body, mustFix: mark.must_fix, screenshotIndex: mark.screenshot_index, place };
      changeDraft({ ...draft, ...theirs, base: baseOf(mark) });
      announce(strings.live.conflict.taken);
    },
    pinAnew({ base: _, ...draft }) {
      const anew = { ...draft, key: randomId(), markId: null };
      compose(anew);
      outbox.takeBack(draft.key);
      drafts.drop(draft.key);
    },
  };
}
