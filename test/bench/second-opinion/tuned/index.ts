import type { Half } from '../labelled.ts';
import { deckCases } from './decks.ts';
import { emailCases } from './emails.ts';
import { pageCases } from './page-cases.ts';
import { pictureCases } from './pictures.ts';
import { subtleCases } from './subtle-cases.ts';

/** What rules may be mended by. */
export const tuned: Half = {
  name: 'tuned',
  cases: [...pageCases, ...subtleCases, ...deckCases, ...emailCases, ...pictureCases],
};
