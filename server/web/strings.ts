import { mark } from './marking/strings.ts';
import { marking } from './marking/tool-strings.ts';
import { frame } from './review/strings.ts';
import { stage } from './screenshots/strings.ts';
import { findings } from './suggestions/strings.ts';
import { live } from './sync/strings.ts';

/** All text of the review page, one file per area. */
export const strings = {
  ...stage,
  ...mark,
  ...marking,
  ...findings,
  ...frame,
  live,
};
