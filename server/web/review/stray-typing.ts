import { typing } from '../screenshots/stage-keys.ts';

/** Milliseconds after which a person who types on has noticed that their field has closed. */
const PAUSE_MS = 2_000;

/** Returns whether a key in a field sends or closes it. */
const leaves = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement)));

/**
 * Ignores what is typed on after others' changes have removed the field, until a pause or a press: it would be taken
 * for shortcuts, such as a verdict. Returns a function that stops.
 */
export function ignoreStrayTyping(): () => void {
  let field: HTMLElement | null = null;
  let at = 0;
  const onKey = (event: KeyboardEvent) => {
    const { target, timeStamp } = event;
    const isPause = timeStamp - at > PAUSE_MS || /^(Esc|Tab)/.test(event.key);
    if (target instanceof HTMLElement && typing(target)) field = leaves(event) ? null : target;
    // A key elsewhere, such as Enter on its button, may close the field on purpose.
    else if (field?.isConnected || isPause) field = null;
    else if (field !== null && (event.key === 'Enter' || !(event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    at = timeStamp;
  };
  const onPointer = () => {
    field = null;
  };
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('pointerdown', onPointer, true);
  return () => {
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('pointerdown', onPointer, true);
  };
}
