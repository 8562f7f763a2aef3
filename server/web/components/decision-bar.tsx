import type { Outcome } from '../review/decision.ts';
import { countsOf } from '../review/derive.ts';
import { decisionSentence } from '../review/sentences.ts';
import { useDesk } from '../review/use-desk.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

const words = strings.decision;

function Counts() {
  const desk = useDesk();
  const { review } = desk.view();
  const counts = countsOf(review, desk.screen.seen.value);
  const drafts = desk.drafts.all.value.filter(({ key }) => key !== desk.screen.composing.value).length;
  const others = counts.outstanding - counts.mustFix;
  const facts = [
    counts.mustFix > 0 && { text: words.mustFix(counts.mustFix), kind: 'must' },
    others > 0 && { text: counts.mustFix > 0 ? words.otherMarks(others) : words.marks(others), kind: 'mark' },
    counts.toVerify > 0 && { text: words.toVerify(counts.toVerify), kind: 'verify' },
    counts.unseen > 0 && { text: words.unseen(counts.unseen), kind: 'unseen' },
    drafts > 0 && { text: words.drafts(drafts), kind: 'draft' },
  ].filter((fact) => fact !== false);
  return (
    <p class="counts">
      {facts.length === 0 && <span>{words.nothing}</span>}
      {facts.map(({ text, kind }) => (
        <span key={kind} data-kind={kind}>
          {text}
        </span>
      ))}
    </p>
  );
}

/** How things stand and the two ways to decide; after a decision, what happens now. */
export function DecisionBar() {
  const desk = useDesk();
  const view = desk.view();
  const { review, can } = view;
  const open = (outcome: Outcome) => {
    desk.screen.dialog.value = { kind: 'decide', outcome };
  };
  const sentence = decisionSentence(review);
  if (sentence !== null) {
    const other = review.decision?.outcome === 'approved' ? 'changes_requested' : 'approved';
    return (
      <section
        class="decision-bar decided"
        aria-label={strings.landmarks.decision}
        data-outcome={review.decision?.outcome}
      >
        <span class="verdict">
          <Icon name={review.decision?.outcome === 'approved' ? 'check' : 'undo'} />
        </span>
        <p class="outcome" role="status">
          <strong>{sentence.what}</strong> {sentence.next}
          {review.decision?.note && <span class="quiet"> {words.note(review.decision.note)}</span>}
        </p>
        {can.change_mind && (
          <button type="button" class="button" onClick={() => open(other)}>
            {words.changeMind}
          </button>
        )}
      </section>
    );
  }
  const { mustFix, outstanding } = countsOf(review, desk.screen.seen.value);
  const likely = mustFix > 0 || outstanding > 0 ? 'ask' : 'approve';
  return (
    <section class="decision-bar" aria-label={strings.landmarks.decision}>
      <Counts />
      {can.decide ? (
        <div class="decide">
          <button
            type="button"
            class={`button button-large ${likely === 'ask' ? 'button-accent' : ''}`}
            onClick={() => open('changes_requested')}
          >
            {words.ask}
          </button>
          <button
            type="button"
            class={`button button-large ${likely === 'approve' ? 'button-accent' : ''}`}
            onClick={() => open('approved')}
          >
            <Icon name="check" /> {words.approve}
          </button>
        </div>
      ) : (
        <p class="quiet">
          {review.status === 'preparing' && words.waiting}
          {/* Else a banner says why. */}
          {view.newest !== null && view.read_only_reason}
        </p>
      )}
    </section>
  );
}
