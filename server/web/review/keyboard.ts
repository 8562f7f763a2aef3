import { stepScale } from '../mark/zoom.ts';
import { areasOf } from './changes.ts';
import { modesFor } from './derive.ts';
import type { Desk } from './desk.ts';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox', 'range', 'button'].includes(target.type)));

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
    case 'j':
      desk.stepShot(1);
      return true;
    case 'k':
      desk.stepShot(-1);
      return true;
    case 'n':
      desk.stepMark(1);
      return true;
    case 'p':
      desk.stepMark(-1);
      return true;
    case ',':
    case '.':
      if (areasOf(shot).length === 0) return false;
      desk.stepChange(key === '.' ? 1 : -1);
      return true;
    case 'c':
      if (areasOf(shot).length === 0) return false;
      desk.toggleOutlines();
      return true;
    case '+':
    case '=':
      screen.zoom.value = stepScale(screen.scale.value, 1);
      return true;
    case '-':
      screen.zoom.value = stepScale(screen.scale.value, -1);
      return true;
    case '0':
      screen.zoom.value = 1;
      return true;
    case 'f':
      screen.zoom.value = 'fit';
      return true;
    case 'm':
      if (!view.can.mark) return false;
      screen.crosshair.value = true;
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
    case '[':
      screen.left.value = !screen.left.value;
      return true;
    case ']':
      screen.right.value = !screen.right.value;
      return true;
    case '?':
      screen.dialog.value = { kind: 'help' };
      return true;
    default:
      return false;
  }
}

/** The page's keys; answers how to stop listening. Fields and open dialogs keep their own keys. */
export function listenToKeys(desk: Desk): () => void {
  const { screen } = desk;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || screen.dialog.value !== null) return;
    if (event.key === 'Escape') {
      if (screen.composing.value !== null) desk.closeComposer();
      else if (screen.outlined.value !== null) screen.outlined.value = null;
      else if (screen.change.value !== null) screen.change.value = null;
      else screen.selected.value = null;
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !screen.singleKeys.value) return;
    if (press(desk, event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
