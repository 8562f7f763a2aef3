import { count } from './words.ts';

/** Deciding. */
export const decision = {
  decision: {
    mustFix: (n: number) => `${n} must fix`,
    marks: (n: number) => count(n, 'mark'),
    otherMarks: (n: number) => count(n, 'other mark'),
    toVerify: (n: number) => `${n} to verify`,
    unseen: (n: number) => `${count(n, 'shot')} not seen`,
    drafts: (n: number) => `${count(n, 'draft')} not saved`,
    nothing: 'No marks yet',
    ask: 'Ask for changes',
    approve: 'Approve',
    changeMind: 'Change my mind',
    waiting: 'You can decide once the shots are ready.',
    dialog: {
      ask: (title: string) => `Ask for changes on “${title}”`,
      approve: (title: string) => `Approve “${title}”`,
      askConfirm: 'Ask for changes now',
      approveConfirm: 'Approve now',
      sending: 'Sending…',
      cancel: 'Not yet',
      note: 'A note',
      noteOptional: 'optional',
      noteNeeded: 'needed, as there are no open marks',
      name: 'Your name',
      nameHint: 'optional, shown with the decision and remembered on this device',
      handsOver: (n: number, must: number) =>
        `${count(n, 'mark')} ${n === 1 ? 'goes' : 'go'} to whoever fixes ${n === 1 ? 'it' : 'them'}${must > 0 ? `, ${must} of them must be fixed` : ''}.`,
      noteAlone: 'There are no open marks. Say in the note what should change.',
      approves: (shots: number) => `You approve ${count(shots, 'shot')} as ${shots === 1 ? 'it is' : 'they are'}.`,
      counted: (n: number) => `${count(n, 'mark')} reported as fixed will be counted as verified.`,
      stay: (n: number) => `${count(n, 'mark')} that need not be fixed ${n === 1 ? 'stays' : 'stay'} on record.`,
      unseen: (labels: string[]) => `You have not looked at: ${labels.join(', ')}.`,
      drafts: (n: number) => `${count(n, 'draft')} of yours ${n === 1 ? 'is' : 'are'} not saved and will not be sent.`,
      settle: 'These must be fixed. To approve, say for each:',
      settleOne: (id: number) => `Mark ${id}`,
      settleVerified: 'It is fixed',
      settleWithdrawn: 'Withdraw it',
      settleMissing: 'Say for each mark above whether it is fixed or withdrawn.',
      noteMissing: 'Write a note: there is no open mark that says what should change.',
    },
    changedElsewhere:
      'Something changed while you were deciding, so nothing was sent. The page now shows how things stand; your note is kept. Look again and decide.',
    approved: (by: string | null) => (by ? `Approved by ${by}.` : 'Approved.'),
    asked: (by: string | null) => (by ? `${by} asked for changes.` : 'Changes asked for.'),
    approvedNext: (of: string | null) =>
      `${of ? `${of} may go ahead` : 'The work may go ahead'}. Nothing more is needed from you.`,
    askedNext: (marks: number, of: string | null) =>
      `${marks > 0 ? `${count(marks, 'mark')} ${marks === 1 ? 'was' : 'were'} handed over` : 'Your note was handed over'} for fixing${of ? ` on ${of}` : ''}. You will find the next pass at this same address.`,
    note: (note: string) => `“${note}”`,
  },
};
