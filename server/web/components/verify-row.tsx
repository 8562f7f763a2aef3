import { useLayoutEffect } from 'preact/hooks';
import type { Mark } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { AfterImage } from './after-image.tsx';
import { Badge } from './badge.tsx';
import { BeforeAfter } from './before-after.tsx';
import { Icon } from './icons.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { useFacts, useRowInView } from './mark-row.tsx';
import { once } from './once.ts';
import { PositionNote } from './position-note.tsx';
import { ReopenForm } from './reopen-form.tsx';
import { SitsOn } from './sits-on.tsx';

const words = strings.verify;

/** One mark that was reported as fixed: what was asked, both pictures, the fixer's words, and the person's verdict. */
export function VerifyRow({ mark }: { mark: Mark }) {
  const desk = useDesk();
  const { screen } = desk;
  const { can, review } = desk.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const selected = screen.selected.value === mark.id;
  const asking = screen.reopening.value === mark.id;
  const row = useRowInView(selected, asking);
  const facts = useFacts(mark).filter((fact) => fact !== strings.marks.status.resolved);
  // Its form has taken the focus with it.
  useLayoutEffect(() => {
    if (!asking) return;
    return () => {
      if (document.activeElement !== document.body) return;
      row.current?.querySelector<HTMLElement>('[data-act="reopen"]')?.focus({ preventScroll: true });
    };
  }, [asking]);
  return (
    <li class="row verify-row" ref={row} data-selected={selected}>
      <button type="button" class="row-main" aria-pressed={selected} onClick={() => desk.select(mark)}>
        <Badge mark={mark} />
        <span class="visually-hidden">{strings.marks.row(mark.id)}: </span>
        <span class="row-text">
          <span class="body" dir="auto">
            {mark.body}
          </span>
          <span class="facts-line">
            {mark.must_fix && <span class="must">{strings.marks.mustFix}</span>}
            {facts.map((fact) => (
              <span key={fact} dir="auto">
                {fact}
              </span>
            ))}
          </span>
        </span>
      </button>
      {selected && <SitsOn mark={mark} shot={shot} />}
      <PositionNote mark={mark} isEditable={can.mark} />
      <BeforeAfter mark={mark} />
      {mark.note !== null && (
        <p class="said" dir="auto">
          <strong>{strings.marks.note}:</strong> {mark.note}
        </p>
      )}
      <AfterImage mark={mark} />
      {can.verify &&
        (asking ? (
          <ReopenForm mark={mark} />
        ) : (
          <div class="row-actions">
            <button
              type="button"
              class="button button-small button-verified"
              data-act="verify"
              aria-label={words.fixedLabel(mark.id)}
              aria-keyshortcuts="V"
              title={`${words.fixed} (V)`}
              onClick={once(() => void desk.verify(mark))}
            >
              <Icon name="check" /> {words.fixed}
            </button>
            <button
              type="button"
              class="button button-small"
              data-act="reopen"
              aria-label={words.notFixedLabel(mark.id)}
              aria-keyshortcuts="R"
              title={`${words.notFixed} (R)`}
              onClick={() => desk.askWhy(mark)}
            >
              <Icon name="undo" /> {words.notFixed}
            </button>
          </div>
        ))}
    </li>
  );
}

/** The queue: a verdict leads on to the next, and so does the focus. */
export function VerifyQueue({ marks }: { marks: readonly Mark[] }) {
  const list = useKeptFocus<HTMLUListElement>();
  return (
    <ul class="rows" ref={list}>
      {marks.map((mark) => (
        <VerifyRow key={mark.id} mark={mark} />
      ))}
    </ul>
  );
}
