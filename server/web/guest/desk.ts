import { computed, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { bestShot } from '../mark/first-shot.ts';
import { type Place, placeOf } from '../mark/geometry.ts';
import { seenKey } from '../review/derive.ts';
import { createDrafts } from '../review/drafts.ts';
import type { Memory } from '../review/memory.ts';
import { addTo, createScreen } from '../review/screen.ts';
import type { PinnedMark, StageContent, StageDesk } from '../review/stage-desk.ts';
import type { Tab } from '../review/tab.ts';
import { type Acts, createActs } from './acts.ts';
import type { Around } from './around.ts';
import { type Composing, createComposing } from './composing.ts';
import type { Kept } from './kept.ts';
import { closedSentence } from './standing.ts';
import type { GuestStore } from './store.ts';
import type { GuestView, Own } from './types.ts';

/** Everything a component of the guests' page needs. */
export interface GuestDesk extends Omit<StageDesk, keyof Composing>, Acts, Composing {
  store: GuestStore;
  kept: Kept;
  guest: () => GuestView;
  chosen: Signal<string | null>;
  moving: Signal<string | null>;
  /** Whether nothing could be suggested when the page was opened. */
  closedFirst: boolean;
  /** What this page is, said until the guest has read it. */
  intro: Signal<boolean>;
  /** This device's suggestions, without those taken back. */
  own(): Own[];
  choose(own: Own): void;
  selectMark(mark: PinnedMark): void;
  closeIntro(): void;
}

/** A guest's shots tell neither what changed nor what their elements are. */
export const contentOf = (view: GuestView): StageContent => ({
  review: {
    status: view.status,
    pass: view.pass,
    screenshots: view.screenshots.map((shot) => ({ ...shot, change: null, elements_url: null })),
    marks: view.marks,
  },
  can: { mark: view.can.suggest },
  expected_shots: view.expected_shots,
});

/** Needs the first view to have come. `space` is where the device keeps this link's words. */
export function createGuestDesk(
  store: GuestStore,
  kept: Kept,
  memory: Memory,
  space: string,
  tab: Tab,
  first: GuestView,
): GuestDesk {
  const screen = createScreen(memory, space, bestShot(first.screenshots, innerWidth)?.index ?? 0);
  const drafts = createDrafts(memory, space, { tab });
  // A page that closed between keeping a suggestion and forgetting its draft has both.
  for (const draft of drafts.all.value) if (kept.find(draft.key) !== undefined) drafts.drop(draft.key);
  const guest = () => store.view.value ?? first;
  const content = computed(() => contentOf(guest()));
  const chosen = signal<string | null>(null);
  const moving = signal<string | null>(null);
  const intro = signal(memory.get('guest-intro') !== 'read');

  const announce = (text: string) => {
    screen.announcement.value = text;
  };
  const show = (screenshotIndex: number | null, place: Place | null) => {
    if (screenshotIndex === null) return;
    screen.shot.value = screenshotIndex;
    if (place !== null) screen.reveal.value = { place };
  };
  const around: Around = { store, kept, screen, drafts, memory, guest, chosen, moving, announce, show };
  const acts = createActs(around);
  const composing = createComposing(around, acts);

  const goToShot = (index: number) => {
    composing.closeComposer();
    screen.shot.value = index;
  };
  // A composer on another shot would be open and nowhere to be seen.
  const comeTo = (index: number | null) => {
    if (index !== null && index !== screen.shot.value) goToShot(index);
  };
  const choose = (own: Own) => {
    comeTo(own.words.screenshotIndex);
    chosen.value = own.secret;
    screen.selected.value = null;
    show(own.words.screenshotIndex, own.words.place);
  };
  const selectMark = (mark: PinnedMark) => {
    comeTo(mark.screenshot_index);
    chosen.value = null;
    screen.selected.value = mark.id;
    show(mark.screenshot_index, placeOf(mark));
  };
  const own = () => kept.all.value.filter(({ takenBack }) => !takenBack);
  const step = <Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined =>
    at < 0 ? items.at(by === 1 ? 0 : -1) : items[(at + by + items.length) % items.length];

  return {
    store,
    kept,
    screen,
    drafts,
    memory,
    view: () => content.value,
    guest,
    chosen,
    moving,
    closedFirst: closedSentence(first) !== null,
    intro,
    announce,
    own,
    choose,
    selectMark,
    goToShot,
    ...acts,
    ...composing,
    closeIntro() {
      intro.value = false;
      memory.set('guest-intro', 'read');
    },
    stepShot(by) {
      const shots = guest().screenshots;
      const next = step(
        shots,
        shots.findIndex(({ index }) => index === screen.shot.value),
        by,
      );
      if (next === undefined) return;
      goToShot(next.index);
      announce(next.label);
    },
    stepMark(by) {
      const stops = [...own(), ...guest().marks.filter((mark) => placeOf(mark) !== null)];
      const at = stops.findIndex((stop) =>
        'secret' in stop ? stop.secret === chosen.value : stop.id === screen.selected.value,
      );
      const next = step(stops, at, by);
      if (next === undefined) return;
      if ('secret' in next) choose(next);
      else selectMark(next);
    },
    sawShot(shot) {
      screen.seen.value = addTo(memory, `${space}:seen`, screen.seen.value, seenKey(shot));
    },
    showNotices(shown) {
      screen.notices.value = shown;
      memory.set('notices', shown ? 'on' : 'off');
    },
  };
}

export const GuestContext = createContext<GuestDesk | null>(null);

export function useGuest(): GuestDesk {
  const desk = useContext(GuestContext);
  if (desk === null) throw new Error('A component of the guests’ page was drawn outside of it.');
  return desk;
}
