import type { ReviewController } from '../review/controller.ts';
import { strings } from '../strings.ts';
import { type DecisionForm, decisionInput } from './decision.ts';
import { decidedElsewhere, undecidedSentence } from './sentences.ts';

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
