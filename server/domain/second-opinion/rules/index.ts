import type { Rule } from '../rule.ts';
import { blankPicture } from './blank-picture.ts';
import { emptyEnd } from './empty-end.ts';
import { widerThanScreen } from './wider-than-screen.ts';

/** The whole checklist. A new rule is a file of its own and a line here. */
export const rules: readonly Rule[] = [blankPicture, widerThanScreen, emptyEnd];
