import { Icon } from '../components/icons.tsx';
import { useRowInView } from '../components/mark-row.tsx';
import { guest } from '../strings/guest.ts';
import { useGuest } from './desk.ts';
import { letterOf } from './kept.ts';
import { stateOf } from './state.ts';
import type { Own } from './types.ts';

const words = guest.own;

/** What the reviewer made of it, in a sentence; null while that is open. */
function fate(own: Own): string | null {
  if (own.refused !== null) return words.refusedLong(own.refused);
  if (own.status === 'accepted') return words.acceptedLong(own.markId);
  return own.status === 'dismissed' ? words.dismissedLong : null;
}

/** One suggestion of this guest's with what became of it and what can still be done. */
export function OwnRow({ own }: { own: Own }) {
  const desk = useGuest();
  const chosen = desk.chosen.value === own.secret;
  const row = useRowInView(chosen);
  const letter = letterOf(own);
  const shots = desk.guest().screenshots;
  const shot = shots.find(({ index }) => index === own.words.screenshotIndex);
  const said = fate(own);
  return (
    <li
      ref={row}
      class="row own-row"
      data-selected={chosen}
      data-status={own.refused === null ? own.status : 'refused'}
    >
      <button
        type="button"
        class="row-main"
        aria-current={chosen ? 'true' : undefined}
        onClick={() => desk.choose(own)}
      >
        <span class="badge" data-status={own.unsent ? 'draft' : 'open'}>
          <span class="visually-hidden">{words.row} </span>
          {letter}
        </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {own.words.body}
          </span>
          <span class="facts-line">
            <span class="fate" data-status={own.refused === null ? own.status : 'refused'}>
              {stateOf(own)}
            </span>
            {shots.length > 1 && shot !== undefined && <span>{shot.label}</span>}
          </span>
        </span>
      </button>
      {chosen && said !== null && <p class="said">{said}</p>}
      {chosen && (
        <div class="row-actions">
          {desk.mayChange(own) && (
            <>
              <button type="button" class="button button-small" onClick={() => desk.edit(own)}>
                <Icon name="pen" /> {words.edit}
              </button>
              <button type="button" class="button button-small" onClick={() => desk.startMoving(own)}>
                <Icon name="cross" /> {words.move}
              </button>
              <button type="button" class="button button-small" onClick={() => desk.takeBack(own)}>
                <Icon name="bin" /> {words.takeBack}
              </button>
            </>
          )}
          {own.refused !== null && (
            <button type="button" class="button button-small" onClick={() => desk.discard(own)}>
              {own.id === null ? words.discard : words.discardChange}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
