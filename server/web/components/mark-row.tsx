import { useEffect, useRef } from 'preact/hooks';
import { scrollBehavior } from '../review/device.ts';
import type { Mark } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { sitsOn } from '../review/words.ts';
import { strings } from '../strings.ts';
import { Badge } from './badge.tsx';
import { BeforeAfter } from './before-after.tsx';
import { Icon } from './icons.tsx';
import { PositionNote } from './position-note.tsx';
import { SitsOn } from './sits-on.tsx';

const words = strings.marks;

/** Brings a row into view when its mark was chosen elsewhere, or the form in it when it opens. */
export function useRowInView(selected: boolean, form = false) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const shown = form ? row.current?.querySelector('form') : row.current;
    // Whoever writes at once would stop a smooth scroll half way.
    if (selected || form) shown?.scrollIntoView({ block: 'nearest', behavior: form ? 'instant' : scrollBehavior() });
  }, [selected, form]);
  return row;
}

/** Where a mark lies and where it comes from, as far as that is not plain to see. */
export function useFacts(mark: Mark): string[] {
  const desk = useDesk();
  const { screen } = desk;
  const { review } = desk.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const facts: string[] = [];
  if (mark.status !== 'open') facts.push(words.status[mark.status]);
  if (shot === undefined) facts.push(words.shotGone);
  else if (review.screenshots.length > 1) facts.push(words.onShot(shot.label));
  if (shot !== undefined && mark.position !== 'exact') facts.push(words.position[mark.position].fact);
  if (mark.pass !== review.pass) facts.push(words.fromPass(mark.pass));
  // The chosen row says more of it, below.
  const on = screen.selected.value === mark.id ? null : sitsOn(mark, shot);
  if (on !== null) facts.push(on);
  // A guest goes by any name, also the reviewer's.
  if (mark.source === 'accepted_suggestion') facts.push(words.byGuest(mark.author));
  else if (mark.author !== null) facts.push(mark.author);
  return facts;
}

export function MarkRow({ mark }: { mark: Mark }) {
  const desk = useDesk();
  const { screen } = desk;
  const { can, review } = desk.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const selected = screen.selected.value === mark.id;
  const row = useRowInView(selected);
  const facts = useFacts(mark);
  const gone = mark.status === 'withdrawn';
  const editable = can.mark && !gone && mark.status !== 'verified';
  return (
    <li class="row mark-row" ref={row} data-selected={selected} data-status={mark.status}>
      <button type="button" class="row-main" aria-pressed={selected} onClick={() => desk.select(mark)}>
        <Badge mark={mark} />
        <span class="visually-hidden">{words.row(mark.id)}: </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {mark.body}
          </span>
          {(mark.must_fix || facts.length > 0) && (
            <span class="facts-line">
              {mark.must_fix && <span class="must">{words.mustFix}</span>}
              {facts.map((fact) => (
                <span key={fact} dir="auto">
                  {fact}
                </span>
              ))}
            </span>
          )}
        </span>
      </button>
      {selected && <SitsOn mark={mark} shot={shot} />}
      {selected && <PositionNote mark={mark} isEditable={editable} />}
      {selected && mark.status === 'verified' && <BeforeAfter mark={mark} />}
      {mark.note !== null && (
        <p class="said">
          {words.note}: <bdi>{mark.note}</bdi>
        </p>
      )}
      {mark.reopen_reason !== null && mark.status !== 'verified' && (
        <p class="said">
          {words.reason} <bdi>{mark.reopen_reason}</bdi>
        </p>
      )}
      {can.mark && (selected || gone) && (
        <div class="row-actions">
          {editable && mark.screenshot_index !== null && (
            <button type="button" class="button button-small" onClick={() => desk.editMark(mark)}>
              <Icon name="pen" /> {words.edit}
            </button>
          )}
          {editable && (
            <button type="button" class="button button-small" onClick={() => void desk.withdraw(mark)}>
              <Icon name="bin" /> {words.withdraw}
            </button>
          )}
          {(gone || mark.status === 'verified') && (
            <button type="button" class="button button-small" onClick={() => void desk.restore(mark.id)}>
              <Icon name="undo" /> {words.restore}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
