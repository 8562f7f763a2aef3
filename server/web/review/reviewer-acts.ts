import { type Composing, createComposing } from '../marking/composing.ts';
import { createMarkActs, type MarkActs } from '../marking/mark-actions.ts';
import type { createOpenDraft } from '../marking/open-draft.ts';
import { createPrinting, type Printing } from '../printing/printing.ts';
import { createInbox, type Inbox } from '../suggestions/inbox.ts';
import { createVerifying, type Verifying } from '../verify/verifying.ts';
import type { ReviewDependencies } from './dependencies.ts';
import type { Navigation } from './navigation.ts';

/** What only the reviewer's page does. */
export interface Reviewer extends Composing, MarkActs, Verifying, Inbox, Printing {}

export type AddReviewer = (
  deps: ReviewDependencies,
  opened: ReturnType<typeof createOpenDraft>,
  navigation: Navigation,
) => Reviewer;

export const addReviewer: AddReviewer = (deps, opened, { goToShot, select }) => ({
  ...createComposing(deps, opened),
  ...createMarkActs(deps),
  ...createVerifying(deps, select),
  ...createInbox(deps, goToShot, select),
  ...createPrinting(deps),
});
