import type { Review } from '../../server/contract/review.ts';
import type { WorkPacket } from '../../server/contract/work-packet.ts';
import { clip, fence, inline, link, plain, plural } from './markdown.ts';

/** What a check says, in the fields of GitHub's API. */
export interface CheckContent {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: 'success' | 'failure' | 'cancelled' | 'timed_out' | null;
  title: string;
  summary: string;
  text: string;
}

export interface CheckOptions {
  /** Whether pictures may be shown: never on a public repository. */
  pictures: boolean;
}

/** GitHub's limit on a check's summary and text, kept in bytes to be on the safe side. */
const longestText = 65_535;

export const checkName = (name: string) => `Sightline / ${plain(name, 100)}`;

/** The check of a review: only an approval passes. */
export function renderCheck(review: Review, options: CheckOptions): CheckContent {
  const text = renderPins(review, options);
  const pins = review.work_packets.pins.length;
  const content = (
    status: CheckContent['status'],
    conclusion: CheckContent['conclusion'],
    title: string,
    lines: string[],
  ): CheckContent => ({ status, conclusion, title, summary: lines.join('\n\n'), text });

  switch (review.status) {
    case 'preparing':
      return content('queued', null, 'The pictures are being made', ['The review opens when they are there.']);
    case 'open':
      return content('in_progress', null, 'Waiting for a decision', [
        `${plural(review.screenshots.length, 'shot')} to look at, pass ${review.pass}. The link is in the pull request\u2019s comment.`,
        ...describeProblems(review),
      ]);
    case 'approved':
      return content('completed', 'success', 'Approved', [
        describeDecision(review, 'Approved'),
        ...describeNote(review),
      ]);
    case 'changes_requested':
      return content(
        'completed',
        'failure',
        pins === 0 ? 'Changes asked for' : `Changes asked for: ${plural(pins, 'mark')}`,
        [describeDecision(review, 'Changes asked for'), ...describeNote(review)],
      );
    case 'superseded':
      return content('completed', 'cancelled', 'A later pass took its place', [
        'Nobody decided this pass before the next one opened, so it proves nothing about this commit.',
      ]);
    case 'expired':
      return content('completed', 'timed_out', 'Nobody decided in time', [
        'The review expired. Run the workflow again to ask once more.',
      ]);
    case 'failed':
      return content('completed', 'failure', 'No picture could be made', [
        ...describeProblems(review),
        'Mend the source and run the workflow again.',
      ]);
    case 'cancelled':
      return content('completed', 'cancelled', 'The review was withdrawn', [
        'Run the workflow again to ask once more.',
      ]);
  }
}

/** The check of a review that the service no longer has. */
export const deletedCheck: CheckContent = {
  status: 'completed',
  conclusion: 'cancelled',
  title: 'The review was deleted',
  summary: 'The service no longer has it. Run the workflow again to ask once more.',
  text: '',
};

function describeDecision(review: Review, verb: string): string {
  const login = review.decision?.verified_login ?? null;
  if (login !== null) return `${verb} by ${inline(login)}, who signed in with GitHub.`;
  const name = review.decision?.decided_by ?? null;
  const claim = name === null || name === '' ? '' : ` who gave the name ${inline(name)}`;
  return `${verb} by someone with the link${claim}. A link proves who was given it, not who pressed the button.`;
}

function describeNote(review: Review): string[] {
  const note = review.decision?.note ?? '';
  return note === '' ? [] : ['What they wrote:', fence(clip(note, 4000))];
}

function describeProblems(review: Review): string[] {
  return review.problems.slice(0, 20).map((problem) => `- ${inline(problem.label)}: ${inline(problem.message, 300)}`);
}

function renderPins(review: Review, options: CheckOptions): string {
  const { pins } = review.work_packets;
  const parts: string[] = [];
  let left = longestText - 300;
  for (const [index, pin] of pins.entries()) {
    const part = `${renderPin(pin, options)}\n\n`;
    left -= Buffer.byteLength(part);
    if (left < 0) {
      parts.push(`\u2026 and ${plural(pins.length - index, 'more mark')}: see the review itself.\n`);
      break;
    }
    parts.push(part);
  }
  return parts.join('').trim();
}

/** A guest's name is whatever the guest typed: it does not stand there as the reviewer's does. */
function byWhom({ author, source }: WorkPacket): string {
  const name = author === null ? '' : inline(author);
  if (source === 'accepted_suggestion')
    return `, suggested by a guest${name === '' ? '' : ` who gave the name ${name}`}`;
  return name === '' ? '' : `, by ${name}`;
}

function renderPin(pin: WorkPacket, options: CheckOptions): string {
  const shot = pin.screenshot === null ? 'a shot that is gone from this pass' : inline(pin.screenshot.label);
  const where = pin.page_url === null ? shot : `${shot} of ${inline(pin.page_url, 200)}`;
  const lines = [
    `#### Mark ${pin.mark_id}${pin.must_fix ? ' \u00b7 must fix' : ''}`,
    `On ${where}${byWhom(pin)}`,
    fence(clip(pin.body, 4000)),
  ];
  const selector = pin.element?.selectors[0]?.selector;
  if (selector !== undefined) lines.push(`Element: ${inline(selector, 300)}`);
  else if (pin.element !== null && pin.element.text !== '') lines.push(`Text there: ${inline(pin.element.text, 300)}`);
  const crop = options.pictures && pin.crop_url !== null ? link(pin.crop_url) : '';
  if (crop !== '') lines.push(`<img alt="Mark ${pin.mark_id}" src="${crop}" width="480">`);
  return lines.join('\n\n');
}
