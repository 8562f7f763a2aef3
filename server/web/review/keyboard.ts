import { areasOf } from '../compare/changed-areas.ts';
import { align, alignable } from '../compare/compare.ts';
import { counterpartOf, sideOf } from '../compare/counterpart.ts';
import { likelyOutcome } from '../decide/decision.ts';
import { nextFilter } from '../marking/filter-later.ts';
import { type KeySource, listen, pressOnStage } from '../screenshots/stage-keys.ts';
import { frame } from '../shared/frame.ts';
import type { ReviewController } from './controller.ts';
import { modeOrder, modesFor } from './derive.ts';

/** Handles a single key. Returns false when it has no meaning now. */
function press(controller: ReviewController, key: string): boolean {
  const { ui } = controller;
  const view = controller.view();
  const shot = view.review.screenshots.find(({ index }) => index === ui.shot.value);
  const selected = view.review.marks.find(({ id }) => id === ui.selected.value);
  const toVerify = view.can.verify
    ? selected?.status === 'resolved'
      ? selected
      : view.review.marks.find(({ status }) => status === 'resolved')
    : undefined;
  const wanted = ui.compare.against.value;
  const hasAreas = areasOf(shot, sideOf(view, wanted)).length > 0;
  const mode = modeOrder[Number(key) - 1];
  if (mode !== undefined) {
    if (!modesFor(view, shot, wanted).includes(mode)) return false;
    ui.mode.value = mode;
    return true;
  }
  switch (key) {
    case ',':
    case '.':
      if (!hasAreas) return false;
      controller.stepChange(key === '.' ? 1 : -1);
      return true;
    case 'c':
      if (!hasAreas) return false;
      controller.toggleOutlines();
      return true;
    case 'b':
      if (counterpartOf(view, shot, wanted)?.image == null) return false;
      ui.compare.peek.value = true;
      return true;
    case 'x':
      if (!alignable.includes(ui.mode.value) || counterpartOf(view, shot, wanted)?.image == null) return false;
      align(ui.compare, controller.memory, !ui.compare.aligned.value);
      return true;
    case 'l':
      // A guest's list has no filter.
      if (controller.guest !== null) return false;
      nextFilter(controller);
      return true;
    case 'd':
      if (!view.can.decide && !view.can.change_mind) return false;
      ui.dialog.value = { kind: 'decide', outcome: likelyOutcome(view.review, controller.counts(), view.unsentIds) };
      return true;
    case 'e':
      return controller.guest?.editChosen() === true;
    case 'w':
      if (selected === undefined || !view.can.mark) return false;
      controller.reviewer?.editMark(selected);
      return true;
    case 'v':
      if (toVerify === undefined) return false;
      void controller.reviewer?.verify(toVerify);
      return true;
    case 'r':
      if (toVerify === undefined) return false;
      controller.reviewer?.askWhy(toVerify);
      return true;
    default:
      return pressOnStage(controller, key);
  }
}

/** Listens to the page's keys. Returns a function that stops. */
export function listenToKeys(controller: ReviewController, page: KeySource = window): () => void {
  const { peek } = controller.ui.compare;
  // A held key repeats: one press of V is one verdict.
  let verdict = false;
  const pressOnce = (key: string) => {
    if (key === 'v' && verdict) return true;
    verdict = key === 'v';
    return press(controller, key);
  };
  const stop = listen(controller, pressOnce, page);
  const letGo = (event: Event) => {
    const key = 'key' in event ? String(event.key).toLowerCase() : null;
    if (key === null || key === 'b') peek.value = false;
    if (key === null || key === 'v') verdict = false;
  };
  const print = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, shiftKey, altKey, key } = event;
    // A frame may not print.
    if (controller.reviewer === null || frame !== null) return;
    if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'p') return;
    event.preventDefault();
    controller.reviewer.print();
  };
  page.addEventListener('keydown', print);
  page.addEventListener('keyup', letGo);
  page.addEventListener('blur', letGo);
  return () => {
    stop();
    page.removeEventListener('keydown', print);
    page.removeEventListener('keyup', letGo);
    page.removeEventListener('blur', letGo);
  };
}
