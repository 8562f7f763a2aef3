import type { ModelRule } from './model-rule.ts';

export const inconsistentStyle: ModelRule = {
  id: 'inconsistent-style',
  title: 'Inconsistent style',
  checks: 'Things of one kind (buttons, headings, icons, cards) look like one kind.',
  why: 'What looks different seems to mean something different.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  like: ['too-many-fonts', 'inconsistent-titles'],
  fails: 'Of three cards beside each other two have round corners and a shadow, and one has neither.',
  passes: 'One card of three is marked “Most popular” and has a border of its own.',
};
