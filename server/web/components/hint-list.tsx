import type { Finding } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Section } from './section.tsx';

const words = strings.hints;

function Hint({ hint }: { hint: Finding }) {
  const desk = useDesk();
  const { screen } = desk;
  const { screenshot_index: index, area } = hint;
  const placed = index !== null && area !== null;
  return (
    <li class="row hint-row">
      <button
        type="button"
        class="row-main"
        disabled={!placed}
        aria-label={placed ? words.reveal(hint.body) : undefined}
        onClick={() => {
          if (!placed) return;
          desk.goToShot(index);
          screen.selected.value = null;
          screen.outlined.value = { screenshotIndex: index, area };
          screen.reveal.value = { place: { kind: 'box', ...area } };
        }}
      >
        <span class="row-text">
          <span class="body">{hint.body}</span>
          {hint.severity !== null && <span class="facts-line">{words.severity[hint.severity]}</span>}
        </span>
      </button>
      <div class="row-actions">
        {desk.view().can.mark && (
          <button
            type="button"
            class="button button-small"
            onClick={() => {
              const place =
                area === null ? ({ kind: 'point', x: 0.5, y: 0.02 } as const) : ({ kind: 'box', ...area } as const);
              screen.outlined.value = null;
              desk.startDraft(index ?? screen.shot.value, place, hint.body);
            }}
          >
            {words.toMark}
          </button>
        )}
        <button type="button" class="button button-small button-quiet" onClick={() => desk.hideHint(hint.id)}>
          {words.hide}
        </button>
      </div>
    </li>
  );
}

/** What was found before the person looked; folded, as the person's own eyes come first. */
export function HintList() {
  const desk = useDesk();
  const { findings } = desk.view().review;
  const hidden = desk.screen.hiddenHints.value;
  const shown = findings.filter(({ id }) => !hidden.has(String(id)));
  if (findings.length === 0) return null;
  return (
    <Section title={words.title} count={shown.length} open={false}>
      <p class="quiet lead">{words.lead}</p>
      <ul class="rows">
        {shown.map((hint) => (
          <Hint key={hint.id} hint={hint} />
        ))}
      </ul>
      {shown.length < findings.length && (
        <p class="lead">
          <button type="button" class="button button-small button-quiet" onClick={desk.showHints}>
            {words.show(findings.length - shown.length)}
          </button>
        </p>
      )}
    </Section>
  );
}
