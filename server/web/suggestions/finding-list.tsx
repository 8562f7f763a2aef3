import { useReview } from '../review/use-review.ts';
import { useKeptFocus } from '../shared/kept-focus.ts';
import { Section } from '../shared/section.tsx';
import type { Finding } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { byKind, leadOf } from './findings.ts';
import { InboxRow, Settled } from './inbox-row.tsx';

const words = strings.findings;

function FindingRow({ finding }: { finding: Finding }) {
  const controller = useReview();
  const { review } = controller.view();
  const shot = review.screenshots.find(({ index }) => index === finding.screenshot_index);
  const placed = shot !== undefined;
  return (
    <InboxRow
      name={`hint-${finding.id}`}
      body={finding.body}
      lead={leadOf(finding)}
      facts={
        <>
          {review.screenshots.length > 1 && shot !== undefined && <span>{shot.label}</span>}
          <span>{finding.found_by === 'model' ? words.byModel : words.source[finding.source]}</span>
        </>
      }
      selected={controller.ui.outlined.value?.finding === finding.id}
      label={placed ? words.reveal : words.whole}
      choose={placed ? () => controller.reviewer?.chooseFinding(finding) : null}
      accept={async (changed) => (await controller.reviewer?.acceptFinding(finding, changed)) ?? false}
      away={{ label: words.hide, act: () => void controller.reviewer?.hideFinding(finding) }}
    />
  );
}

function Kind({ kind, findings }: { kind: keyof typeof words.severity; findings: readonly Finding[] }) {
  const list = useKeptFocus<HTMLUListElement>();
  return (
    <>
      <h3 class="severity" data-severity={kind}>
        {words.severity[kind]} <span class="count">{findings.length}</span>
      </h3>
      <ul class="rows" ref={list}>
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
    </>
  );
}

/** Shows the progress of a second opinion while the review is open. */
function OpinionLine() {
  const { review } = useReview().view();
  const { second_opinion: opinion, findings, screenshots } = review;
  const text =
    review.status === 'open' && opinion !== null ? words.opinion(opinion, findings.length, screenshots.length) : '';
  return (
    <p class="opinion quiet" role="status">
      {text}
    </p>
  );
}

function Findings() {
  const controller = useReview();
  const { findings } = controller.view().review;
  if (findings.length === 0) return null;
  const shown = findings.filter(({ status }) => status === 'shown');
  const others = findings.filter(({ status }) => status !== 'shown');
  const hidden = others.filter(({ status }) => status === 'hidden').length;
  return (
    <Section id="findings" title={words.title} count={shown.length} open={false}>
      <p class="quiet lead">{shown.length > 0 ? words.lead : words.none}</p>
      {byKind(shown).map(({ kind, findings }) => (
        <Kind key={kind} kind={kind} findings={findings} />
      ))}
      <Settled
        items={others}
        summary={words.settled(hidden, others.length - hidden)}
        dismissed={words.hidden}
        restore={(finding) => void controller.reviewer?.restoreFinding(finding)}
      />
    </Section>
  );
}

/** Lists the findings by kind, folded: the person looks first. */
export const FindingList = () => (
  <>
    <OpinionLine />
    <Findings />
  </>
);
