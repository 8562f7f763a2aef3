import { useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';
import { askedMarks } from '../../contract/awaits-answer.ts';
import { trimText } from '../../contract/trim-text.ts';
import { openChanges } from '../compare/counterpart.ts';
import { NotifyAgent } from '../frame/notify-agent.tsx';
import { replies } from '../replies/strings.ts';
import { identity } from '../review/identity-strings.ts';
import { progressOf } from '../review/notes.ts';
import { ignoreStrayTyping } from '../review/stray-typing.ts';
import { useIdentity } from '../review/use-identity.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { frame } from '../shared/frame.ts';
import { useHeight } from '../shared/height.ts';
import { Icon } from '../shared/icons.tsx';
import type { Mark } from '../shared/types.ts';
import { When } from '../shared/when.tsx';
import { strings } from '../strings.ts';
import { updateRequest } from './deciding.ts';
import { likelyOutcome, type Outcome } from './decision.ts';
import { decisionSentence } from './sentences.ts';
import { decision as words } from './strings.ts';

function Counts() {
  const controller = useReview();
  const { review, can } = controller.view();
  const counts = controller.counts();
  const drafts = controller.drafts.all.value.filter(
    ({ key }) => key !== controller.ui.composing.value && !controller.waits(key),
  ).length;
  const suggested = review.suggestions.filter(({ status }) => status === 'pending').length;
  const others = counts.outstanding - counts.mustFix;
  const facts = [
    counts.mustFix > 0 && { text: words.mustFix(counts.mustFix), kind: 'must' },
    others > 0 && { text: counts.mustFix > 0 ? words.otherMarks(others) : words.marks(others), kind: 'mark' },
    counts.toVerify > 0 && { text: words.toVerify(counts.toVerify), kind: 'verify' },
    suggested > 0 && { text: words.suggested(suggested), kind: 'guest' },
    can.decide && counts.unseen > 0 && { text: words.unseen(counts.unseen), kind: 'unseen' },
    counts.unsent > 0 && { text: words.unsent(counts.unsent), kind: 'unsent' },
    drafts > 0 && { text: words.drafts(drafts), kind: 'draft' },
  ].filter((fact) => fact !== false);
  const isOver = !can.decide && review.status !== 'preparing';
  const none = review.marks.length > 0 ? words.noOpenMarks : isOver ? strings.marks.emptyReadOnly : words.noMarks;
  return (
    <p class="counts">
      {facts.length === 0 && <span>{none}</span>}
      {facts.map(({ text, kind }) => (
        <span key={kind} data-kind={kind}>
          {text}
        </span>
      ))}
    </p>
  );
}

/** On a phone, the sheet lies on the bar, whose height depends on its text. */
function Bar(props: ComponentProps<'section'>) {
  return <section ref={useHeight('--decision')} aria-label={strings.landmarks.decision} {...props} />;
}

/** Shows the decision, what happens next, and the button to change it. */
function Decided() {
  const controller = useReview();
  const view = controller.view();
  const { review, can, unsentIds = [] } = view;
  const who = useIdentity()?.who.value ?? null;
  const sending = useSignal(false);
  const sentence = decisionSentence(view);
  if (review.decision === null || sentence === null) return null;
  const { outcome, note } = review.decision;
  const asked = can.reply ? askedMarks(review) : [];
  const answer = (mark: Mark | undefined) => {
    if (mark === undefined) return;
    if (controller.ui.phone.value) controller.ui.sheet.value = 'half';
    controller.select(mark);
  };
  const update = async () => {
    if (sending.value) return;
    sending.value = true;
    await updateRequest(controller);
    sending.value = false;
  };
  return (
    <Bar class="decision-bar decided" data-outcome={outcome}>
      <span class="verdict">
        <Icon name={outcome === 'approved' ? 'check' : 'undo'} />
      </span>
      <p class="outcome">
        <span role="status">
          <strong>{sentence.what}</strong> {sentence.next}
        </span>
        {note !== null && unsentIds.length === 0 && (
          <>
            {' '}
            <span class="quiet" dir="auto">
              {words.note(note)}
            </span>
          </>
        )}
        {review.decided_at !== null && unsentIds.length === 0 && (
          <span class="quiet">
            {' '}
            <When at={review.decided_at} />
          </span>
        )}
      </p>
      {(can.change_mind || asked.length > 0 || frame !== null) && (
        <div class="decide">
          {frame !== null && asked.length === 0 && <NotifyAgent frame={frame} />}
          {asked[0] !== undefined && (
            <Button class="button-accent" onClick={() => answer(asked[0])}>
              {replies.waiting(asked.length)}
            </Button>
          )}
          {can.change_mind && unsentIds.length > 0 && (
            <Button class="button-accent" aria-disabled={sending.value} aria-keyshortcuts="D" onClick={update}>
              {sending.value ? words.sending : words.update}
            </Button>
          )}
          {can.change_mind &&
            unsentIds.length === 0 &&
            who !== null &&
            who.login !== review.decision.verified_login && (
              <Button class="button-accent" onClick={() => (controller.ui.dialog.value = { kind: 'decide', outcome })}>
                {outcome === 'approved' ? identity.alsoApprove(who.login) : identity.alsoAsk(who.login)}
              </Button>
            )}
          {/* On a phone, two buttons fit. */}
          {can.change_mind && (unsentIds.length === 0 || asked.length === 0) && (
            <Button
              onClick={() => {
                controller.ui.dialog.value = {
                  kind: 'decide',
                  outcome: outcome === 'approved' ? 'changes_requested' : 'approved',
                };
              }}
            >
              {words.changeMind}
            </Button>
          )}
        </div>
      )}
    </Bar>
  );
}

/** Shows the counts and the two ways to decide; after a decision, the decision. */
export function DecisionBar() {
  const controller = useReview();
  const view = controller.view();
  const { review, can } = view;
  // Here, because this bar is always shown, and only where keys give verdicts.
  useEffect(ignoreStrayTyping, []);
  if (review.decision !== null) return <Decided />;
  const open = async (outcome: Outcome) => {
    const written = controller.drafts.find(controller.ui.composing.value);
    // Who requests changes while writing one means that one too.
    if (outcome === 'changes_requested' && written !== undefined && trimText(written.body) !== '') {
      await controller.saveDraft();
    }
    controller.ui.dialog.value = { kind: 'decide', outcome };
  };
  const likely = likelyOutcome(review, controller.counts());
  return (
    <Bar class="decision-bar">
      <Counts />
      {can.decide ? (
        <div class="decide">
          <button
            type="button"
            class={`button button-large ${likely === 'changes_requested' ? 'button-accent' : ''}`}
            aria-keyshortcuts="D"
            onClick={() => void open('changes_requested')}
          >
            {words.ask}
          </button>
          <button
            type="button"
            class={`button button-large ${likely === 'approved' ? 'button-accent' : ''}`}
            aria-keyshortcuts="D"
            onClick={() => void open('approved')}
          >
            <Icon name="check" /> {words.approve(openChanges(review) ?? 0)}
          </button>
        </div>
      ) : (
        <p class="quiet">
          {review.status === 'preparing' && words.waiting(progressOf(view))}
          {/* Otherwise a banner gives the reason. */}
          {view.newest !== null && view.read_only_reason}
        </p>
      )}
    </Bar>
  );
}
