import type { ModelRule } from './model-rule.ts';

export const misaligned: ModelRule = {
  id: 'misaligned',
  title: 'Misaligned elements',
  checks: 'Elements in a row or column share an edge or a centre line, and the gaps between them are consistent.',
  why: 'It looks like a mistake and makes people doubt the rest.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  like: ['text-overlap', 'text-covered', 'text-cut-off'],
  fails: 'Four fields of a form begin at the same left edge, the fifth 12 pixels further right.',
  passes: 'An indented field belongs to the checkbox above it.',
};
