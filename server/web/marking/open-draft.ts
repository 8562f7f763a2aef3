import { emptyFields } from '../../contract/mark-fields.ts';
import { trimText } from '../../contract/trim-text.ts';
import type { UiState } from '../review/ui-state.ts';
import { randomId } from '../shared/random-id.ts';
import type { Draft, Drafts } from './drafts.ts';
import { type Place, roundPlace } from './geometry.ts';

/** The draft in the composer. Every change is stored on the device. */
export interface OpenDraft {
  startDraft(screenshotIndex: number, place: Place, body?: string): void;
  openDraft(draft: Draft): void;
  changeDraft(draft: Draft): void;
  closeComposer(): void;
  discardDraft(key: string): void;
}

const isEmpty = ({ body, strokes, reference_image_url: image }: Draft): boolean =>
  trimText(body) === '' && strokes.length === 0 && image === null;

interface Options {
  ui: UiState;
  drafts: Drafts;
  show(screenshotIndex: number | null, place: Place | null): void;
  isSaved(draft: Draft): boolean;
  /** Removes the draft's queued change. */
  unsend?(key: string): void;
}

/** `compose` opens the composer in place; `openDraft` also scrolls the draft into view. */
export function createOpenDraft({ ui, drafts, show, isSaved, unsend }: Options) {
  const drop = (key: string) => {
    unsend?.(key);
    drafts.drop(key);
  };
  const closeComposer = () => {
    const draft = drafts.find(ui.composing.value);
    ui.composing.value = null;
    ui.composerError.value = null;
    if (draft !== undefined && (isEmpty(draft) || isSaved(draft))) drop(draft.key);
  };
  const compose = (draft: Draft) => {
    if (draft.key !== ui.composing.value) closeComposer();
    ui.crosshair.value = false;
    drafts.put(draft);
    ui.composing.value = draft.key;
  };
  return {
    compose,
    closeComposer,
    startDraft(screenshotIndex: number, place: Place, body = '') {
      compose({ key: randomId(), markId: null, screenshotIndex, place: roundPlace(place), ...emptyFields, body });
      ui.shot.value = screenshotIndex;
      // Only what a phone's composer covers has to come into view.
      if (ui.phone.value || body !== '') ui.reveal.value = { place };
      ui.selected.value = null;
      ui.suggestion.value = null;
    },
    openDraft(draft: Draft) {
      compose(draft);
      show(draft.screenshotIndex, draft.place);
    },
    changeDraft({ problem: _, ...draft }: Draft) {
      unsend?.(draft.key);
      drafts.put(draft);
      ui.composerError.value = null;
    },
    discardDraft(key: string) {
      drop(key);
      if (ui.composing.value === key) closeComposer();
    },
  };
}
