import type { ComponentChildren } from 'preact';
import { mayComeBack, type Outcome } from '../review/decision.ts';
import { countsOf } from '../review/derive.ts';
import { useDesk } from '../review/use-desk.ts';
import { cutNotices } from '../review/words.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';
import { showSection } from './show-section.ts';

const words = strings.decision.dialog;
const mostLabels = 4;

/** Something that was not looked at, and the way to it. */
function Open({ children, show }: { children: ComponentChildren; show: () => void }) {
  return (
    <li class="not-yet">
      <span>{children}</span>
      <button type="button" class="button button-small" onClick={show}>
        {words.showMe}
      </button>
    </li>
  );
}

function Unseen() {
  const desk = useDesk();
  const { screen } = desk;
  const unseen = desk.view().review.screenshots.filter(({ sha256 }) => !screen.seen.value.has(sha256));
  if (unseen.length === 0) return null;
  return (
    <li class="not-yet">
      <span>{words.unseen}</span>
      {unseen.slice(0, mostLabels).map((shot) => (
        <button
          key={shot.index}
          type="button"
          class="button button-small"
          aria-label={words.showShot(shot.label)}
          onClick={() => {
            screen.dialog.value = null;
            if (screen.phone.value) screen.sheet.value = 'peek';
            desk.goToShot(shot.index);
          }}
        >
          {shot.label}
        </button>
      ))}
      {unseen.length > mostLabels && <span>{words.moreUnseen(unseen.length - mostLabels)}</span>}
    </li>
  );
}

/** What was not looked at yet: nothing of it stands in the way, all of it is one press away. */
function NotYet({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { review } = desk.view();
  const { toVerify } = countsOf(review, desk.screen.seen.value);
  const hints = review.findings.filter(({ status }) => status === 'shown').length;
  const suggestions = review.suggestions.filter(({ status }) => status === 'pending').length;
  const drafts = desk.drafts.all.value.filter(({ key }) => !desk.waits(key)).length;
  const to = (id: string) => () => showSection(desk.screen, id);
  return (
    <ul class="not-yets">
      <Unseen />
      {toVerify > 0 && outcome === 'changes_requested' && <Open show={to('verify')}>{words.toVerify(toVerify)}</Open>}
      {suggestions > 0 && <Open show={to('guests')}>{words.suggestions(suggestions)}</Open>}
      {hints > 0 && <Open show={to('hints')}>{words.hints(hints)}</Open>}
      {drafts > 0 && <Open show={to('marks')}>{words.drafts(drafts)}</Open>}
    </ul>
  );
}

/** What a decision means, in full sentences, before it is made. */
export function DecisionSummary({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { review } = desk.view();
  const counts = countsOf(review, desk.screen.seen.value);
  const others = counts.outstanding - counts.mustFix;
  const back = outcome === 'changes_requested' && mayComeBack(review).length > 0;
  const lines =
    outcome === 'approved'
      ? [
          words.approves(review.screenshots.length),
          counts.toVerify > 0 && words.counted(counts.toVerify),
          others > 0 && words.stay(others),
        ]
      : [
          counts.outstanding > 0 ? words.handsOver(counts.outstanding, counts.mustFix) : !back && words.noteAlone,
          back && words.comesBack,
        ];
  return (
    <>
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {cutNotices(review.screenshots).map((line) => (
        <p key={line} class="cut-hint">
          <Icon name="info" /> {line}
        </p>
      ))}
      <NotYet outcome={outcome} />
    </>
  );
}
