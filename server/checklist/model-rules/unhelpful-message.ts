import type { ModelRule } from './model-rule.ts';

export const unhelpfulMessage: ModelRule = {
  id: 'unhelpful-message',
  title: 'Unhelpful message',
  checks: 'Messages say what happened and what people can do, without blame, codes or internal terms.',
  why: 'People cannot continue on their own.',
  severity: 'suggestion',
  types: ['ui', 'website', 'email'],
  like: ['error-on-page', 'garbled-text'],
  fails: 'The text below a form says “Invalid input (code 4012)”.',
  passes: 'The text below a field says “This card has expired. Use another one.”',
};
