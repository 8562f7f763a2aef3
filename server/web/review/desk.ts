import type { Place } from '../mark/geometry.ts';
import type { Around } from './around.ts';
import { type ChangeSteps, createChangeSteps } from './change-steps.ts';
import { type Composing, createComposing } from './composing.ts';
import { createDeciding, type Deciding } from './deciding.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createMarkActs, type MarkActs } from './mark-acts.ts';
import type { Memory } from './memory.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { createScreen, type Screen } from './screen.ts';
import type { ReviewStore } from './store.ts';
import type { ReviewerView } from './types.ts';
import { createVerifying, type Verifying } from './verifying.ts';

/** Everything a component needs: what the service said, what is on screen, what is unsaved, and what can be done. */
export interface Desk extends Navigation, Composing, MarkActs, Verifying, Deciding, Inbox, ChangeSteps {
  store: ReviewStore;
  screen: Screen;
  drafts: Drafts;
  memory: Memory;
  view: () => ReviewerView;
  announce(text: string): void;
  tell(text: string): void;
  /** Says what happened and offers a way back, for ten seconds. */
  undoable(text: string, undo: () => void): void;
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
  const { tell, undoable } = screen.undoing;
  const show = (screenshotIndex: number | null, place: Place | null) => {
    if (screenshotIndex === null) return;
    screen.shot.value = screenshotIndex;
    if (place !== null) screen.reveal.value = { place };
  };

  const around: Around = { store, screen, drafts, memory, reviewId, view, announce, tell, undoable, show };
  const composing = createComposing(around);
  const { closeComposer } = composing;
  const navigation = createNavigation(around, closeComposer);
  return {
    store,
    screen,
    drafts,
    memory,
    view,
    announce,
    tell,
    undoable,
    ...composing,
    ...navigation,
    ...createMarkActs(around),
    ...createVerifying(around, navigation.select),
    ...createDeciding(around),
    ...createInbox(around, navigation.goToShot, navigation.select),
    ...createChangeSteps(around, closeComposer),
  };
}
