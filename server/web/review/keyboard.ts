import { areasOf } from './changes.ts';
import { modesFor } from './derive.ts';
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
  const mode = (['now', 'side', 'swipe', 'diff'] as const)[Number(key) - 1];
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
    case 'e':
      if (selected === undefined || !view.can.mark) return false;
      desk.editMark(selected);
      return true;
    case 'v':
      if (toVerify === undefined) return false;
      void desk.verify(toVerify);
      return true;
    case 'r':
      if (toVerify === undefined) return false;
      desk.select(toVerify);
      screen.reopening.value = toVerify.id;
      return true;
    default:
      return pressOnStage(desk, key);
  }
}

/** The page's keys; answers how to stop listening. */
export const listenToKeys = (desk: Desk): (() => void) => listen(desk, (key) => press(desk, key));
