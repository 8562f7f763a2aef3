import { frame } from '../shared/frame.ts';
import { count } from '../shared/words.ts';

const link = frame === null ? 'this link' : 'the review’s link';

/** Separate from the other strings, because the decision loads after the first screenshot. */
export const decision = {
  mustFix: (n: number) => `${n} must fix`,
  marks: (n: number) => count(n, 'mark'),
  otherMarks: (n: number) => count(n, 'other mark'),
  toVerify: (n: number) => `${n} to verify`,
  unseen: (n: number) => `${count(n, 'screenshot')} not seen`,
  drafts: (n: number) => `${count(n, 'draft')} not saved`,
  unsent: (n: number) => `${count(n, 'mark')} not sent yet`,
  suggested: (n: number) => count(n, 'guest suggestion'),
  noMarks: 'No marks yet',
  noOpenMarks: 'No open marks',
  ask: 'Request changes',
  approve: (changes: number) => (changes === 0 ? 'Approve' : `Approve ${count(changes, 'change')}`),
  changeMind: 'Change decision',
  waiting: (done: string) => `${done}. You can decide when no more are being prepared.`,
  changedElsewhere:
    'The review changed while you were deciding, so nothing was sent; your note is saved. Check what changed and decide again.',
  meanwhile: 'While you were deciding:',
  approved: (by: string | null) => (by ? `Approved by ${by}.` : 'Approved.'),
  asked: (by: string | null) => (by ? `${by} requested changes.` : 'Changes requested.'),
  notified: {
    check: (number: number, passed: boolean) => `The check on pull request ${number} ${passed ? 'passed' : 'failed'}.`,
    checkWill: (number: number, passes: boolean) =>
      `The check on pull request ${number} will ${passes ? 'pass' : 'fail'}.`,
    checkPaused: (number: number) => `Deliveries are paused, so the check on pull request ${number} may come late.`,
    paused: 'Deliveries are paused, so the requester has not been notified yet.',
    done: 'The requester has been notified.',
    failing: 'The requester could not be notified yet; the service tries again.',
    sending: 'The requester is being notified.',
    reads: 'Your decision is available to the requester.',
  },
  fixing: {
    note: 'Your note was sent.',
    handed: (n: number) => `${count(n, 'mark')} ${n === 1 ? 'was' : 'were'} sent to be fixed.`,
    handedSome: 'Marks were sent to be fixed.',
    some: (n: number, of: number) => `${n} of ${count(of, 'mark')} ${n === 1 ? 'is' : 'are'} reported as fixed.`,
    all: (n: number) => (n === 1 ? 'The mark is reported as fixed.' : `All ${n} marks are reported as fixed.`),
  },
  sample: 'This is a sample, so nobody is notified. It is deleted a day after it was opened.',
  nextPass: `The next pass will appear at ${link}.`,
  untilNext: `You can add marks until the next pass appears at ${link}.`,
  unsentChanges: (n: number) => `${count(n, 'change')} ${n === 1 ? 'is' : 'are'} not sent yet.`,
  neverSent: (n: number) => `${count(n, 'change')} ${n === 1 ? 'was' : 'were'} never sent.`,
  asItWas: 'Until you update your request, it stays as you sent it.',
  update: 'Update request',
  sending: 'Sending…',
  approvedNext: 'Nothing more is needed from you.',
  note: (note: string) => `“${note}”`,
};
