import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { trimText } from '../../contract/trim-text.ts';
import { acceptedOf, isUnsent } from '../compare/accepted-causes.ts';
import { identity } from '../review/identity-strings.ts';
import { useIdentity } from '../review/use-identity.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { Modal } from '../shared/modal.tsx';
import { Problem } from '../shared/problem.tsx';
import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { decide, knownOf } from './deciding.ts';
import { type DecisionForm, needsNote, type Outcome, type Settled, toSettle, unchangedFixes } from './decision.ts';
import { DecisionSummary } from './decision-summary.tsx';
import { dialog as words } from './dialog-strings.ts';
import { missing } from './missing.ts';
import { decidedElsewhere } from './sentences.ts';
import { SettleList } from './settle-list.tsx';
import { decision } from './strings.ts';

function titleOf(outcome: Outcome, title: string, again: boolean, isUpdate: boolean): string {
  if (isUpdate) return words.update;
  if (outcome === 'approved') return again ? words.changeApprove : words.approve(title);
  return again ? words.changeAsk : words.ask(title);
}

type Deciding = ReturnType<typeof useDecision>;

function Fields({ deciding, required }: { deciding: Deciding; required: boolean }) {
  const { noteKey, note, name, problem, sending } = deciding.form;
  // Nothing can be typed while it sends: the service takes no other note for the same decision.
  const fixed = sending.value || deciding.closed;
  const { memory } = useReview();
  return (
    <>
      <label class="field">
        <span>
          {words.note} <span class="quiet">{required ? words.noteNeeded : words.noteOptional}</span>
        </span>
        <textarea
          rows={3}
          maxLength={4000}
          dir="auto"
          aria-label={words.note}
          aria-required={required}
          aria-invalid={required && problem.value !== null}
          readOnly={fixed}
          value={note.value}
          onInput={(event) => {
            note.value = event.currentTarget.value;
            memory.set(noteKey, note.value);
            problem.value = null;
          }}
        />
      </label>
      <label class="field">
        <span>
          {words.name} <span class="quiet">{words.nameHelp}</span>
        </span>
        <input
          type="text"
          maxLength={80}
          dir="auto"
          autocomplete="name"
          aria-label={words.name}
          readOnly={fixed}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
    </>
  );
}

function Foot({ outcome, deciding }: { outcome: Outcome; deciding: Deciding }) {
  const { isUpdate, already, closed, turn, close } = deciding;
  const { problem, sending, doubted } = deciding.form;
  const { review } = useReview().view();
  const approve = doubted.value ? words.approveAnyway : words.approveConfirm;
  return (
    <footer class="modal-foot">
      <Problem text={problem.value} />
      {review.decision === null && !closed && (
        <Button class="button-large button-quiet other-outcome" onClick={turn}>
          {outcome === 'approved' ? words.askInstead : words.approveInstead}
        </Button>
      )}
      <Button class="button-large button-quiet" onClick={close}>
        {already || closed ? strings.close : words.cancel}
      </Button>
      {!already && !closed && (
        <button
          type="submit"
          class="button button-large button-accent"
          data-outcome={outcome}
          aria-disabled={sending.value}
        >
          {sending.value
            ? words.sending
            : isUpdate
              ? words.updateConfirm
              : outcome === 'approved'
                ? approve
                : words.askConfirm}
        </button>
      )}
    </footer>
  );
}

/** The key of a choice about a mark: it counts for no other words, which somebody may write meanwhile. */
const choiceKey = ({ id, body }: Mark): string => `${id} ${body}`;

