import { useEffect, useRef } from 'preact/hooks';
import { CopyLink } from '../addresses/copy-link.tsx';
import type { ReviewController } from '../review/controller.ts';
import { BeforeAfter, ReferenceImage, ReopenForm, Thread, UnsentNote } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { sitsOn } from '../review/words.ts';
import { Button } from '../shared/button.tsx';
import { scrollBehavior } from '../shared/device.ts';
import { Icon } from '../shared/icons.tsx';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { Badge } from './badge.tsx';
import { isSettled } from './conflict.ts';
import { PositionNote } from './position-note.tsx';
import { SitsOn } from './sits-on.tsx';

const words = strings.marks;

/** Scrolls a row into view when its mark is selected elsewhere, or its form when it opens. */
export function useRowInView(selected: boolean, form = false) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const shown = form ? row.current?.querySelector('form') : row.current;
    if (selected) row.current?.closest('details')?.setAttribute('open', '');
    // Typing would stop a smooth scroll half way.
    if (selected || form) shown?.scrollIntoView({ block: 'nearest', behavior: form ? 'instant' : scrollBehavior() });
  }, [selected, form]);
  return row;
}

/** Returns where a mark is and where it comes from, as far as the page does not show it already. */
export function useFacts(mark: Mark): string[] {
  const controller = useReview();
  const { ui } = controller;
  const { review } = controller.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const facts: string[] = [];
  if (mark.status !== 'open') facts.push(words.status[mark.status]);
  if (shot === undefined) facts.push(words.shotMissing);
  else if (review.screenshots.length > 1) facts.push(shot.label);
  if (shot !== undefined && mark.position !== 'exact') facts.push(words.position[mark.position].fact);
  if (mark.pass !== review.pass) facts.push(words.fromPass(mark.pass));
  // The selected row shows it below.
  const on = ui.selected.value === mark.id ? null : sitsOn(mark, shot);
  if (on !== null) facts.push(on);
  // A guest may use any name, also the reviewer's.
  if (mark.source === 'accepted_suggestion') facts.push(words.byGuest(mark.author));
  else if (mark.author !== null) facts.push(mark.author);
  if (controller.guest?.isOwn(mark)) facts.push(words.yours);
  return facts;
}

/** Lights up the mark of a row that is under the pointer. */
export const pointing = ({ ui }: ReviewController, { id }: Mark) => ({
  onPointerEnter: () => (ui.pointed.value = { id, on: 'row' }),
  onPointerLeave: () => (ui.pointed.value = null),
});

interface MainProps {
  mark: Mark;
  facts: readonly string[];
  badge?: string;
}

/** Shows what a mark says; a press selects it. */
export function RowMain({ mark, facts, badge = mark.status }: MainProps) {
  const controller = useReview();
  const selected = controller.ui.selected.value === mark.id;
  return (
    <button type="button" class="row-main" aria-pressed={selected} onClick={() => controller.select(mark)}>
      <Badge mark={mark} status={badge} />
      <span class="visually-hidden">{words.row(mark.id)}: </span>
      <span class="row-text">
        <span class="body" dir="auto">
          {mark.body}
        </span>
        {(mark.must_fix || facts.length > 0) && (
          <span class="facts-line">
            {mark.must_fix && <span class="must">{words.mustFix}</span>}
            {facts.map((fact) => (
              <span key={fact}>
                <bdi>{fact}</bdi>
              </span>
            ))}
          </span>
        )}
      </span>
    </button>
  );
}

export function MarkRow({ mark }: { mark: Mark }) {
  const controller = useReview();
  const { ui } = controller;
  const { can, review } = controller.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const selected = ui.selected.value === mark.id;
  const row = useRowInView(selected);
  const facts = useFacts(mark);
  const isWithdrawn = mark.status === 'withdrawn';
  const editable = can.mark && !isSettled(mark.status);
  return (
    <li
      class="row mark-row"
      ref={row}
      {...pointing(controller, mark)}
      data-selected={selected}
      data-status={mark.status}
    >
      <RowMain mark={mark} facts={facts} badge={controller.guest === null ? mark.status : 'quiet'} />
      {controller.guest === null && <UnsentNote mark={mark} />}
      {selected && <SitsOn mark={mark} shot={shot} />}
      {selected && <PositionNote mark={mark} isEditable={editable} />}
      {mark.reference_image_url !== null && <ReferenceImage mark={mark} />}
      {selected && mark.status === 'verified' && <BeforeAfter mark={mark} />}
      {mark.note !== null && (
        <p class="row-note">
          {words.note}: <bdi>{mark.note}</bdi>
        </p>
      )}
      {mark.reopen_reason !== null && mark.status !== 'verified' && (
        <p class="row-note">
          {words.reason} <bdi>{mark.reopen_reason}</bdi>
        </p>
      )}
      {controller.guest === null && <Thread mark={mark} />}
      {/* Somebody else verified it while the reason was being written. */}
      {can.verify && ui.reopening.value === mark.id && mark.status === 'verified' && <ReopenForm mark={mark} />}
      {(selected || (can.mark && isWithdrawn)) && (
        <div class="row-actions">
          {editable && mark.screenshot_index !== null && (
            <Button class="button-small" onClick={() => controller.reviewer?.editMark(mark)}>
              <Icon name="pen" /> {words.edit}
            </Button>
          )}
          {editable && (
            <Button class="button-small" onClick={() => void controller.reviewer?.withdraw(mark)}>
              <Icon name="bin" /> {words.withdraw}
            </Button>
          )}
          {can.mark && isSettled(mark.status) && (
            <Button class="button-small" onClick={() => void controller.reviewer?.restore(mark.id)}>
              <Icon name="undo" /> {words.restore}
            </Button>
          )}
          {selected && <CopyLink mark={mark} />}
        </div>
      )}
    </li>
  );
}
