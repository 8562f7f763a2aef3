import type { ReviewController } from '../review/controller.ts';
import type { Input, Review } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { type DecisionForm, toSettle } from './decision.ts';
import { decidedElsewhere, undecidedSentence } from './sentences.ts';

/** Builds the request of a decision. `after` is the number of the decision that the person saw, 0 for none. */
export function decisionInput(
  review: Review,
  form: DecisionForm,
  after = review.decision?.number ?? 0,
): Input<'decide'> {
  const input: Input<'decide'> = { outcome: form.outcome, after_decision: after };
  if (form.note.trim() !== '') input.note = form.note.trim();
  if (form.name.trim() !== '') input.name = form.name.trim();
  if (form.outcome !== 'approved') return input;
  const settle = toSettle(review).flatMap((mark) => {
    const as = form.settle[mark.id];
    return as === undefined ? [] : [{ mark_id: mark.id, as }];
  });
  if (settle.length > 0) input.settle = settle;
  const rules = review.screenshots.flatMap(({ base_change: change }) => change?.noise ?? []);
  const noise = rules.filter(({ approved_in: by }) => by === null || by.review_id === review.id).map(({ id }) => id);
  if (noise.length > 0) input.noise = noise;
  return input;
}

/**
 * Sends a decision. Returns null, or why it was not accepted. Never retries later. `known` is the number of the decision
 * that the person has seen.
 */
export async function decide(
  { store, outbox, memory, view }: ReviewController,
  form: DecisionForm,
  known?: number,
): Promise<string | null> {
  memory.set('name', form.name.trim());
  // Queued changes belong to the decision.
  if (outbox.entries.value.length > 0) await outbox.flush();
  const waiting = outbox.entries.value.length;
  if (waiting > 0) return strings.live.outbox.before(waiting);
  const result = await store.write('decide', decisionInput(view().review, form, known));
  if (result.ok) return null;
  if (result.failure.kind !== 'conflict') return undecidedSentence(result.failure);
  const { review } = view();
  const elsewhere = (review.decision?.number ?? 0) !== (known ?? 0) ? decidedElsewhere(review) : null;
  return `${elsewhere ?? result.failure.message} ${strings.decision.changedElsewhere}`;
}
