import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { type DecisionForm, decisionInput } from './decision.ts';
import { decidedElsewhere, undecidedSentence } from './sentences.ts';

export interface Deciding {
  /**
   * Answers null when it was taken, else what happened, in words. It is never sent later by itself. `known` is the
   * number of the decision the person knows of.
   */
  decide(form: DecisionForm, known?: number): Promise<string | null>;
}

export function createDeciding({ store, outbox, memory, view }: Around): Deciding {
  return {
    async decide(form, known) {
      memory.set('name', form.name.trim());
      // What waits belongs to what is decided.
      if (outbox.entries.value.length > 0) await outbox.flush();
      const waiting = outbox.entries.value.length;
      if (waiting > 0) return strings.live.outbox.before(waiting);
      const result = await store.write('decide', decisionInput(view().review, form, known));
      if (result.ok) return null;
      if (result.failure.kind !== 'conflict') return undecidedSentence(result.failure);
      const { review } = view();
      const elsewhere = (review.decision?.number ?? 0) !== (known ?? 0) ? decidedElsewhere(review) : null;
      return `${elsewhere ?? result.failure.message} ${strings.decision.changedElsewhere}`;
    },
  };
}
