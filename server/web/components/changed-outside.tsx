import { useSignal } from '@preact/signals';
import { contextArea } from '../mark/crop.ts';
import { changedOutside, type Outside } from '../review/changes.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Crop } from './crop.tsx';
import { Section } from './section.tsx';

const words = strings.changes;
const atFirst = 3;
const aspect = 3 / 2;

function OutsideRow({ shot, at, area }: Outside) {
  const desk = useDesk();
  const chosen = desk.screen.change.value;
  const selected = chosen?.shot === shot.index && chosen.at === at;
  const part = contextArea({ ...area, kind: 'box' }, shot, aspect, 240 * (shot.viewport?.scale ?? 1));
  return (
    <li class="row outside-row" data-selected={selected}>
      <button type="button" class="row-main" aria-pressed={selected} onClick={() => desk.showChange(shot.index, at)}>
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

/** What changed although no mark asked for it: a place to look at before approving. */
export function ChangedOutside() {
  const all = changedOutside(useDesk().view().review);
  const whole = useSignal(false);
  if (all.length === 0) return null;
  const shown = whole.value ? all : all.slice(0, atFirst);
  return (
    <Section title={words.outside} count={all.length} open>
      <p class="quiet lead">{words.outsideLead}</p>
      <ul class="rows">
        {shown.map((each) => (
          <OutsideRow key={`${each.shot.sha256} ${each.at}`} {...each} />
        ))}
      </ul>
      {shown.length < all.length && (
        <p class="lead">
          <button
            type="button"
            class="button button-small button-quiet"
            onClick={() => {
              whole.value = true;
            }}
          >
            {words.all(all.length)}
          </button>
        </p>
      )}
    </Section>
  );
}
