import { type Place, placeOf, roundPlace } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import { type ChangeSteps, createChangeSteps } from './change-steps.ts';
import { type DecisionForm, decisionInput } from './decision.ts';
import { groupMarks } from './derive.ts';
import { createDrafts, type Draft, type Drafts } from './drafts.ts';
import type { Memory } from './memory.ts';
import { addTo, createScreen, type Screen } from './screen.ts';
import { failureSentence } from './sentences.ts';
import type { ReviewStore, Written } from './store.ts';
import type { Mark, ReviewerView, WriteName } from './types.ts';

/** Everything a component needs: what the service said, what is on screen, what is unsaved, and what can be done. */
export interface Desk extends ChangeSteps {
  store: ReviewStore;
  screen: Screen;
  drafts: Drafts;
  memory: Memory;
  view: () => ReviewerView;
  announce(text: string): void;
  goToShot(index: number): void;
  stepShot(by: 1 | -1): void;
  sawShot(sha256: string): void;
  select(mark: Mark): void;
  stepMark(by: 1 | -1): void;
  startDraft(screenshotIndex: number, place: Place, body?: string): void;
  editMark(mark: Mark): void;
  openDraft(draft: Draft): void;
  changeDraft(draft: Draft): void;
  closeComposer(): void;
  discardDraft(key: string): void;
  saveDraft(): Promise<void>;
  moveMark(mark: Mark, place: Place): Promise<void>;
  withdraw(mark: Mark): Promise<void>;
  restore(id: number): Promise<void>;
  verify(mark: Mark): Promise<void>;
  /** Answers whether it was taken; the reason stays typed when not. */
  reopen(mark: Mark, reason: string): Promise<boolean>;
  /** Answers null when it was taken, else what happened, in words. */
  decide(form: DecisionForm): Promise<string | null>;
  hideHint(id: number): void;
  showHints(): void;
}

/** Needs the first view to have come. */
export function createDesk(store: ReviewStore, memory: Memory, first: ReviewerView): Desk {
  const reviewId = first.review.id;
  const screen = createScreen(memory, reviewId, first.review.screenshots[0]?.index ?? 0);
  const drafts = createDrafts(memory, reviewId);
  const view = () => store.view.value ?? first;

  const announce = (text: string) => {
    screen.announcement.value = text;
  };
  const tell = (text: string, undo: (() => void) | null = null) => {
    screen.toast.value = { text, undo };
  };
  /** Writes and tells when it did not work. */
  const attempt = async (written: Promise<Written>): Promise<boolean> => {
    const result = await written;
    if (!result.ok) tell(failureSentence(result.failure));
    return result.ok;
  };
  const onMark = (name: Extract<WriteName, 'withdraw_mark' | 'restore_mark' | 'verify_mark'>, id: number) =>
    attempt(store.write(name, { mark_id: id }));

  const show = (screenshotIndex: number | null, place: Place | null) => {
    if (screenshotIndex === null) return;
    screen.shot.value = screenshotIndex;
    if (place !== null) screen.reveal.value = { place };
  };

  const select = (mark: Mark) => {
    screen.selected.value = mark.id;
    screen.outlined.value = null;
    screen.change.value = null;
    show(mark.screenshot_index, placeOf(mark));
  };

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

  const step = <Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined =>
    items[(at + by + items.length) % items.length] ?? items[0];

  return {
    store,
    screen,
    drafts,
    memory,
    view,
    announce,
    select,
    closeComposer,
    openDraft,
    ...createChangeSteps({ screen, memory, view, announce, closeComposer, show }),
    goToShot(index) {
      closeComposer();
      screen.shot.value = index;
    },
    stepShot(by) {
      const shots = view().review.screenshots;
      const next = step(
        shots,
        shots.findIndex(({ index }) => index === screen.shot.value),
        by,
      );
      if (next === undefined) return;
      closeComposer();
      screen.shot.value = next.index;
      announce(next.label);
    },
    sawShot(sha256) {
      screen.seen.value = addTo(memory, `${reviewId}:seen`, screen.seen.value, sha256);
    },
    stepMark(by) {
      const { toVerify, outstanding } = groupMarks(view().review.marks);
      const marks = [...toVerify, ...outstanding];
      const at = marks.findIndex(({ id }) => id === screen.selected.value);
      const next = at < 0 ? marks[by === 1 ? 0 : marks.length - 1] : step(marks, at, by);
      if (next !== undefined) select(next);
    },
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
    async moveMark(mark, place) {
      if (mark.screenshot_index === null) return;
      const to = { mark_id: mark.id, screenshot_index: mark.screenshot_index, ...roundPlace(place) };
      if (await attempt(store.write('edit_mark', to))) announce(strings.marks.moved(mark.id));
    },
    async withdraw(mark) {
      if (!(await onMark('withdraw_mark', mark.id))) return;
      if (screen.selected.value === mark.id) screen.selected.value = null;
      tell(strings.marks.withdrawnToast(mark.id), () => void onMark('restore_mark', mark.id));
    },
    async restore(id) {
      if (await onMark('restore_mark', id)) announce(strings.marks.restored(id));
    },
    async verify(mark) {
      if (!(await onMark('verify_mark', mark.id))) return;
      const undo = view().review.status === 'open' ? () => void onMark('restore_mark', mark.id) : null;
      tell(strings.verify.fixedToast(mark.id), undo);
    },
    async reopen(mark, reason) {
      const words = reason.trim() === '' ? {} : { reason: reason.trim() };
      const taken = await attempt(store.write('reopen_mark', { mark_id: mark.id, ...words }));
      if (taken) {
        screen.reopening.value = null;
        tell(strings.verify.reopenedToast(mark.id));
      }
      return taken;
    },
    async decide(form) {
      memory.set('name', form.name.trim());
      const result = await store.write('decide', decisionInput(view().review, form));
      if (result.ok) return null;
      return result.failure.kind === 'conflict'
        ? `${result.failure.message} ${strings.decision.changedElsewhere}`
        : failureSentence(result.failure);
    },
    hideHint(id) {
      screen.hiddenHints.value = addTo(memory, `${reviewId}:hidden-hints`, screen.hiddenHints.value, String(id));
      screen.outlined.value = null;
    },
    showHints() {
      memory.remove(`${reviewId}:hidden-hints`);
      screen.hiddenHints.value = new Set();
    },
  };
}
