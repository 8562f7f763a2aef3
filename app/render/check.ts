import { askedMarks } from '../../server/contract/awaits-answer.ts';
import type { Review } from '../../server/contract/review.ts';
import {
  type BaseFacts,
  describeDifferences,
  describeSettled,
  listDifferences,
  listNoise,
  looksSame,
  readBase,
} from './base.ts';
import { listCauses } from './context.ts';
import { clip, fence, inline, plain, plural } from './markdown.ts';
import { renderMarks } from './marks.ts';
import { type Status, statusText } from './status.ts';

/** The content of a check, in the fields of GitHub's API. */
export interface CheckContent {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: 'success' | 'failure' | 'cancelled' | 'timed_out' | 'action_required' | null;
  title: string;
  summary: string;
  text: string;
  /** GitHub shows at most three buttons. */
  actions: CheckAction[];
}

/** GitHub's limits: 20 characters of label, 40 of description, 20 of identifier. */
export interface CheckAction {
  label: string;
  description: string;
  identifier: 'try_again' | 'keep_waiting';
}

export interface CheckOptions {
  /** Whether images may be shown. */
  pictures: boolean;
  /** Whether no link leads to the review from GitHub. */
  isLinkHidden?: boolean;
  /** Why an approval does not count here; null when it does. */
  refusal?: string | null;
  /** Why it passes without a decision; null when it does not. */
  reason?: ReasonToPass | null;
  /** Whether the pull request is closed, so that nothing is left to do. */
  isClosed?: boolean;
}

/** Why an undecided review passes. */
export type ReasonToPass =
  /** The commit whose approval is carried over to the screenshots here, which look the same. */
  | { carriedFrom: string }
  /** Nothing differs from the base but what was approved before. */
  | { base: BaseFacts };

export const tryAgain: CheckAction = {
  label: 'Try again',
  description: 'Runs the workflow again',
  identifier: 'try_again',
};
export const keepWaiting: CheckAction = {
  label: 'Keep waiting',
  description: 'Waits for a decision again',
  identifier: 'keep_waiting',
};

/** Returns the name of a review's check, or for the empty name that of all reviews together. */
export const checkName = (name: string) => (name === '' ? 'Sightline' : `Sightline / ${plain(name, 100)}`);

export function newContent(
  status: CheckContent['status'],
  conclusion: CheckContent['conclusion'],
  title: string,
  lines: string[],
  actions: CheckAction[] = [],
): CheckContent {
  return { status, conclusion, title, summary: lines.join('\n\n'), text: '', actions };
}

/** Renders the check of a review. It passes only with an approval, the review's own or one of identical screenshots. */
export function renderCheck(review: Review, options: CheckOptions): CheckContent {
  return { ...describeStatus(review, options), text: renderMarks(review, options) };
}

/** Renders the check of a review that the service no longer has. */
export const renderDeleted = (options: Pick<CheckOptions, 'isClosed'>): CheckContent =>
  newContent('completed', 'cancelled', statusText.deleted.title, ...whatNext('deleted', options));

/** Returns what to do about a review that is not approved: the sentence, and the button. */
function whatNext(status: Status, { isClosed = false }: Pick<CheckOptions, 'isClosed'>): [string[], CheckAction[]] {
  if (isClosed) return [['The pull request is closed.'], []];
  return [[statusText[status].next], status === 'changes_requested' ? [] : [tryAgain]];
}

function describeStatus(review: Review, options: CheckOptions): CheckContent {
  const { refusal = null, reason = null, isLinkHidden = false } = options;
  const { title, next } = statusText[review.status];
  const [steps, actions] = whatNext(review.status, options);
  const marks = review.work_packets.pins.length;
  switch (review.status) {
    case 'preparing':
      return newContent('queued', null, title, [next]);
    case 'open':
      if (reason !== null) return describeReason(reason);
      return describeOpen(review, title, isLinkHidden);
    case 'approved': {
      const lines = [describeDecision(review, 'Approved'), ...describeNote(review)];
      if (refusal === null) return newContent('completed', 'success', title, lines);
      lines.splice(1, 0, refusal);
      return newContent('completed', 'failure', 'Approved, but the approval does not count', lines);
    }
    case 'changes_requested':
      return newContent('completed', 'failure', marks === 0 ? title : `${title}: ${plural(marks, 'mark')}`, [
        describeDecision(review, 'Changes requested'),
        ...describeUpdate(review),
        ...describeNote(review),
        ...(options.isClosed ? [] : describeQuestions(review)),
        ...steps,
      ]);
    case 'expired':
      return newContent('completed', 'timed_out', title, steps, actions);
    case 'failed':
      return newContent('completed', 'failure', title, [...describeProblems(review), ...steps], actions);
    case 'superseded':
      return newContent('completed', 'cancelled', title, [next], actions);
    case 'cancelled':
      return newContent('completed', 'cancelled', title, steps, actions);
  }
}