/** Returns the state of the form, and what its buttons do. */
function useDecision(outcome: Outcome) {
  const controller = useReview();
  const { memory, ui } = controller;
  const { review, previous, can, unsentIds: changes = [] } = controller.view();
  const isOtherAccepted = outcome === 'changes_requested' && isUnsent(controller.view(), memory);
  const isUpdate = review.decision?.outcome === outcome && (changes.length > 0 || isOtherAccepted);
  const noteKey = `${review.id}:note`;
  const note = useSignal(memory.get(noteKey) ?? (isUpdate ? review.decision?.note : null) ?? '');
  const name = useSignal((isUpdate ? review.decision?.decided_by : null) ?? memory.get('name') ?? '');
  const chosen = useSignal<Readonly<Record<string, Settled>>>({});
  const settle = Object.fromEntries(toSettle(review).map((mark) => [mark.id, chosen.value[choiceKey(mark)]]));
  const problem = useSignal<string | null>(null);
  const sending = useSignal(false);
  // Asks once more about fixes that changed nothing, and only once.
  const doubted = useSignal(false);
  const { unsent } = controller.counts();
  // What this person has seen: nothing newer is overridden or approved unseen.
  const known = useSignal(knownOf(controller.view(), ui.seen.value, memory));
  const who = useIdentity()?.who.value ?? null;
  const already =
    review.decision?.outcome === outcome && !isUpdate && (who === null || who.login === review.decision.verified_login);
  const closed = !can.decide && !can.change_mind;
  const close = () => {
    ui.dialog.value = null;
  };
  const turn = () => {
    problem.value = null;
    ui.dialog.value = { kind: 'decide', outcome: outcome === 'approved' ? 'changes_requested' : 'approved' };
  };
  const send = async () => {
    if (sending.value || already || closed) return;
    const form: DecisionForm = { outcome, note: note.value, name: name.value, settle };
    problem.value = missing(review, form, unsent);
    if (problem.value !== null) return;
    const unchanged = unchangedFixes(review, form);
    if (unchanged.length > 0 && !doubted.value) {
      doubted.value = true;
      problem.value = words.unchanged(unchanged, previous?.pass ?? review.pass - 1);
      return;
    }
    sending.value = true;
    memory.set('name', trimText(form.name));
    problem.value = await decide(controller, form, known.value, isUpdate ? words.notUpdated : words.undecided);
    known.value = knownOf(controller.view(), ui.seen.value, memory);
    sending.value = false;
    if (problem.value === null) memory.remove(noteKey);
    // A closed dialog cannot show the problem.
    if (ui.dialog.value?.kind !== 'decide') {
      if (problem.value !== null) controller.notify(problem.value);
    } else if (problem.value === null) close();
  };
  const form = { noteKey, note, name, chosen, settle, problem, sending, doubted, known };
  return { form, isUpdate, already, closed, turn, close, send, unsent };
}

/** Asks for the decision. Sends only by its button or ⌘ Enter, and only once. */
export function DecisionDialog({ outcome }: { outcome: Outcome }) {
  const { review, read_only_reason } = useReview().view();
  const deciding = useDecision(outcome);
  const { form, isUpdate, already, closed, close, send, unsent } = deciding;
  const { chosen, settle, problem, sending, known } = form;
  const who = useIdentity()?.who.value ?? null;
  const now = review.decision?.number ?? 0;
  const required = needsNote(review, outcome, unsent);
  // The form disappears while it may have the focus.
  useLayoutEffect(() => {
    if (already && document.activeElement === document.body) document.getElementById('modal-title')?.focus();
  }, [already]);
  const { accepted } = known.value;
  const elsewhere = now === known.value.decision ? null : decidedElsewhere(review);
  return (
    <Modal
      title={titleOf(outcome, review.title, review.decision !== null && review.decision.outcome !== outcome, isUpdate)}
      onClose={close}
      onSend={() => void send()}
    >
      <form
        class="decision-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div role="status">
          {elsewhere !== null && !sending.value && (
            <p class="warning">
              {decision.meanwhile} <span dir="auto">{elsewhere}</span>
            </p>
          )}
          {closed && <p class="warning">{read_only_reason}</p>}
        </div>
        {!already && !closed && (
          <>
            <DecisionSummary outcome={outcome} accepted={accepted && acceptedOf(accepted.screenshots, review)} />
            {who !== null && <p>{identity.as(who.login)}</p>}
            {outcome === 'approved' && (
              <SettleList
                marks={toSettle(review)}
                chosen={settle}
                choose={(marks, as) => {
                  const added = Object.fromEntries(marks.map((mark) => [choiceKey(mark), as]));
                  chosen.value = { ...chosen.value, ...added };
                  problem.value = null;
                }}
              />
            )}
          </>
        )}
        {!already && <Fields deciding={deciding} required={required && !closed} />}
        {already && <p>{words.already}</p>}
        <Foot outcome={outcome} deciding={deciding} />
      </form>
    </Modal>
  );
}
