import { listen, pressOnStage } from '../review/stage-keys.ts';
import type { GuestDesk } from './desk.ts';

/** What a single key does on the guests' page. */
function press(desk: GuestDesk, key: string): boolean {
  if (key !== 'e') return pressOnStage(desk, key);
  const own = desk.kept.find(desk.chosen.value);
  if (own === undefined || !desk.mayChange(own)) return false;
  desk.edit(own);
  return true;
}

/** The page's keys; answers how to stop listening. */
export function listenToGuestKeys(desk: GuestDesk): () => void {
  const stop = listen(desk, (key) => press(desk, key));
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || desk.screen.dialog.value !== null) return;
    if (desk.moving.value !== null) desk.stopMoving();
    else if (desk.screen.composing.value === null) desk.chosen.value = null;
  };
  // Before the page's own: what is open decides what Escape closes.
  addEventListener('keydown', onEscape, { capture: true });
  return () => {
    stop();
    removeEventListener('keydown', onEscape, { capture: true });
  };
}
