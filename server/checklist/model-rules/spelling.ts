import type { ModelRule } from './model-rule.ts';

export const spelling: ModelRule = {
  id: 'spelling',
  title: 'Spelling mistake',
  checks: 'Words are spelled correctly; names and technical terms are ignored.',
  why: 'A spelling mistake makes the rest of the work look careless.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  like: ['garbled-text', 'placeholder-text'],
  fails: 'A button says “Sumbit order”.',
  passes: 'A heading names the company “Flickr”.',
};
