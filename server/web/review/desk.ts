import { computed, effect } from '@preact/signals';
import { bestShot } from '../mark/first-shot.ts';
import type { Place } from '../mark/geometry.ts';
import type { Around } from './around.ts';
import { type ChangeSteps, createChangeSteps } from './change-steps.ts';
import { type Composing, createComposing } from './composing.ts';
import { createDeciding, type Deciding } from './deciding.ts';
import { type Counts, countsOf } from './derive.ts';
import { createDrafts, type Drafts, draftsOf } from './drafts.ts';
import { arriveFrom, setOut } from './going.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createMarkActs, type MarkActs } from './mark-acts.ts';
import type { Memory } from './memory.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { createNews, type News } from './news.ts';
import { createOutbox, type Outbox, outboxOf } from './outbox.ts';
import { newMarks, withPending } from './outbox-entry.ts';
import { outboxTold } from './outbox-told.ts';
import { createScreen, type Screen } from './screen.ts';
import { shotRef } from './shot-ref.ts';
import type { ReviewStore } from './store.ts';
import type { Tab } from './tab.ts';
import type { ReviewerView } from './types.ts';
import { createVerifying, type Verifying } from './verifying.ts';

/** Everything a component needs: what the service said, what is on screen, what is unsaved, and what can be done. */
export interface Desk extends Navigation, Composing, MarkActs, Verifying, Deciding, Inbox, ChangeSteps {
  store: ReviewStore;
  screen: Screen;
  drafts: Drafts;
  memory: Memory;
  outbox: Outbox;
  news: News;
  /** How things stand, with what waits to be sent as done. */
  view: () => ReviewerView;
  announce(text: string): void;
  tell(text: string): void;
  /** Says what happened and offers a way back, for ten seconds. */
  undoable(text: string, undo: () => void, holds?: () => boolean): void;
  /** How things stand in numbers, with the marks that are not sent yet. */
  counts: () => Counts;
  /** Whether a draft's words wait to be sent. */
  waits(draft: string): boolean;
  /** Remembers where the person is, for the pass they go to. */
  setOut(): void;
  /** Keeps up with the service and with other tabs; answers how to stop. */
  start(): () => void;
}

/** Needs the first view to have come. */
export function createDesk(service: ReviewStore, memory: Memory, tab: Tab, first: ReviewerView): Desk {
  const reviewId = first.review.id;
  const screen = createScreen(memory, reviewId, bestShot(first.review.screenshots, innerWidth)?.index ?? 0);
  const shots = () => (service.view.value ?? first).review.screenshots;
  const drafts = createDrafts(memory, reviewId, { tab, shotOf: (index) => shotRef(shots(), index) });
  const announce = (text: string) => {
    screen.announcement.value = text;
  };
  const { tell, undoable } = screen.undoing;
  const show = (screenshotIndex: number | null, place: Place | null) => {
    if (screenshotIndex === null) return;
    screen.shot.value = screenshotIndex;
    if (place !== null) screen.reveal.value = { place };
  };

  const told = outboxTold({ memory, reviewId, screen, drafts, tell, left: () => outbox.entries.value.length });
  const outbox = createOutbox({ store: service, memory, reviewId, tab, events: told });
  const store: ReviewStore = { ...service, write: outbox.write };
  const shown = computed(() => withPending(service.view.value ?? first, outbox.entries.value));
  const view = () => shown.value;
  const news = createNews(service, first, tell);

  const around: Around = { store, outbox, tab, screen, drafts, memory, reviewId, view, announce, tell, undoable, show };
  const composing = createComposing(around);
  const { closeComposer } = composing;
  const navigation = createNavigation(around, closeComposer);
  return {
    store,
    screen,
    drafts,
    memory,
    outbox,
    news,
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
    counts: () => countsOf(view().review, screen.seen.value, newMarks(outbox.entries.value)),
    waits: (draft) => outbox.entries.value.some((entry) => entry.draft === draft),
    setOut: () => setOut(screen, view().review),
    start() {
      arriveFrom(screen, first.review);
      const parts = { memory, tab, passes: first.passes, review: first.review };
      const moved = () => {
        drafts.reload(screen.composing.value);
        outbox.reload();
        void outbox.flush();
      };
      if (first.newest === null && first.passes.length > 1) {
        // What it does not bring along now stays where it is, and comes the next time.
        void import('./passes.ts').then(
          ({ bringAlong }) => bringAlong(parts, moved),
          () => undefined,
        );
      }
      const stops = [
        news.start(),
        memory.watch(draftsOf(reviewId), () => drafts.reload(screen.composing.value)),
        memory.watch(outboxOf(reviewId), outbox.reload),
        // The service has answered: what waits may go.
        effect(() => {
          if (service.reads.value > 0 && outbox.entries.peek().length > 0) void outbox.flush();
        }),
        outbox.stop,
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
