import { byKind, leadOf } from '../review/hints.ts';
import type { Finding } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { becameOf, InboxRow, SettledRow } from './inbox-row.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { Section } from './section.tsx';

const words = strings.hints;

function Hint({ hint }: { hint: Finding }) {
  const desk = useDesk();
  const { review } = desk.view();
  const shot = review.screenshots.find(({ index }) => index === hint.screenshot_index);
  const placed = shot !== undefined;
  return (
    <InboxRow
      name={`hint-${hint.id}`}
      body={hint.body}
      lead={leadOf(hint)}
      facts={
        <>
          {review.screenshots.length > 1 && shot !== undefined && <span>{shot.label}</span>}
          <span>{hint.found_by === 'model' ? words.byModel : words.source[hint.source]}</span>
        </>
      }
      selected={desk.screen.outlined.value?.finding === hint.id}
      label={placed ? words.reveal : words.nowhere}
      choose={placed ? () => desk.chooseHint(hint) : null}
      accept={(changed) => desk.acceptHint(hint, changed)}
      away={{ label: words.hide, act: () => void desk.hideHint(hint) }}
    />
  );
}

function Kind({ kind, hints }: { kind: keyof typeof words.severity; hints: readonly Finding[] }) {
  const list = useKeptFocus<HTMLUListElement>();
  return (
    <>
      <h3 class="severity" data-severity={kind}>
        {words.severity[kind]} <span class="count">{hints.length}</span>
      </h3>
      <ul class="rows" ref={list}>
        {hints.map((hint) => (
          <Hint key={hint.id} hint={hint} />
        ))}
      </ul>
    </>
  );
}

/** How far the second opinion is that somebody asked for, as long as the person can still use what it finds. */
function OpinionLine() {
  const { review } = useDesk().view();
  const { second_opinion: opinion, findings } = review;
  const said = review.status === 'open' && opinion !== null ? words.opinion(opinion, findings.length) : '';
  return (
    <p class="opinion quiet" role="status">
      {said}
    </p>
  );
}

/** What was found before the person looked, by kind; folded, as the person's own eyes come first. */
export function HintList() {
  return (
    <>
      <OpinionLine />
      <Hints />
    </>
  );
}

function Hints() {
  const desk = useDesk();
  const { review, can } = desk.view();
  const { findings } = review;
  const settled = useKeptFocus<HTMLUListElement>();
  if (findings.length === 0) return null;
  const shown = findings.filter(({ status }) => status === 'shown');
  const others = findings.filter(({ status }) => status !== 'shown');
  const hidden = others.filter(({ status }) => status === 'hidden').length;
  return (
    <Section id="hints" title={words.title} count={shown.length} open={false}>
      <p class="quiet lead">{shown.length > 0 ? words.lead : words.none}</p>
      {byKind(shown).map(({ kind, hints }) => (
        <Kind key={kind} kind={kind} hints={hints} />
      ))}
      {others.length > 0 && (
        <details class="settled">
          <summary>{words.settled(hidden, others.length - hidden)}</summary>
          <ul class="rows" ref={settled}>
            {others.map((hint) => {
              const mark = review.marks.find(({ id }) => id === hint.mark_id);
              return (
                <SettledRow
                  key={hint.id}
                  body={hint.body}
                  fact={hint.status === 'hidden' ? words.hidden : becameOf(hint.mark_id)}
                  show={mark === undefined ? null : () => desk.select(mark)}
                  restore={can.mark ? () => void desk.restoreHint(hint) : null}
                />
              );
            })}
          </ul>
        </details>
      )}
    </Section>
  );
}
