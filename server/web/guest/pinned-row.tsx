import { useRowInView } from '../components/mark-row.tsx';
import type { PinnedMark } from '../review/stage-desk.ts';
import { guest } from '../strings/guest.ts';
import { useGuest } from './desk.ts';

const words = guest.pinned;

/** One mark of the reviewer's, to be read. */
export function PinnedRow({ mark, yours }: { mark: PinnedMark; yours: boolean }) {
  const desk = useGuest();
  const selected = desk.screen.selected.value === mark.id;
  const row = useRowInView(selected);
  const shots = desk.guest().screenshots;
  const shot = shots.find(({ index }) => index === mark.screenshot_index);
  const facts = [
    yours ? words.yours : '',
    mark.status === 'verified' ? words.fixed : '',
    shots.length > 1 && shot !== undefined ? shot.label : '',
  ].filter((fact) => fact !== '');
  return (
    <li ref={row} class="row" data-selected={selected}>
      <button
        type="button"
        class="row-main"
        aria-current={selected ? 'true' : undefined}
        onClick={() => desk.selectMark(mark)}
      >
        <span class="badge" data-status="quiet">
          <span class="visually-hidden">{words.row} </span>
          {mark.id}
        </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {mark.body}
          </span>
          {facts.length > 0 && (
            <span class="facts-line">
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
