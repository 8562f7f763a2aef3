import { contextArea, cropAspect, sameArea } from '../mark/crop.ts';
import { type Area, placeOf } from '../mark/geometry.ts';
import { modesFor, previousOf } from '../review/derive.ts';
import type { Mark, ReviewerView, Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { AfterImage } from './after-image.tsx';
import { Badge } from './badge.tsx';
import { Crop } from './crop.tsx';
import { Icon } from './icons.tsx';
import { useFacts, useRowInView } from './mark-row.tsx';
import { ReopenForm } from './reopen-form.tsx';
import { SitsOn } from './sits-on.tsx';

const words = strings.verify;

/** Around where the mark lay on the previous pass: what it is about may have moved since. */
function areaBefore(view: ReviewerView, mark: Mark, previous: Screenshot, aspect: number): Area | null {
  const before = view.previous?.marks.find(({ id }) => id === mark.id);
  const place = before === undefined || before.screenshot_index !== previous.index ? null : placeOf(before);
  return place === null ? null : contextArea(place, previous, aspect, 320 * (previous.viewport?.scale ?? 1));
}

/** The same part of both passes; pressing it shows them large. */
function BeforeAfter({ mark }: { mark: Mark }) {
  const desk = useDesk();
  const view = desk.view();
  const shot = view.review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const place = placeOf(mark);
  if (shot === undefined || place === null) return null;
  const previous = previousOf(view, shot);
  const aspect = cropAspect(place, shot);
  const area = contextArea(place, shot, aspect, 320 * (shot.viewport?.scale ?? 1));
  return (
    <button
      type="button"
      class="crops"
      data-stacked={aspect > 2}
      aria-label={`${strings.modes.side}: ${strings.marks.row(mark.id)}`}
      onClick={() => {
        const modes = modesFor(view, shot);
        if (modes.includes('side')) desk.screen.mode.value = desk.screen.phone.value ? 'swipe' : 'side';
        if (desk.screen.phone.value) desk.screen.sheet.value = 'peek';
        desk.select(mark);
      }}
    >
      {previous === null ? (
        <span class="crop quiet">{words.noBefore}</span>
      ) : (
        <Crop
          shot={previous}
          area={areaBefore(view, mark, previous, aspect) ?? sameArea(area, shot, previous)}
          aspect={aspect}
          alt={words.beforeAlt(mark.id, view.previous?.pass ?? 1)}
          caption={words.before}
        />
      )}
      <Crop
        shot={shot}
        area={area}
        aspect={aspect}
        alt={words.afterAlt(mark.id, view.review.pass)}
        caption={words.after}
      />
    </button>
  );
}

/** Whether anything happened where the mark lies. That nothing did is the suspicious case. */
function OwnChange({ mark }: { mark: Mark }) {
  if (mark.change === null) return null;
  if (mark.change.kind === 'changed') return <p class="own-change quiet">{words.areaChanged(mark.change.share)}</p>;
  return (
    <p class="own-change warning">
      <strong>{words.areaSame}</strong> {words.areaSameHint}
    </p>
  );
}

/** One mark that was reported as fixed: what was asked, both pictures, the fixer's words, and the person's verdict. */
export function VerifyRow({ mark }: { mark: Mark }) {
  const desk = useDesk();
  const { screen } = desk;
  const { can, review } = desk.view();
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  const selected = screen.selected.value === mark.id;
  const row = useRowInView(selected);
  const facts = useFacts(mark).filter((fact) => fact !== strings.marks.status.resolved);
  return (
    <li class="row verify-row" ref={row} data-selected={selected}>
      <button
        type="button"
        class="row-main"
        aria-pressed={selected}
        aria-label={strings.marks.row(mark.id)}
        aria-describedby={`mark-${mark.id}`}
        onClick={() => desk.select(mark)}
      >
        <Badge mark={mark} />
        <span class="row-text" id={`mark-${mark.id}`}>
          <span class="body">{mark.body}</span>
          <span class="facts-line">
            {mark.must_fix && <span class="must">{strings.marks.mustFix}</span>}
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </span>
      </button>
      {selected && <SitsOn mark={mark} shot={shot} />}
      <BeforeAfter mark={mark} />
      <OwnChange mark={mark} />
      {mark.note !== null && (
        <p class="said">
          <strong>{strings.marks.note}:</strong> {mark.note}
        </p>
      )}
      <AfterImage mark={mark} />
      {can.verify &&
        (screen.reopening.value === mark.id ? (
          <ReopenForm mark={mark} />
        ) : (
          <div class="row-actions">
            <button
              type="button"
              class="button button-small button-verified"
              aria-label={words.fixedLabel(mark.id)}
              aria-keyshortcuts="V"
              onClick={() => void desk.verify(mark)}
            >
              <Icon name="check" /> {words.fixed}
            </button>
            <button
              type="button"
              class="button button-small"
              aria-label={words.notFixedLabel(mark.id)}
              aria-keyshortcuts="R"
              onClick={() => {
                screen.reopening.value = mark.id;
              }}
            >
              <Icon name="undo" /> {words.notFixed}
            </button>
          </div>
        ))}
    </li>
  );
}
