import type { Review } from '../../server/contract/review.ts';

/** The status of a review; `deleted` when the service no longer has it. */
export type Status = Review['status'] | 'deleted';

/** How GitHub shows each status in the check, the comment and the job's summary: its title, and the next step. */
export const statusText: Record<Status, { symbol: string; title: string; next: string }> = {
  preparing: {
    symbol: '\u25cb',
    title: 'Screenshots are being prepared',
    next: 'The review opens when they are ready.',
  },
  open: { symbol: '\u25d0', title: 'Waiting for a decision', next: '' },
  approved: { symbol: '\u2713', title: 'Approved', next: '' },
  changes_requested: { symbol: '\u2717', title: 'Changes requested', next: 'Push a fix to start the next pass.' },
  superseded: {
    symbol: '\u2192',
    title: 'Replaced by a later pass',
    next: 'This pass was not decided before the later one opened, so it says nothing about this commit.',
  },
  expired: {
    symbol: '\u2717',
    title: 'Expired without a decision',
    next: 'Push a commit or run the workflow again to ask for a decision. GitHub runs one again for 30 days.',
  },
  failed: {
    symbol: '\u2717',
    title: 'No screenshot could be taken',
    next: 'Fix the source and run the workflow again.',
  },
  cancelled: { symbol: '\u2717', title: 'The review was withdrawn', next: 'Run the workflow again for a new one.' },
  deleted: { symbol: '\u2717', title: 'The review was deleted', next: 'Run the workflow again for a new one.' },
};
