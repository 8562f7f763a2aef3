import type { Half } from '../labelled.ts';
import { busyOthers } from './busy-others.ts';
import { deckCases } from './decks.ts';
import { emailCases } from './emails.ts';
import { imageCases } from './images.ts';
import { pageCases } from './page-cases.ts';
import { subtleCases } from './subtle-cases.ts';

/** Never used for tuning: other bases and other ways to break them. Only for measuring. */
export const heldOut: Half = {
  name: 'held out',
  cases: [...pageCases, ...subtleCases, ...busyOthers, ...deckCases, ...emailCases, ...imageCases],
};
