import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { type DecisionForm, decisionInput } from './decision.ts';
import { failureSentence } from './sentences.ts';

export interface Deciding {
  /** Answers null when it was taken, else what happened, in words. */
  decide(form: DecisionForm): Promise<string | null>;
}

export function createDeciding({ store, memory, view }: Around): Deciding {
  return {
    async decide(form) {
      memory.set('name', form.name.trim());
      const result = await store.write('decide', decisionInput(view().review, form));
      if (result.ok) return null;
      return result.failure.kind === 'conflict'
        ? `${result.failure.message} ${strings.decision.changedElsewhere}`
        : failureSentence(result.failure);
    },
  };
}
