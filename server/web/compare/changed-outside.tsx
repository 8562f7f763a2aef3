import { useSignal } from '@preact/signals';
import { useReview } from '../review/use-review.ts';
import { Crop } from '../screenshots/crop.tsx';
import { contextArea } from '../screenshots/crop-area.ts';
import { Button } from '../shared/button.tsx';
import { Section } from '../shared/section.tsx';
import { strings } from '../strings.ts';
import { changedOutside, type Outside } from './changed-areas.ts';

const words = strings.changes;
const atFirst = 3;
const aspect = 3 / 2;

function OutsideRow({ shot, at, area }: Outside) {
  const controller = useReview();
  const chosen = controller.ui.change.value;
  const selected = chosen?.shot === shot.index && chosen.at === at;
  const part = contextArea({ ...area, kind: 'box' }, shot, aspect, 240 * (shot.viewport?.scale ?? 1));
  return (
    <li class="row outside-row" data-selected={selected}>
      <button
        type="button"
        class="row-main"
        aria-pressed={selected}
        onClick={() => controller.showChange(shot.index, at)}
      >
        <Crop shot={shot} area={part} aspect={aspect} alt="" />
        <span class="row-text">
          <span class="body">{words.kind[area.kind]}</span>
          <span class="facts-line">
            <span>{shot.label}</span>
            <span>{words.share(area.share)}</span>
          </span>
        </span>
      </button>
    </li>
  );
}

/** Lists what changed although no mark asked for it. */
export function ChangedOutside() {
  const { review, can } = useReview().view();
  const all = changedOutside(review);
  const whole = useSignal(false);
  if (all.length === 0) return null;
  const shown = whole.value ? all : all.slice(0, atFirst);
  return (
    <Section title={words.outside} count={all.length} open>
      <p class="quiet lead">{can.decide ? `${words.outsideLead} ${words.outsideCheck}` : words.outsideLead}</p>
      <ul class="rows">
        {shown.map((each) => (
          <OutsideRow key={`${each.shot.sha256} ${each.at}`} {...each} />
        ))}
      </ul>
      {shown.length < all.length && (
        <p class="lead">
          <Button class="button-small button-quiet" onClick={() => (whole.value = true)}>
            {words.all(all.length)}
          </Button>
        </p>
      )}
    </Section>
  );
}
