import type { ModelRule } from './model-rule.ts';

export const unhelpfulMessage: ModelRule = {
  id: 'unhelpful-message',
  title: 'Unhelpful message',
  checks: 'A message to people says what happened and what they can do, without blame, codes or inner words.',
  why: 'People cannot go on by themselves.',
  severity: 'suggestion',
  types: ['ui', 'website', 'email'],
  like: ['error-on-page', 'garbled-text'],
  fails: 'Under a form stands “Invalid input (code 4012)”.',
  passes: 'Under a field stands “This card has expired. Use another one.”',
};
