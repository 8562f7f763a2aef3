import type { Rule } from '../rule.ts';

/** A rule that needs sight and reading, so that only a model can judge it. A rule is a single file. */
export interface ModelRule extends Pick<Rule, 'id' | 'title' | 'checks' | 'why' | 'severity' | 'types'> {
  /** Similar computed rules: at the same place their finding wins */
  like: readonly string[];
  /** One sentence about something that breaks the rule, and one about something that does not */
  fails: string;
  passes: string;
}
