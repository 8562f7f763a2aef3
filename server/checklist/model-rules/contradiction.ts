import type { ModelRule } from './model-rule.ts';

export const contradiction: ModelRule = {
  id: 'contradiction',
  title: 'Contradiction',
  checks: 'Numbers, dates and statements in the screenshot agree with each other.',
  why: 'Readers do not know which of the two to trust.',
  severity: 'suggestion',
  types: ['ui', 'website', 'presentation', 'email'],
  like: [],
  fails: 'A basket lists 20 € and 30 € and says “Total 45 €”, with no discount.',
  passes: 'A basket lists 20 € and 30 €, “Discount 5 €” and “Total 45 €”.',
};
