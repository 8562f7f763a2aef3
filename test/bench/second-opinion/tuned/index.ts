import type { Half } from '../labelled.ts';
import { deckCases } from './decks.ts';
import { emailCases } from './emails.ts';
import { imageCases } from './images.ts';
import { pageCases } from './page-cases.ts';
import { subtleCases } from './subtle-cases.ts';

/** What rules may be fixed by. */
export const tuned: Half = {
  name: 'tuned',
  cases: [...pageCases, ...subtleCases, ...deckCases, ...emailCases, ...imageCases],
};
