import { count, short } from './words.ts';

const list = (ids: readonly number[]): string =>
  ids.length < 2 ? `${ids[0] ?? ''}` : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
const marks = (ids: readonly number[]): string => `${ids.length === 1 ? 'Mark' : 'Marks'} ${list(ids)}`;
const were = (n: number): string => (n === 1 ? 'was' : 'were');

/** What arrives by itself, what waits to be sent, and what others did meanwhile. */
export const live = {
  arrivals: {
    suggestion: (author: string | null) => `${author ?? 'A guest'} left a suggestion.`,
    suggestions: (n: number) => `${n} suggestions came in.`,
    fixed: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} reported fixed.`,
    inProgress: (ids: readonly number[]) => `${marks(ids)} ${ids.length === 1 ? 'is' : 'are'} in progress.`,
    pinned: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} pinned.`,
    changed: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} changed.`,
    withdrawn: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} withdrawn.`,
    verified: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} verified.`,
    reopened: (ids: readonly number[]) => `${marks(ids)} ${ids.length === 1 ? 'goes' : 'go'} back for fixing.`,
    hints: (n: number) => `${count(n, 'hint')} came in.`,
    shots: (made: number, of: number) =>
      made < of ? `${made} of ${count(of, 'shot')}.` : of === 1 ? 'The shot was made.' : `All ${of} shots were made.`,
    pass: (pass: number) => `Pass ${pass} is ready.`,
    decided: (by: string | null) => `${by ?? 'Somebody'} has decided.`,
    closed: 'This review cannot be changed any more.',
  },
  newer: {
    ready: (pass: number, writing: boolean) =>
      `Pass ${pass} is ready.${writing ? ' What you are writing comes along.' : ''}`,
    go: (pass: number) => `Go to pass ${pass}`,
    later: 'Not now',
  },
  outbox: {
    kept: 'Saved on this device — sent when you are back online.',
    busy: (seconds: number) =>
      `Too many changes at once. Saved on this device — it goes by itself in ${count(seconds, 'second')}.`,
    waiting: (n: number) => `${count(n, 'change')} not sent yet.`,
    waitingHere: (n: number) =>
      `${n === 1 ? 'One change waits' : `${n} changes wait`} to be sent. This browser keeps nothing: leave this page open.`,
    pin: (body: string) => `Saved on this device, sent when you are back online: ${short(body)}`,
    ofMark: (id: number, name: string) => `${id}. ${name}`,
    sent: (n: number) =>
      n === 1 ? 'The change kept on this device is sent.' : `The ${n} changes kept on this device are sent.`,
    refusedDraft: (message: string) =>
      `It was not taken: ${message} Your words are kept as a draft: copy them, or continue editing.`,
    refused: (what: string, message: string) => `${what} was not taken: ${message}`,
    gone: 'it is not there any more.',
    broken: 'something goes wrong on our side.',
    reason: (reason: string) => ` Your words: “${reason}”`,
    act: {
      place_mark: () => 'Your mark',
      edit_mark: (id: number) => `Your change of mark ${id}`,
      withdraw_mark: (id: number) => `Withdrawing mark ${id}`,
      restore_mark: (id: number) => `Putting mark ${id} back`,
      verify_mark: (id: number) => `“Looks fixed” for mark ${id}`,
      reopen_mark: (id: number) => `“Not fixed yet” for mark ${id}`,
      accept_finding: () => 'Making the hint a mark',
      hide_finding: () => 'Hiding the hint',
      restore_finding: () => 'Putting the hint back',
      accept_suggestion: () => 'Accepting the suggestion',
      dismiss_suggestion: () => 'Dismissing the suggestion',
      restore_suggestion: () => 'Putting the suggestion back',
    },
    before: (n: number) =>
      `Nothing was decided: ${count(n, 'change')} of yours ${n === 1 ? 'is' : 'are'} not sent yet. Your note is kept; decide again once the service can be reached.`,
  },
  undecided: {
    offline:
      'Nothing was decided: the service cannot be reached. Your note is kept; decide again when you are back online.',
    broken: 'Nothing was decided: something went wrong on our side. Your note is kept; try again in a minute.',
    busy: (seconds: number) =>
      `Nothing was decided: too many requests at once. Your note is kept; try again in ${count(seconds, 'second')}.`,
    gone: 'Nothing was decided: this review is no longer there. Copy your note before you close the page.',
  },
  undone: {
    nothing: (id: number) => `Mark ${id} has been changed since, so nothing was undone.`,
    draftBack: 'Not sent. It is a draft again.',
  },
  edited: (id: number) => `Mark ${id} changed.`,
  moved: (id: number) => `Mark ${id} moved.`,
  movedElsewhere: (id: number) =>
    `Somebody changed mark ${id} meanwhile, so it was not moved. Look at it and move it again.`,
  conflict: {
    changed: (body: string) => `Somebody changed this mark meanwhile: “${short(body, 200)}”`,
    place: 'Somebody moved this mark or changed its must-fix meanwhile.',
    mine: 'Keep mine',
    theirs: 'Take theirs',
    withdrawn: 'Somebody withdrew this mark meanwhile. Your words are kept.',
    gone: 'This mark is not in this pass any more. Your words are kept.',
    anew: 'Pin it anew',
    taken: 'You see their words now.',
  },
  origin: {
    found: (pass: number, label: string) => `Written on “${label}” of pass ${pass}.`,
    elsewhere: (pass: number, label: string) =>
      `Written on “${label}” of pass ${pass}, which is not in this pass. Put it where it belongs.`,
    unknown: (pass: number) => `Written on pass ${pass}. See whether it is where it belongs.`,
  },
};
