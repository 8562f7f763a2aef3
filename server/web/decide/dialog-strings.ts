import { saved } from '../shared/frame.ts';
import { count, short } from '../shared/words.ts';

/** Separate from the other strings, because the dialog loads after the first screenshot. */
export const dialog = {
  ask: (title: string) => `Request changes on “${title}”`,
  approve: (title: string) => `Approve “${title}”`,
  askConfirm: 'Request changes now',
  approveConfirm: 'Approve now',
  askInstead: 'Request changes instead',
  approveInstead: 'Approve instead',
  sending: 'Sending…',
  cancel: 'Not now',
  note: 'Note',
  noteOptional: 'optional',
  noteNeeded: 'required, as there are no open marks',
  name: 'Your name',
  nameHelp: `optional, shown with the decision and remembered ${saved}`,
  handsOver: (n: number, must: number) => {
    const marks = count(n, must === n ? 'must-fix mark' : 'mark');
    return `${marks} will be sent to be fixed${must === 0 || must === n ? '' : `; ${must} must be fixed`}.`;
  },
  noteAlone: 'There are no open marks. Say in the note what should change.',
  approves: (shots: number) => `You’re approving ${count(shots, 'screenshot')} as is.`,
  approvesChanges: (n: number, base: string) =>
    n === 0
      ? `Every change since ${base} was approved before.`
      : `You’re approving ${count(n, 'change')} since ${base}. Nobody will be asked about ${n === 1 ? 'it' : 'them'} again.`,
  accepts: (n: number, base: string) =>
    n === 0
      ? 'Nothing that looks right to you counts as approved by this request: its causes do not say all that changed, or no mark says what else to change.'
      : `The changes of ${count(n, 'screenshot')} since ${base} look right to you: they count as approved in later passes and in other reviews.`,
  acceptsNoLonger: (n: number) =>
    `${count(n, 'screenshot')} accepted before no longer ${n === 1 ? 'counts' : 'count'} as approved.`,
  noise: (n: number) => `${count(n, 'screenshot')} ${n === 1 ? 'differs' : 'differ'} by noise alone.`,
  counted: (n: number) => `${count(n, 'mark')} reported as fixed will be counted as verified.`,
  stay: (n: number) => `${count(n, 'optional mark')} ${n === 1 ? 'stays' : 'stay'} on record.`,
  unseen: 'You haven’t looked at',
  moreUnseen: (n: number) => `and ${n} more`,
  findings: (n: number) => `${count(n, 'finding')} ${n === 1 ? 'is' : 'are'} not handled yet.`,
  suggestions: (n: number) => `${count(n, 'guest suggestion')} ${n === 1 ? 'waits' : 'wait'} for your answer.`,
  toVerify: (n: number) => `${count(n, 'mark')} ${n === 1 ? 'is' : 'are'} still to be verified.`,
  unsent: (n: number) =>
    `${count(n, 'mark')} of yours ${n === 1 ? 'is' : 'are'} not sent yet. ${n === 1 ? 'It goes' : 'They go'} before your decision.`,
  showMe: 'Show me',
  showShot: (label: string) => `Show me ${label}`,
  comesBack: 'Marks settled by your approval will be restored.',
  already: 'This is already the decision. Nothing was sent.',
  changeAsk: 'Change your decision to Request changes',
  changeApprove: 'Change your decision to Approve',
  drafts: (n: number) =>
    `${count(n, 'draft')} of yours ${n === 1 ? 'is' : 'are'} not part of this decision and ${n === 1 ? 'stays' : 'stay'} ${saved}. Save or discard ${n === 1 ? 'it' : 'them'} here:`,
  draft: (body: string) => `“${short(body)}”`,
  saveDraft: 'Save as mark',
  saveEdit: (id: number) => `Save change of mark ${id}`,
  discard: 'Discard',
  ofDraft: (act: string, body: string) => `${act}: ${short(body)}`,
  settle: 'Resolve these must-fix marks to approve:',
  settleAll: (n: number) => `All ${n} marks`,
  settleOne: (id: number) => `Mark ${id}`,
  settleVerified: 'Fixed',
  settleWithdrawn: 'Remove',
  settleMissing: 'Choose Fixed or Remove for each mark above.',
  noteMissing: 'Write a note: there is no open mark that says what should change.',
  update: 'Update your request for changes',
  updateConfirm: 'Update request now',
  updated: 'Request updated.',
  notUpdated: {
    offline:
      'Nothing was sent: the service cannot be reached. Your changes are saved; update the request once it answers.',
    broken: 'Nothing was sent: something went wrong on our side. Your changes are saved; try again in a minute.',
    busy: (seconds: number) =>
      `Nothing was sent: too many requests at once. Your changes are saved; try again in ${count(seconds, 'second')}.`,
    missing: 'Nothing was sent: this review no longer exists.',
  },
  unchanged: (ids: readonly number[], pass: number) =>
    `${ids.length === 1 ? 'Mark' : 'Marks'} ${new Intl.ListFormat('en').format(ids.map(String))} ${ids.length === 1 ? 'looks' : 'look'} the same as in pass ${pass}. Press “Approve anyway” to count ${ids.length === 1 ? 'it' : 'them'} as fixed.`,
  approveAnyway: 'Approve anyway',
  undecided: {
    offline: 'Nothing was decided: the service cannot be reached. Your note is saved; decide again once it answers.',
    broken: 'Nothing was decided: something went wrong on our side. Your note is saved; try again in a minute.',
    busy: (seconds: number) =>
      `Nothing was decided: too many requests at once. Your note is saved; try again in ${count(seconds, 'second')}.`,
    missing: 'Nothing was decided: this review no longer exists. Copy your note before you close the page.',
  },
  unsentChanges: (n: number) =>
    `Nothing was decided: ${count(n, 'change')} of yours ${n === 1 ? 'is' : 'are'} not sent yet. Your note is saved; decide again once the service can be reached.`,
};
