import type { ModelRule } from './model-rule.ts';

export const unclearAction: ModelRule = {
  id: 'unclear-action',
  title: 'Unclear action',
  checks: 'Button and link labels say what happens, and the main action stands out from the others.',
  why: 'People hesitate or press the wrong one.',
  severity: 'suggestion',
  types: ['ui', 'website', 'email'],
  like: ['control-without-name'],
  fails: 'A dialog asks “Discard your changes?” and offers “OK” and “Cancel”.',
  passes: 'The same dialog offers “Discard changes” and “Keep editing”.',
};
