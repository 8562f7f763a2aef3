import { computed, effect } from '@preact/signals';
import { copyLink, followAddress } from '../addresses/later.ts';
import { targetOf } from '../addresses/target.ts';
import { type ChangeSteps, createChangeSteps } from '../compare/change-steps.ts';
import type { AddGuest, Guest } from '../guest/guest.ts';
import { isUnchanged } from '../marking/conflict.ts';
import { draftsOf } from '../marking/drafts.ts';
import { filterOf } from '../marking/filter.ts';
import { toggleMarks } from '../marking/hiding-later.ts';
import { createOpenDraft, type OpenDraft } from '../marking/open-draft.ts';
import { chooseShot, createStageBase } from '../screenshots/stage-base.ts';
import { frame } from '../shared/frame.ts';
import type { Memory } from '../shared/memory.ts';
import type { Tab } from '../shared/tab.ts';
import type { PageView } from '../shared/types.ts';
import { createOutbox, outboxOf } from '../sync/outbox.ts';
import { newMarks, withPending } from '../sync/outbox-entry.ts';
import { createOutboxEvents } from '../sync/outbox-events.ts';
import type { ReviewStore } from '../sync/store.ts';
import { createUpdates, type Updates } from '../sync/updates.ts';
import { carryView, restoreView } from './carry-view.ts';
import type { ReviewDependencies } from './dependencies.ts';
import { type Counts, countsOf } from './derive.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import type { AddReviewer, Reviewer } from './reviewer-acts.ts';

/** What components use: data, interface state, drafts and actions. */
export interface ReviewController extends ReviewDependencies, Navigation, OpenDraft, ChangeSteps {
  updates: Updates;
  /** What only a guest's page has; null on the reviewer's. */
  guest: Guest | null;
  /** What only the reviewer's page does; null on a guest's. */
  reviewer: Reviewer | null;
  /** Sends a draft, by default the one in the composer. */
  saveDraft(key?: string | null): Promise<void>;
  /** Includes queued marks. */
  counts: () => Counts;
  /** Whether a draft is queued. */
  waits(draft: string): boolean;
  /** Copies the link of the selected mark, or else of the shown screenshot. */
  copyLink(): void;
  /** Hides or shows all marks on the screenshot. */
  toggleMarks(): void;
  /** Stores what is shown, for the next pass, before the page is left for it. */
  carryView(): void;
  /** Syncs with the service and other tabs. Returns a function that stops. */
  start(): () => void;
}

/** Moves drafts of older passes to the newest. What fails to move now moves the next time. */
function bringDrafts(memory: Memory, tab: Tab, { newest, passes, review }: PageView, moved: () => void): void {
  if (newest !== null || passes.length < 2) return;
  void import('./passes.ts').then(
    ({ bringAlong }) => bringAlong({ memory, tab, passes, review }, moved),
    () => undefined,
  );
}

/** What the page adds. One of them is given. */
export interface Roles {
  addGuest?: AddGuest;
  addReviewer?: AddReviewer;
}

export function createReviewController(
  service: ReviewStore,
  memory: Memory,
  tab: Tab,
  first: PageView,
  { addGuest, addReviewer }: Roles,
): ReviewController {
  const reviewId = first.review.id;
  const shots = () => (service.view.value ?? first).review.screenshots;
  const opens = targetOf(first.review, location.hash)?.shot;
  const base = createStageBase({ memory, tab, reviewId, shots, opens });
  const { ui, drafts, show } = base;
  const { notify, undoable } = ui.undoing;

  const events = createOutboxEvents({ memory, reviewId, ui, drafts, notify, left: () => outbox.entries.value.length });
  const outbox = createOutbox({ store: service, memory, reviewId, tab, events });
  const store: ReviewStore = { ...service, write: outbox.write };
  const shown = computed(() => withPending(service.view.value ?? first, outbox.entries.value));
  const view = () => shown.value;
  // A guest's page reports the reviewer's responses, not others' changes.
  const updates = createUpdates(service, first, addGuest === undefined ? ui.undoing.update : () => undefined);

  const deps: ReviewDependencies = { ...base, store, outbox, tab, reviewId, view, notify, undoable };
  const opened = createOpenDraft({
    ui,
    drafts,
    show,
    isSaved(draft) {
      if (guest !== null) return guest.isSaved(draft);
      const mark = view().review.marks.find(({ id }) => id === draft.markId);
      return mark !== undefined && isUnchanged(draft, mark);
    },
    unsend: outbox.unsend,
  });
  const { closeComposer } = opened;
  const guest = addGuest?.(deps, opened) ?? null;
  // A guest's list has no filter.
  const filter = () => (guest === null ? filterOf(ui.filter.value) : 'all');
  const navigation = createNavigation(deps, closeComposer, filter, guest?.stops);
  const reviewer = addReviewer?.(deps, opened, navigation) ?? null;
  const controller: ReviewController = {
    ...deps,
    updates,
    guest,
    reviewer,
    ...opened,
    saveDraft: async (key) => (guest ?? reviewer)?.saveDraft(key),
    ...navigation,
    ...createChangeSteps(deps, closeComposer),
    counts: () => countsOf(view().review, ui.seen.value, newMarks(outbox.entries.value), ui.signedIn.value),
    waits: (draft) => outbox.entries.value.some((entry) => entry.draft === draft),
    copyLink: () => copyLink(controller),
    toggleMarks: () => toggleMarks(controller),
    carryView() {
      carryView(ui, view().review);
      guest?.leave();
    },
    start() {
      restoreView(ui, first.review);
      const moved = () => {
        drafts.reload(ui.composing.value);
        outbox.reload();
        void outbox.flush();
      };
      bringDrafts(memory, tab, first, moved);
      const stops = [
        chooseShot(ui, () => view().review.screenshots),
        updates.start(),
        memory.watch(draftsOf(reviewId), () => drafts.reload(ui.composing.value)),
        memory.watch(outboxOf(reviewId), outbox.reload),
        // The service answered: send what is queued.
        effect(() => {
          if (service.reads.value > 0 && outbox.entries.peek().length > 0) void outbox.flush();
        }),
        outbox.stop,
        service.watch(({ review: before }, { review }, own) => {
          if (review.decision?.number !== before.decision?.number) ui.undoing.decided(own?.name === 'decide');
        }),
        guest?.start(),
        // A frame has no address of its own.
        frame === null ? followAddress(controller) : undefined,
      ];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
  return controller;
}
