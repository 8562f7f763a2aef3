import type { Output } from '../contract/client.ts';

/** The exit codes of the command line; the README and `--help` list them. */
export const exitCode = {
  /** Done, or approved. */
  done: 0,
  error: 1,
  usage: 2,
  changesRequested: 3,
  /** The review ended without a decision of its own: expired, failed, cancelled or superseded. */
  over: 4,
  /** Nothing was decided or made within the time. */
  timedOut: 5,
  interrupted: 130,
} as const;

export const exitCodeHelp = [
  '0  done, or approved',
  '1  error',
  '2  the command line, or a file it names, is wrong',
  '3  changes requested',
  '4  expired, failed, cancelled or superseded',
  '5  the time to wait is over',
];

const codes: Record<Output<'get_review'>['status'], number> = {
  preparing: exitCode.done,
  open: exitCode.done,
  approved: exitCode.done,
  changes_requested: exitCode.changesRequested,
  superseded: exitCode.over,
  expired: exitCode.over,
  failed: exitCode.over,
  cancelled: exitCode.over,
};

export const exitCodeOf = (review: Pick<Output<'get_review'>, 'status'>): number => codes[review.status];
