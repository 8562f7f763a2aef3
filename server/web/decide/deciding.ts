import { trimText } from '../../contract/trim-text.ts';
import { isUnsent, looksRightHere } from '../compare/accepted-causes.ts';
import type { ReviewController } from '../review/controller.ts';
import { seenKey } from '../review/derive.ts';
import type { Memory } from '../shared/memory.ts';
import type { Input, PageView, Review } from '../shared/types.ts';
import type { Failure } from '../sync/exchange.ts';
import { failureSentence } from '../sync/sentences.ts';
import { type DecisionForm, needsNote, toSettle } from './decision.ts';
import { dialog } from './dialog-strings.ts';
import { decidedElsewhere } from './sentences.ts';
import { decision } from './strings.ts';

type Undecided = typeof dialog.undecided;

/** What a person has seen when they decide. */
export interface Known {
  /** The number of the decision, 0 for none. */
  decision: number;
  /** The noise rules of the chain whose screenshots were seen, by id. */
  noise: string[];
  /** What looked right by its causes on this device; null for nothing said. The service leaves out what has a mark. */
  accepted: NonNullable<Input<'decide'>['accepted']> | null;
}

export function knownOf(
  view: Pick<PageView, 'review' | 'accepted_screenshots'>,
  seen: ReadonlySet<string>,
  memory: Pick<Memory, 'get'>,
): Known {
  const { id, base, decision, screenshots } = view.review;
  const rules = screenshots
    .filter((shot) => seen.has(seenKey(shot)))
    .flatMap(({ base_change: change }) => change?.noise ?? [])
    .filter(({ approved_in: by }) => by === null || by.review_id === id);
  const accepted = looksRightHere(view, memory);
  return {
    decision: decision?.number ?? 0,
    noise: rules.map((rule) => rule.id),
    accepted: accepted === null || base?.id == null ? null : { base_id: base.id, screenshots: accepted },
  };
}

/** Builds the request of a decision. */
export function decisionInput(
  review: Review,
  form: DecisionForm,
  { decision, noise, accepted }: Known,
): Input<'decide'> {
  const input: Input<'decide'> = { outcome: form.outcome, after_decision: decision };
  const [note, name] = [trimText(form.note), trimText(form.name)];
  if (note !== '') input.note = note;
  if (name !== '') input.name = name;
  if (form.outcome !== 'approved') return accepted === null ? input : { ...input, accepted };
  const settle = toSettle(review).flatMap((mark) => {
    const as = form.settle[mark.id];
    return as === undefined ? [] : [{ mark_id: mark.id, as }];
  });
  if (settle.length > 0) input.settle = settle;
  if (noise.length > 0) input.noise = noise;
  return input;
}

/** Describes why nothing was decided, or why a request was not updated. */
export function undecidedSentence(failure: Failure, words: Undecided = dialog.undecided): string {
  if (failure.kind === 'busy') return words.busy(failure.seconds);
  if (failure.kind === 'conflict' || failure.kind === 'refused') return failureSentence(failure);
  return words[failure.kind];
}

/** Sends a decision. Returns null, or why it was not accepted. Never retries later. */
export async function decide(
  { store, outbox, view }: Pick<ReviewController, 'store' | 'outbox' | 'view'>,
  form: DecisionForm,
  known: Known,
  words?: Undecided,
): Promise<string | null> {
  // Queued changes belong to the decision.
  if (outbox.entries.value.length > 0) await outbox.flush();
  const waiting = outbox.entries.value.length;
  if (waiting > 0) return dialog.unsentChanges(waiting);
  const result = await store.write('decide', decisionInput(view().review, form, known));
  if (result.ok) return null;
  if (result.failure.kind !== 'conflict') return undecidedSentence(result.failure, words);
  const { review } = view();
  const elsewhere = (review.decision?.number ?? 0) !== known.decision ? decidedElsewhere(review) : null;
  return `${elsewhere ?? result.failure.message} ${decision.changedElsewhere}`;
}

/**
 * Sends what changed since the request, in one step. The dialog asks where there is a draft, where the request would
 * ask for nothing without a note, and where more or less was accepted.
 */
export async function updateRequest(controller: ReviewController): Promise<void> {
  const { view, ui, memory, notify } = controller;
  const { review } = view();
  if (review.decision === null) return;
  const { note, decided_by } = review.decision;
  const isEmpty = note === null && needsNote(review, 'changes_requested', controller.counts().unsent);
  const hasDraft = controller.drafts.all.value.some(({ key, body }) => trimText(body) !== '' && !controller.waits(key));
  if (isEmpty || hasDraft || isUnsent(view(), memory)) {
    ui.dialog.value = { kind: 'decide', outcome: 'changes_requested' };
    return;
  }
  const form = { outcome: 'changes_requested', note: note ?? '', name: decided_by ?? '', settle: {} } as const;
  notify((await decide(controller, form, knownOf(view(), ui.seen.value, memory), dialog.notUpdated)) ?? dialog.updated);
}
