import { useSignal } from '@preact/signals';
import { type DecisionForm, missing, needsNote, type Outcome, type Settled, toSettle } from '../review/decision.ts';
import { countsOf } from '../review/derive.ts';
import { useDesk } from '../review/use-desk.ts';
import { cutNotices } from '../review/words.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';
import { Modal } from './modal.tsx';
import { SettleList } from './settle-list.tsx';

const words = strings.decision.dialog;

/** What a decision means, in full sentences, before it is made. */
function Summary({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { review } = desk.view();
  const seen = desk.screen.seen.value;
  const counts = countsOf(review, seen);
  const unseen = review.screenshots.filter(({ sha256 }) => !seen.has(sha256)).map(({ label }) => label);
  const drafts = desk.drafts.all.value.length;
  const others = counts.outstanding - counts.mustFix;
  const lines =
    outcome === 'approved'
      ? [
          words.approves(review.screenshots.length),
          counts.toVerify > 0 && words.counted(counts.toVerify),
          others > 0 && words.stay(others),
        ]
      : [counts.outstanding > 0 ? words.handsOver(counts.outstanding, counts.mustFix) : words.noteAlone];
  const cut = cutNotices(review.screenshots);
  const warnings = [unseen.length > 0 && words.unseen(unseen), drafts > 0 && words.drafts(drafts)];
  return (
    <>
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {cut.map((line) => (
        <p key={line} class="cut-hint">
          <Icon name="info" /> {line}
        </p>
      ))}
      {warnings
        .filter((line) => line !== false)
        .map((line) => (
          <p key={line} class="warning">
            {line}
          </p>
        ))}
    </>
  );
}

export function DecisionDialog({ outcome }: { outcome: Outcome }) {
  const desk = useDesk();
  const { memory, screen } = desk;
  const { review } = desk.view();
  const noteKey = `${review.id}:note`;
  const note = useSignal(memory.get(noteKey) ?? '');
  const name = useSignal(memory.get('name') ?? '');
  const settle = useSignal<Readonly<Record<number, Settled>>>({});
  const problem = useSignal<string | null>(null);
  const sending = useSignal(false);
  const close = () => {
    screen.dialog.value = null;
  };
  const send = async () => {
    if (sending.value) return;
    const form: DecisionForm = { outcome, note: note.value, name: name.value, settle: settle.value };
    problem.value = missing(review, form);
    if (problem.value !== null) return;
    sending.value = true;
    problem.value = await desk.decide(form);
    sending.value = false;
    if (problem.value !== null) return;
    memory.remove(noteKey);
    close();
  };
  const required = needsNote(review, outcome);
  return (
    <Modal title={outcome === 'approved' ? words.approve(review.title) : words.ask(review.title)} onClose={close}>
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
        <Summary outcome={outcome} />
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
            autocomplete="name"
            aria-label={words.name}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        {problem.value !== null && (
          <p class="error" role="alert">
            {problem.value}
          </p>
        )}
        <footer class="modal-foot">
          <button type="button" class="button button-large button-quiet" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="button button-large button-accent" data-outcome={outcome}>
            {sending.value ? words.sending : outcome === 'approved' ? words.approveConfirm : words.askConfirm}
          </button>
        </footer>
      </form>
    </Modal>
  );
}
