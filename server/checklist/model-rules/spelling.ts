import type { ModelRule } from './model-rule.ts';

export const spelling: ModelRule = {
  id: 'spelling',
  title: 'Spelling',
  checks: 'Words are spelled right; names and technical terms are left alone.',
  why: 'A slip in writing is taken for a slip in the work.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  like: ['garbled-text', 'placeholder-text'],
  fails: 'A button says “Sumbit order”.',
  passes: 'A heading names the company “Flickr”.',
};
