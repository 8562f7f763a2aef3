import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { type DecisionForm, needsNote, type Outcome, type Settled, toSettle } from '../review/decision.ts';
import { useIdentity } from '../review/identity.ts';
import { missing } from '../review/missing.ts';
import { decidedElsewhere } from '../review/sentences.ts';
import { useDesk } from '../review/use-desk.ts';
import { dialog as words } from '../strings/dialog.ts';
import { strings } from '../strings.ts';
import { DecisionSummary } from './decision-summary.tsx';
import { Modal } from './modal.tsx';
import { SettleList } from './settle-list.tsx';

function titleOf(outcome: Outcome, title: string, again: boolean): string {
  if (outcome === 'approved') return again ? words.changeApprove : words.approve(title);
  return again ? words.changeAsk : words.ask(title);
}

/** Nothing is sent but by the button or ⌘ Enter in here, and nothing twice. */
export function DecisionDialog({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { memory, screen } = desk;
  const { review, can, read_only_reason } = desk.view();
  const noteKey = `${review.id}:note`;
  const note = useSignal(memory.get(noteKey) ?? '');
  const name = useSignal(memory.get('name') ?? '');
  const settle = useSignal<Readonly<Record<number, Settled>>>({});
  const problem = useSignal<string | null>(null);
  const sending = useSignal(false);
  const now = review.decision?.number ?? 0;
  const { unsent } = desk.counts();
  // The decision this person knows of. Another one that comes while they write is never overridden unseen.
  const known = useSignal(now);
  const who = useIdentity()?.who.value ?? null;
  const already =
    review.decision?.outcome === outcome && (who === null || who.login === review.decision.verified_login);
  const closed = !can.decide && !can.change_mind;
  const close = () => {
    screen.dialog.value = null;
  };
  const turn = () => {
    problem.value = null;
    screen.dialog.value = { kind: 'decide', outcome: outcome === 'approved' ? 'changes_requested' : 'approved' };
  };
  const send = async () => {
    if (sending.value || already || closed) return;
    const form: DecisionForm = { outcome, note: note.value, name: name.value, settle: settle.value };
    problem.value = missing(review, form, unsent);
    if (problem.value !== null) return;
    sending.value = true;
    problem.value = await desk.decide(form, known.value);
    known.value = desk.view().review.decision?.number ?? 0;
    sending.value = false;
    if (problem.value === null) memory.remove(noteKey);
    // Closed meanwhile, it could not say so itself.
    if (screen.dialog.value?.kind !== 'decide') {
      if (problem.value !== null) desk.tell(problem.value);
    } else if (problem.value === null) close();
  };
  const required = needsNote(review, outcome, unsent);
  // The fields go away under whoever is writing.
  useLayoutEffect(() => {
    if (already && document.activeElement === document.body) document.getElementById('modal-title')?.focus();
  }, [already]);
  const elsewhere = now === known.value ? null : decidedElsewhere(review);
  return (
    <Modal
      title={titleOf(outcome, review.title, review.decision !== null && review.decision.outcome !== outcome)}
      onClose={close}
    >
      <form
        class="decision-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      >
        <div role="status">
          {elsewhere !== null && !sending.value && (
            <p class="warning">
              {strings.decision.meanwhile} <span dir="auto">{elsewhere}</span>
            </p>
          )}
        </div>
        {!already && (
          <>
            <DecisionSummary outcome={outcome} />
            {who !== null && <p>{strings.identity.as(who.login)}</p>}
            {outcome === 'approved' && (
              <SettleList
                marks={toSettle(review)}
                chosen={settle.value}
                choose={(id, as) => {
                  settle.value = { ...settle.value, [id]: as };
                  problem.value = null;
                }}
              />
            )}
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
                {words.name} <span class="quiet">{words.nameHint}</span>
              </span>
              <input
                type="text"
                maxLength={80}
                dir="auto"
                autocomplete="name"
                aria-label={words.name}
                value={name.value}
                onInput={(event) => {
                  name.value = event.currentTarget.value;
                }}
              />
            </label>
          </>
        )}
        {problem.value !== null && (
          <p class="error" role="alert">
            {problem.value}
          </p>
        )}
        {closed && read_only_reason !== null && <p class="warning">{read_only_reason}</p>}
        {already && <p>{words.already}</p>}
        <footer class="modal-foot">
          {review.decision === null && !closed && (
            <button type="button" class="button button-large button-quiet other-outcome" onClick={turn}>
              {outcome === 'approved' ? words.askInstead : words.approveInstead}
            </button>
          )}
          <button type="button" class="button button-large button-quiet" onClick={close}>
            {already || closed ? strings.close : words.cancel}
          </button>
          {!already && !closed && (
            <button
              type="submit"
              class="button button-large button-accent"
              data-outcome={outcome}
              aria-disabled={sending.value}
            >
              {sending.value ? words.sending : outcome === 'approved' ? words.approveConfirm : words.askConfirm}
            </button>
          )}
        </footer>
      </form>
    </Modal>
  );
}
