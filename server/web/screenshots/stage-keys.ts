import type { ReviewController } from '../review/controller.ts';
import { mayPlace } from '../review/derive.ts';
import { stepScale } from './zoom.ts';

/** Returns whether a key types text. */
export function typing(target: EventTarget | null): boolean {
  const { tagName, type = '', isContentEditable = false } = (target ?? {}) as Partial<HTMLInputElement>;
  if (tagName === 'INPUT') return !['radio', 'checkbox', 'range', 'button'].includes(type);
  return isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT';
}

/** Where keys arrive: the window. */
export type KeySource = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/**
 * Handles a single key on any page with a stage; a letter is in lower case, `F` with Shift. Returns false when it has no
 * meaning now.
 */
export function pressOnStage(controller: ReviewController, key: string): boolean {
  const { ui } = controller;
  switch (key) {
    case 'j':
      controller.stepShot(1);
      return true;
    case 'k':
      controller.stepShot(-1);
      return true;
    case 'n':
      controller.stepMark(1);
      return true;
    case 'p':
      controller.stepMark(-1);
      return true;
    case '+':
    case '=':
      ui.zoom.value = stepScale(ui.scale.value, 1);
      return true;
    case '-':
      ui.zoom.value = stepScale(ui.scale.value, -1);
      return true;
    case '0':
      ui.zoom.value = 1;
      return true;
    case 'f':
      ui.zoom.value = 'fit';
      return true;
    case 'F':
      ui.zoom.value = 'whole';
      return true;
    case 'm':
      if (!mayPlace(controller.view())) return false;
      ui.crosshair.value = true;
      return true;
    case 'h':
      controller.toggleMarks();
      return true;
    case 'y':
      controller.copyLink();
      return true;
    case '[':
      ui.left.value = !ui.left.value;
      return true;
    case ']':
      ui.right.value = !ui.right.value;
      return true;
    case '?':
      ui.dialog.value = { kind: 'help' };
      return true;
    default:
      return false;
  }
}

/**
 * Listens to a page's keys and passes single ones to `press`. Returns a function that stops. Fields and open dialogs
 * keep their keys.
 */
export function listen(controller: ReviewController, press: (key: string) => boolean, page: KeySource): () => void {
  const { ui } = controller;
  const onKey = (event: KeyboardEvent) => {
    // Escape and Enter belong to the input method.
    if (event.defaultPrevented || event.isComposing || ui.dialog.value !== null) return;
    if (event.key === 'Escape') {
      if (ui.composing.value !== null) controller.closeComposer();
      else if (ui.outlined.value !== null) ui.outlined.value = null;
      else if (ui.suggestion.value !== null) ui.suggestion.value = null;
      else if (ui.change.value !== null) ui.change.value = null;
      else ui.selected.value = null;
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      if (!typing(event.target) && ui.undoing.undoLast()) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !ui.singleKeys.value) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (press(event.shiftKey && key === 'f' ? 'F' : key)) event.preventDefault();
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}
