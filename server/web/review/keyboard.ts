import { areasOf } from './changes.ts';
import { likelyOutcome } from './decision.ts';
import { modeOrder, modesFor, previousOf } from './derive.ts';
import type { Desk } from './desk.ts';
import { listen, pressOnStage } from './stage-keys.ts';

/** What a single key does; false when it means nothing now. */
function press(desk: Desk, key: string): boolean {
  const { screen } = desk;
  const view = desk.view();
  const shot = view.review.screenshots.find(({ index }) => index === screen.shot.value);
  const selected = view.review.marks.find(({ id }) => id === screen.selected.value);
  const toVerify = view.can.verify
    ? selected?.status === 'resolved'
      ? selected
      : view.review.marks.find(({ status }) => status === 'resolved')
    : undefined;
  const mode = modeOrder[Number(key) - 1];
  if (mode !== undefined) {
    if (!modesFor(view, shot).includes(mode)) return false;
    screen.mode.value = mode;
    return true;
  }
  switch (key) {
    case ',':
    case '.':
      if (areasOf(shot).length === 0) return false;
      desk.stepChange(key === '.' ? 1 : -1);
      return true;
    case 'c':
      if (areasOf(shot).length === 0) return false;
      desk.toggleOutlines();
      return true;
    case 'b':
      if (previousOf(view, shot) === null) return false;
      screen.compare.peek.value = true;
      return true;
    case 'd':
      if (!view.can.decide && !view.can.change_mind) return false;
      screen.dialog.value = { kind: 'decide', outcome: likelyOutcome(view.review, desk.counts()) };
      return true;
    case 'w':
      if (selected === undefined || !view.can.mark) return false;
      desk.editMark(selected);
      return true;
    case 'v':
      if (toVerify === undefined) return false;
      void desk.verify(toVerify);
      return true;
    case 'r':
      if (toVerify === undefined) return false;
      desk.askWhy(toVerify);
      return true;
    default:
      return pressOnStage(desk, key);
  }
}

/** The page's keys; answers how to stop listening. */
export function listenToKeys(desk: Desk): () => void {
  const { peek } = desk.screen.compare;
  // A key that is held repeats: one press of V is one verdict, on the mark that was looked at.
  let verdict = false;
  const stop = listen(desk, (key) => {
    if (key === 'v' && verdict) return true;
    verdict = key === 'v';
    return press(desk, key);
  });
  const letGo = (event: Event) => {
    const key = event instanceof KeyboardEvent ? event.key.toLowerCase() : null;
    if (key === null || key === 'b') peek.value = false;
    if (key === null || key === 'v') verdict = false;
  };
  addEventListener('keyup', letGo);
  addEventListener('blur', letGo);
  return () => {
    stop();
    removeEventListener('keyup', letGo);
    removeEventListener('blur', letGo);
  };
}
