import type { Rule } from '../rule.ts';

/** One thing that only somebody who sees and reads can judge: asked of a model, where there is one. All of it in one file. */
export interface ModelRule extends Pick<Rule, 'id' | 'title' | 'checks' | 'why' | 'severity' | 'types'> {
  /** Computed rules that report the same in other words: at the same place theirs stands */
  like: readonly string[];
  /** What breaks it and what does not, in a sentence each */
  fails: string;
  passes: string;
}
