import { effect } from '@preact/signals';
import { createDrafts, type Drafts } from '../marking/drafts.ts';
import type { Place } from '../marking/geometry.ts';
import { seenKey } from '../review/derive.ts';
import { addTo, createUiState, type UiState } from '../review/ui-state.ts';
import type { Memory } from '../shared/memory.ts';
import type { Tab } from '../shared/tab.ts';
import type { Screenshot } from '../shared/types.ts';
import { bestShot } from './first-shot.ts';
import { shotRef } from './shot-ref.ts';

interface Options {
  memory: Memory;
  tab: Tab;
  /** The key under which the device stores this review's drafts and seen screenshots. */
  reviewId: string;
  shots: () => readonly Screenshot[];
  /** The screenshot that the address names. */
  opens?: number | null | undefined;
}

export interface StageBase {
  ui: UiState;
  drafts: Drafts;
  memory: Memory;
  announce(text: string): void;
  /** Shows a screenshot and scrolls a place of it into view. */
  show(screenshotIndex: number | null, place: Place | null): void;
}

export function createStageBase({ memory, tab, reviewId, shots, opens }: Options): StageBase {
  const ui = createUiState(memory, reviewId, opens ?? bestShot(shots(), innerWidth)?.index ?? 0);
  return {
    ui,
    drafts: createDrafts(memory, reviewId, { tab, shotOf: (index) => shotRef(shots(), index) }),
    memory,
    announce(text) {
      ui.announcement.value = text;
    },
    show(screenshotIndex, place) {
      if (screenshotIndex === null) return;
      ui.shot.value = screenshotIndex;
      if (place !== null) ui.reveal.value = { place };
    },
  };
}

/**
 * Chooses a screenshot as soon as there is one, on a page that was opened before the first. Returns a function that
 * stops.
 */
export const chooseShot = (
  { shot }: Pick<UiState, 'shot'>,
  shots: () => readonly Screenshot[],
  page: Pick<Window, 'innerWidth'> = window,
): (() => void) =>
  effect(() => {
    const best = bestShot(shots(), page.innerWidth);
    if (best !== undefined && !shots().some(({ index }) => index === shot.value)) shot.value = best.index;
  });

export interface ShotNavigation {
  goToShot(index: number): void;
  stepShot(by: 1 | -1): void;
  sawShot(shot: Pick<Screenshot, 'index' | 'sha256'>): void;
}

/** Returns the next or previous item and wraps; without a current one, the first or the last. */
export const stepIn = <Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined =>
  at < 0 ? items.at(by === 1 ? 0 : -1) : items[(at + by + items.length) % items.length];

export function createShotNavigation(
  { ui, memory, announce }: Pick<StageBase, 'ui' | 'memory' | 'announce'>,
  space: string,
  shots: () => readonly Screenshot[],
  closeComposer: () => void,
): ShotNavigation {
  const goToShot = (index: number) => {
    closeComposer();
    ui.shot.value = index;
  };
  return {
    goToShot,
    stepShot(by) {
      const all = shots();
      const at = all.findIndex(({ index }) => index === ui.shot.value);
      const next = stepIn(all, Math.max(at, 0), by);
      if (next === undefined) return;
      goToShot(next.index);
      announce(next.label);
    },
    sawShot(shot) {
      ui.seen.value = addTo(memory, `${space}:seen`, ui.seen.value, seenKey(shot));
    },
  };
}
