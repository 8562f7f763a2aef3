import { useLayoutEffect } from 'preact/hooks';
import { CopyLink } from '../addresses/copy-link.tsx';
import { FilteredOut, useListed } from '../marking/filter-menu.tsx';
import { pointing, RowMain, useFacts, useRowInView } from '../marking/mark-row.tsx';
import { PositionNote } from '../marking/position-note.tsx';
import { SitsOn } from '../marking/sits-on.tsx';
import { UnsentNote } from '../marking/unsent-note.tsx';
import { ReferenceImage } from '../reference/reference-image.tsx';
import { Thread } from '../replies/thread.tsx';
import { ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { afterImageOf } from '../review/words.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icons.tsx';
import { useKeptFocus } from '../shared/kept-focus.ts';
import { once } from '../shared/once.ts';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { BeforeAfter } from './before-after.tsx';
import { DoubtForm } from './doubt-form.tsx';
import { measuredOf } from './measured.ts';
import { ReopenForm } from './reopen-form.tsx';
import { verifying as words } from './strings.ts';

/** Shows the image of the fix from the service's copy, so that the browser requests no foreign address. */
function AfterImage({ mark }: { mark: Mark }) {
  const image = afterImageOf(mark);
  if (image.kind === 'none') return null;
  if (image.kind === 'coming') return <p class="row-note">{words.afterImageComing}</p>;
  if (image.kind === 'missing') {
    return (
      <p class="row-note">
        <strong>{words.afterImage}:</strong> {image.problem}{' '}
        {image.address !== null && (
          <a href={image.address} target="_blank" rel="noreferrer noopener">
            {words.afterImageAddress}
          </a>
        )}
      </p>
    );
  }
  const url = ownAddress(image.url);
  return (
    <a class="after-image" href={url} target="_blank" rel="noreferrer noopener">
      <img src={url} alt={words.afterImageAlt(mark.id)} loading="lazy" decoding="async" />
      <span class="crop-caption">{words.afterImage}</span>
    </a>
  );
}

/** Says which measurable criteria the marked element fulfils now. They inform, and decide nothing. */
function Criteria({ mark }: { mark: Mark }) {
  const criteria = measuredOf(useReview().view().review, mark);
  if (criteria.length === 0) return null;
  return (
    <ul class="row-note criteria">
      {criteria.map(({ rule, holds, now }) => (
        <li key={rule} data-holds={holds}>
          {holds !== null && <Icon name={holds ? 'check' : 'close'} />}
          <span>{words.criterion(rule, holds, now)}</span>
        </li>
      ))}
    </ul>
  );
}

/** One mark reported as fixed: the request, both screenshots, the note on the fix, and the verdict. */
export function VerifyRow({ mark }: { mark: Mark }) {
  const controller = useReview();
  const { ui } = controller;
  const { can, review } = controller.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const selected = ui.selected.value === mark.id;
  const asking = ui.reopening.value === mark.id;
  const doubting = ui.doubting.value === mark.id;
  const row = useRowInView(selected, asking || doubting);
  const facts = useFacts(mark).filter((fact) => fact !== strings.marks.status.resolved);
  // The closed form had the focus.
  const act = asking ? 'reopen' : doubting ? 'verify' : null;
  useLayoutEffect(() => {
    if (act === null) return;
    return () => {
      if (document.activeElement !== document.body) return;
      row.current?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.focus({ preventScroll: true });
    };
  }, [act]);
  return (
    <li class="row verify-row" ref={row} {...pointing(controller, mark)} data-selected={selected}>
      <RowMain mark={mark} facts={facts} />
      <UnsentNote mark={mark} />
      {selected && <SitsOn mark={mark} shot={shot} />}
      <PositionNote mark={mark} isEditable={can.mark} />
      <ReferenceImage mark={mark} />
      <BeforeAfter mark={mark} />
      {mark.note !== null && (
        <p class="row-note">
          <strong>{strings.marks.note}:</strong> <bdi>{mark.note}</bdi>
        </p>
      )}
      <AfterImage mark={mark} />
      <Criteria mark={mark} />
      <Thread mark={mark} />
      {can.verify && asking && <ReopenForm mark={mark} />}
      {can.verify && doubting && <DoubtForm mark={mark} />}
      {(can.verify || selected) && act === null && (
        <div class="row-actions">
          {can.verify && (
            <>
              <Button
                class="button-small button-verified"
                data-act="verify"
                aria-label={words.fixedLabel(mark.id)}
                aria-keyshortcuts="V"
                title={`${words.fixed} (V)`}
                onClick={once(() => void controller.reviewer?.verify(mark))}
              >
                <Icon name="check" /> {words.fixed}
              </Button>
              <Button
                class="button-small"
                data-act="reopen"
                aria-label={words.notFixedLabel(mark.id)}
                aria-keyshortcuts="R"
                title={`${words.notFixed} (R)`}
                onClick={() => controller.reviewer?.askWhy(mark)}
              >
                <Icon name="undo" /> {words.notFixed}
              </Button>
            </>
          )}
          {selected && <CopyLink mark={mark} />}
        </div>
      )}
    </li>
  );
}

export function VerifyQueue({ marks }: { marks: readonly Mark[] }) {
  const list = useKeptFocus<HTMLUListElement>();
  const listed = useListed(marks);
  return (
    <>
      <ul class="rows" ref={list}>
        {listed.map((mark) => (
          <VerifyRow key={mark.id} mark={mark} />
        ))}
      </ul>
      <FilteredOut marks={marks} listed={listed} />
    </>
  );
}
