import { stepScale } from '../mark/zoom.ts';
import type { StageDesk } from './stage-desk.ts';

/** Whether a key is a letter of what the person writes. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox', 'range', 'button'].includes(target.type)));

/** What a single key does on any page with a stage; false when it means nothing now. */
export function pressOnStage(desk: StageDesk, key: string): boolean {
  const { screen } = desk;
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
      if (!desk.view().can.mark) return false;
      screen.crosshair.value = true;
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

/**
 * Listens to a page's keys, `press` for the single ones; answers how to stop. Fields and open dialogs keep their own.
 */
export function listen(desk: StageDesk, press: (key: string) => boolean): () => void {
  const { screen } = desk;
  const onKey = (event: KeyboardEvent) => {
    // Escape and Enter of an input method are its own.
    if (event.defaultPrevented || event.isComposing || screen.dialog.value !== null) return;
    if (event.key === 'Escape') {
      if (screen.composing.value !== null) desk.closeComposer();
      else if (screen.outlined.value !== null) screen.outlined.value = null;
      else if (screen.suggestion.value !== null) screen.suggestion.value = null;
      else if (screen.change.value !== null) screen.change.value = null;
      else screen.selected.value = null;
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      if (!typing(event.target) && screen.undoing.undoLast()) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !screen.singleKeys.value) return;
    if (press(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
