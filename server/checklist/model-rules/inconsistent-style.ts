import type { ModelRule } from './model-rule.ts';

export const inconsistentStyle: ModelRule = {
  id: 'inconsistent-style',
  title: 'Inconsistent style',
  checks: 'Elements of the same kind (buttons, headings, icons, cards) look alike.',
  why: 'Elements that look different seem to mean something different.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  like: ['too-many-fonts', 'inconsistent-titles'],
  fails: 'Two of three cards in a row have rounded corners and a shadow, and one has neither.',
  passes: 'One card of three is marked “Most popular” and has a border of its own.',
};
