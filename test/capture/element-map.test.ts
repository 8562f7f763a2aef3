import { it } from 'vitest';
import { type ClickedPage, expectMiddlesFound } from './support/clicked-pages.ts';

const pages: ClickedPage[] = [
  'a page without a viewport tag on a phone',
  'a guide from right to left',
  'a zoomed guide',
  'a form',
  'shadow trees',
];

it.each(pages)('the middle of an element finds it: %s', (name) => expectMiddlesFound(name));
