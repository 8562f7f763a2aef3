import { effect } from '@preact/signals';
import { comingOf } from '../review/derive.ts';
import { bestShot } from '../screenshots/first-shot.ts';
import type { PageView } from '../shared/types.ts';
import { type Addressed, shownFragment } from './shown.ts';
import { addresses as words } from './strings.ts';
import { targetOf } from './target.ts';

/** Steps by key that follow each other within so many milliseconds are one entry of the history. */
const QUICK_MS = 1000;

/** The keys that step through screenshots and marks. */
const steps = /^[jknp]$/i;

/** What a page began with, before this script had loaded. */
export interface Began {
  shot: number;
  selected: number | null;
}

export interface AddressedPage extends Pick<Window, 'addEventListener' | 'removeEventListener' | 'innerWidth'> {
  location: Pick<Location, 'hash'>;
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  performance: Pick<Performance, 'now'>;
}

/** Explains why a fragment opens nothing. */
function whyNot(view: PageView, fragment: string): string {
  const [, kind, number = ''] = /^#(mark|screenshot)-(\d+)$/.exec(fragment) ?? [];
  if (kind === 'mark') return words.noMark(number);
  if (kind === undefined) return words.nothing(fragment.slice(1));
  const isComing = Number(number) <= view.review.screenshots.length + comingOf(view);
  return isComing && number !== '0' ? words.notYet(number) : words.noShot(number);
}

/**
 * Keeps the address and what is shown in step. The address names the selected mark or the screenshot; opening or
 * editing such an address, and Back and Forward, show it. Returns a function that stops.
 */
export function followAddress(controller: Addressed, began: Began, page: AddressedPage = window): () => void {
  const { ui, view } = controller;
  const shown = () => shownFragment(view().review, ui.shot.value, ui.selected.value);
  const { hash } = page.location;
  // An address without a fragment shows what the page began with.
  const first = hash === '' ? began.shot : (bestShot(view().review.screenshots, page.innerWidth)?.index ?? 0);

  let here = shownFragment(view().review, began.shot, began.selected);
  let { shot } = began;
  let byStep = false;
  let steppedAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  let isStopped = false;

  const settle = () => {
    here = shown();
    shot = ui.shot.peek();
  };
  const open = () => {
    const fragment = page.location.hash;
    // A sign-in, which identity.ts reads
    if (fragment.startsWith('#vouch=')) return;
    const target = fragment === '' ? { shot: first, mark: null } : targetOf(view().review, fragment);
    if (target === null) {
      controller.notify(whyNot(view(), fragment));
      return;
    }
    if (target.mark !== null) {
      controller.select(target.mark);
      if (ui.phone.value && ui.sheet.value === 'peek') ui.sheet.value = 'half';
    } else {
      if (target.shot !== null && target.shot !== ui.shot.value) controller.goToShot(target.shot);
      ui.selected.value = null;
    }
    settle();
  };

  const write = () => {
    isWaiting = false;
    const now = shown();
    if (isStopped || now === here || now === '') return;
    const time = page.performance.now();
    const isQuick = byStep && time - steppedAt < QUICK_MS;
    // What is no longer selected leaves no entry of its own.
    const isDeselected = ui.selected.peek() === null && ui.shot.peek() === shot;
    steppedAt = byStep ? time : Number.NEGATIVE_INFINITY;
    settle();
    if (isQuick || isDeselected) page.history.replaceState(page.history.state, '', now);
    else page.history.pushState(null, '', now);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    byStep = steps.test(key);
  };
  const onPointer = () => {
    byStep = false;
  };

  // A screenshot or mark that a person has chosen meanwhile stays, and gets into the address.
  if (hash !== '' && [here, hash].includes(shown())) open();
  const stop = effect(() => {
    // One change may set several signals, one after the other.
    if (shown() === here || isWaiting) return;
    isWaiting = true;
    queueMicrotask(write);
  });
  page.addEventListener('hashchange', open);
  page.addEventListener('keydown', onKey, true);
  page.addEventListener('pointerdown', onPointer, true);
  return () => {
    isStopped = true;
    stop();
    page.removeEventListener('hashchange', open);
    page.removeEventListener('keydown', onKey, true);
    page.removeEventListener('pointerdown', onPointer, true);
  };
}
