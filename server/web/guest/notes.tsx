import { useSignal } from '@preact/signals';
import { comingOf } from '../review/derive.ts';
import { guest as words } from '../strings/guest.ts';
import { Closing } from './closing.tsx';
import { useGuest } from './desk.ts';
import { closedSentence } from './standing.ts';

/** What has come since the page was opened: it floats, so that nothing moves. */
export function GuestNotes() {
  const desk = useGuest();
  const view = desk.guest();
  const closed = closedSentence(view);
  const away = useSignal<string | null>(null);
  const making = comingOf(desk.view()) > 0 && view.screenshots.length > 0;
  return (
    <>
      {making && (
        <p class="toast note">
          {words.preparing.more(words.preparing.progress(view.screenshots.length, view.expected_shots))}
        </p>
      )}
      {desk.store.trouble.value !== null && (
        <p class="toast note" data-warns="true">
          {words.offline}
        </p>
      )}
      {closed !== null && closed !== away.value && !desk.closedFirst && !desk.intro.value && (
        <Closing
          look="toast note"
          sentence={closed}
          onAway={() => {
            away.value = closed;
          }}
        />
      )}
    </>
  );
}

/** What to do while a suggestion is being moved. */
export function MovingNote({ letter }: { letter: string }) {
  const desk = useGuest();
  return (
    <p class="toast note banner-go">
      <span>{words.moving.text(letter)}</span>
      <button type="button" class="button button-small" onClick={desk.stopMoving}>
        {words.moving.cancel}
      </button>
    </p>
  );
}