/** Says that a request was made before, whose marks somebody may have read. */
function describeUpdate({ decision }: Review): string[] {
  const number = decision?.number ?? 1;
  return number === 1 ? [] : [`This is decision ${number} of the review. It replaces decision ${number - 1}.`];
}

/** Names the marks about which the fixing agent waits for an answer. */
function describeQuestions(review: Review): string[] {
  const asked = askedMarks(review).map(({ id }) => id);
  if (asked.length === 0) return [];
  const where = `${asked.length === 1 ? 'mark' : 'marks'} ${asked.join(', ')}`;
  return [`**The fixing agent asks about ${where}.** Answer on the review page; the decision stays as it is.`];
}

const MAX_REMOVED = 20;
const STAYS_OPEN = 'The new review stays open: requesting changes there fails this check.';

/** Names the screenshots that the previous pass had, where no base names what was removed. */
function listRemoved({ base, removed_screenshots: removed = [] }: Review): string[] {
  if (base?.compared || removed.length === 0) return [];
  const more = removed.length - MAX_REMOVED;
  const labels = removed.slice(0, MAX_REMOVED).map(({ label }) => inline(clip(label, 120)));
  return [`Not in this pass: ${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** Renders the check of an undecided review that passes. */
export function describeReason(reason: ReasonToPass): CheckContent {
  if ('carriedFrom' in reason) {
    const { carriedFrom } = reason;
    return newContent('completed', 'success', `Approved before, on ${carriedFrom.slice(0, 7)}`, [
      `Every screenshot looks the same as on ${carriedFrom}, which was approved with nothing outstanding.`,
      STAYS_OPEN,
    ]);
  }
  const { base } = reason;
  const { approved, identical } = base;
  return newContent('completed', 'success', describeSettled(base), [
    `${looksSame(identical)} as ${base.kind === 'baseline' ? 'in the baseline of' : 'what was approved and became'} ${inline(base.commit)} (${plain(base.reason, 200)}).`,
    ...(approved.length > 0
      ? ['Approved before, from the same screenshot to the same:', listDifferences(approved)]
      : []),
    ...listNoise(base),
    STAYS_OPEN,
  ]);
}

/** Says why a review still asks although nothing differs but what was approved before. */
const nothingNew = ({ approved }: BaseFacts): string[] => [
  'Nothing here is new, but the check does not pass by itself: an approval or base that it relies on does not count for this pull request, earlier approvals do not carry over, a screenshot could not be taken, changes were requested on an earlier pass, or marks or noise wait for a decision.',
  ...(approved.length > 0 ? [listDifferences(approved)] : []),
];

function describeOpen(review: Review, title: string, isLinkHidden: boolean): CheckContent {
  const base = readBase(review);
  const isNone = review.base?.kind === 'none';
  return newContent('in_progress', null, base === null ? title : `${title}: ${describeDifferences(base)}`, [
    `Pass ${review.pass} has ${plural(review.screenshots.length, 'screenshot')}.${isLinkHidden ? '' : ' The link is in the pull request\u2019s comment or in the job\u2019s summary.'}`,
    ...(isNone
      ? [
          'No baseline exists yet, so every screenshot has to be looked at. A push to a branch that records them makes one.',
        ]
      : []),
    ...(base === null ? [] : base.open.length > 0 ? ['To look at:', listDifferences(base.open)] : nothingNew(base)),
    ...listRemoved(review),
    ...listCauses(review),
    ...(base === null ? [] : listNoise(base)),
    ...describeProblems(review),
  ]);
}

function describeDecision(review: Review, verb: string): string {
  const login = review.decision?.verified_login ?? null;
  if (login !== null) return `${verb} by ${inline(login)}, who signed in with GitHub.`;
  const name = review.decision?.decided_by ?? null;
  const claim = name === null || name === '' ? '' : ` who gave the name ${inline(name)}`;
  const where = review.decision?.via === 'page' ? ' on the review page' : '';
  return `${verb} by someone with the link${where}${claim}. A link proves that somebody was given it, not who pressed the button.`;
}

function describeNote(review: Review): string[] {
  const note = review.decision?.note ?? '';
  return note === '' ? [] : ['The note:', fence(clip(note, 4000))];
}

function describeProblems(review: Review): string[] {
  return review.problems.slice(0, 20).map((problem) => `- ${inline(problem.label)}: ${inline(problem.message, 300)}`);
}
