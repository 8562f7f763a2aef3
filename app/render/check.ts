import type { Review } from '../../server/contract/review.ts';
import { clip, fence, inline, plain, plural } from './markdown.ts';
import { renderPins } from './pins.ts';

/** What a check says, in the fields of GitHub's API. */
export interface CheckContent {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: 'success' | 'failure' | 'cancelled' | 'timed_out' | 'action_required' | null;
  title: string;
  summary: string;
  text: string;
  /** Buttons: GitHub shows three at most. */
  actions: CheckAction[];
}

/** GitHub's limits: 20 characters of label, 40 of description, 20 of identifier. */
export interface CheckAction {
  label: string;
  description: string;
  identifier: 'try_again' | 'keep_waiting';
}

export interface CheckOptions {
  /** Whether pictures may be shown. */
  pictures: boolean;
  /** Why an approval does not count here, in our own words; null when it does. */
  refusal?: string | null;
  /** The commit whose approval holds for the same pictures here. */
  carriedFrom?: string | null;
}

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

/** Of a named review, or with the empty name of all of them. */
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

/** The check of a review: only an approval passes, its own or one of the same pictures. */
export function renderCheck(review: Review, options: CheckOptions): CheckContent {
  return { ...describeStatus(review, options), text: renderPins(review, options) };
}

function describeStatus(review: Review, { refusal = null, carriedFrom = null }: CheckOptions): CheckContent {
  const pins = review.work_packets.pins.length;
  switch (review.status) {
    case 'preparing':
      return newContent('queued', null, 'The pictures are being made', ['The review opens when they are there.']);
    case 'open':
      if (carriedFrom !== null) {
        return newContent('completed', 'success', `Approved before, on ${carriedFrom.slice(0, 7)}`, [
          `Every picture is the same, to the pixel, as on ${carriedFrom}, which was approved with nothing outstanding.`,
          'The new review stays open: asking for changes there fails this check.',
        ]);
      }
      return newContent('in_progress', null, 'Waiting for a decision', [
        `${plural(review.screenshots.length, 'shot')} to look at, pass ${review.pass}. The pull request\u2019s comment, or the job\u2019s summary, leads there.`,
        ...describeProblems(review),
      ]);
    case 'approved':
      if (refusal !== null) {
        return newContent('completed', 'failure', 'Approved, but not by one who may', [
          describeDecision(review, 'Approved'),
          refusal,
          ...describeNote(review),
        ]);
      }
      return newContent('completed', 'success', 'Approved', [
        describeDecision(review, 'Approved'),
        ...describeNote(review),
      ]);
    case 'changes_requested':
      return newContent(
        'completed',
        'failure',
        pins === 0 ? 'Changes requested' : `Changes requested: ${plural(pins, 'mark')}`,
        [describeDecision(review, 'Changes requested'), ...describeNote(review), 'Push a fix to start the next pass.'],
      );
    case 'superseded':
      return newContent(
        'completed',
        'cancelled',
        'A later pass took its place',
        ['Nobody decided this pass before the next one opened, so it proves nothing about this commit.'],
        [tryAgain],
      );
    case 'expired':
      return newContent(
        'completed',
        'timed_out',
        'Nobody decided in time',
        ['The review expired. Run the workflow again to ask once more.'],
        [tryAgain],
      );
    case 'failed':
      return newContent(
        'completed',
        'failure',
        'No picture could be made',
        [...describeProblems(review), 'Mend the source and run the workflow again.'],
        [tryAgain],
      );
    case 'cancelled':
      return newContent(
        'completed',
        'cancelled',
        'The review was withdrawn',
        ['Run the workflow again to ask once more.'],
        [tryAgain],
      );
  }
}

/** The check of a review that the service no longer has. */
export const deletedCheck: CheckContent = newContent(
  'completed',
  'cancelled',
  'The review was deleted',
  ['The service no longer has it. Run the workflow again to ask once more.'],
  [tryAgain],
);

function describeDecision(review: Review, verb: string): string {
  const login = review.decision?.verified_login ?? null;
  if (login !== null) return `${verb} by ${inline(login)}, who signed in with GitHub.`;
  const name = review.decision?.decided_by ?? null;
  const claim = name === null || name === '' ? '' : ` who gave the name ${inline(name)}`;
  const where = review.decision?.via === 'page' ? ' on the review page' : '';
  return `${verb} by someone with the link${where}${claim}. A link proves who was given it, not who pressed the button.`;
}

function describeNote(review: Review): string[] {
  const note = review.decision?.note ?? '';
  return note === '' ? [] : ['What they wrote:', fence(clip(note, 4000))];
}

function describeProblems(review: Review): string[] {
  return review.problems.slice(0, 20).map((problem) => `- ${inline(problem.label)}: ${inline(problem.message, 300)}`);
}
