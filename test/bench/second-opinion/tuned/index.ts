import type { Half } from '../labelled.ts';
import { deckCases } from './decks.ts';
import { emailCases } from './emails.ts';
import { imageCases } from './images.ts';
import { pageCases } from './page-cases.ts';
import { subtleCases } from './subtle-cases.ts';

/** The half on which rules may be tuned. */
export const tuned: Half = {
  name: 'tuned',
  cases: [...pageCases, ...subtleCases, ...deckCases, ...emailCases, ...imageCases],
};
