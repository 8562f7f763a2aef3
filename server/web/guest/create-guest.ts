import { computed, effect, type Signal, signal } from '@preact/signals';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { coarsePointer } from '../shared/device.ts';
import { lazy } from '../shared/lazy.tsx';
import type { AddGuest, Guest } from './guest.ts';
import { type Kept, letterOf, type Own, ownOf } from './kept.ts';
import type { NewerPass } from './newer-pass.ts';
import { OwnMarkers } from './own-markers.tsx';
import { GuestBadge, Introduction, NameField, OpenUntil } from './parts.tsx';
import type { Sending } from './sending.ts';
import { guest as words } from './strings.ts';
import { createSuggesting, secretOf } from './suggesting.ts';

/** Loaded after the first screenshot. */
const GuestLists = lazy(async () => (await import('./lists.tsx')).GuestLists);
void GuestLists.fetch();

const parts: Guest['parts'] = { GuestBadge, Introduction, GuestLists, NameField, OpenUntil, OwnMarkers };

/** Describes the reviewer's response to a suggestion. */
function response(own: Own): string {
  const letter = letterOf(own);
  if (own.status === 'accepted') return words.own.updates.accepted(letter, own.markId);
  return words.own.updates[own.status](letter);
}

const answers = ({ replies = [] }: Own): number => replies.filter(({ by }) => by === 'reviewer').length;

/** Shows a toast when the reviewer has responded to a suggestion of this device. */
function watchResponses(kept: Kept, notify: (text: string) => void): () => void {
  let known: ReadonlyMap<string, Own> | null = null;
  return effect(() => {
    const all = kept.all.value;
    for (const one of known === null ? [] : all) {
      const before = known?.get(one.secret);
      if (before === undefined) continue;
      if (before.status !== one.status) notify(response(one));
      else if (answers(one) > answers(before)) notify(words.own.updates.replied(letterOf(one)));
    }
    known = new Map(all.map((one) => [one.secret, one]));
  });
}

/** Moves what was written to the newer pass, once there is one. `waiting` counts the drafts that wait there. */
function followNewer(deps: ReviewDependencies, kept: Kept, waiting: Signal<number>) {
  let newer: NewerPass | null = null;
  const address = computed(() => deps.view().newest?.review_url ?? null);
  const moved = (drafts: number) => {
    waiting.value = drafts;
  };
  return {
    leave: () => newer?.leave(),
    start: () =>
      effect(() => {
        const to = address.value;
        if (to === null) return;
        let isCurrent = true;
        void import('./newer-pass.ts').then(
          ({ moveToNewer }) => {
            if (isCurrent) newer = moveToNewer(deps, kept, to, moved);
          },
          () => undefined,
        );
        return () => {
          isCurrent = false;
          newer?.stop();
        };
      }),
  };
}

export const createGuest =
  (kept: Kept, sending: Sending): AddGuest =>
  (deps, opened) => {
    const { ui, drafts, memory, view, notify, show } = deps;
    const suggesting = createSuggesting(deps, opened, kept, sending);
    const intro = signal(memory.get('guest-intro') !== 'read');
    const waiting = signal(0);
    // When a page closes between storing a suggestion and dropping its draft, both are left.
    for (const draft of drafts.all.value) if (kept.find(draft.key) !== undefined) drafts.drop(draft.key);

    const own = () => kept.all.value.filter(({ withdrawn }) => !withdrawn);
    const choose = (one: Own) => {
      // The composer of another screenshot would be open but out of sight.
      if (one.words.screenshotIndex !== ui.shot.value) opened.closeComposer();
      ui.suggestion.value = one.secret;
      ui.selected.value = null;
      show(one.words.screenshotIndex, one.words.place);
    };

    const newer = followNewer(deps, kept, waiting);

    return {
      ...suggesting,
      own,
      intro,
      choose,
      reply: sending.reply,
      waiting,
      parts,
      closeIntro() {
        intro.value = false;
        memory.set('guest-intro', 'read');
      },
      editChosen() {
        const one = own().find(({ secret }) => secret === ui.suggestion.value);
        if (one === undefined || !suggesting.mayChange(one)) return false;
        suggesting.edit(one);
        return true;
      },
      stops: () => own().map((one) => ({ isCurrent: one.secret === ui.suggestion.value, choose: () => choose(one) })),
      peek() {
        const isEmpty = own().length + drafts.all.value.length === 0;
        if (view().can.suggest && isEmpty) return words.panel.invite(coarsePointer());
        return words.panel.peek(own().length, view().review.marks.length);
      },
      markName: ({ id, body }) => words.reviewerMarks.marker(id, body),
      isOwn: ({ id }) => kept.all.value.some(({ markId }) => markId === id),
      composer(draft) {
        const one = kept.find(secretOf(draft));
        const { create, edit, label, save, saveEdit } = words.composer;
        const isNew = one === undefined;
        return { label, most: 2000, isNew, title: isNew ? create : edit(letterOf(one)), save: isNew ? save : saveEdit };
      },
      leave: newer.leave,
      start() {
        const stops = [memory.watch(ownOf(deps.reviewId), kept.reload), watchResponses(kept, notify), newer.start()];
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  };
