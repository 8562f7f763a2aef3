import { count, short } from '../shared/words.ts';

const list = (ids: readonly number[]): string =>
  ids.length < 2 ? `${ids[0] ?? ''}` : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
const marks = (ids: readonly number[]): string => `${ids.length === 1 ? 'Mark' : 'Marks'} ${list(ids)}`;
const were = (n: number): string => (n === 1 ? 'was' : 'were');

export const live = {
  updates: {
    suggestion: (author: string | null) => `${author ?? 'A guest'} left a suggestion.`,
    suggestions: (n: number) => `${n} suggestions came in.`,
    fixed: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} reported fixed.`,
    inProgress: (ids: readonly number[]) => `${marks(ids)} ${ids.length === 1 ? 'is' : 'are'} in progress.`,
    added: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} added.`,
    changed: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} changed.`,
    withdrawn: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} deleted.`,
    verified: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} verified.`,
    reopened: (ids: readonly number[]) => `${marks(ids)} ${were(ids.length)} sent back to be fixed.`,
    findings: (n: number) => `${count(n, 'finding')} came in.`,
    shots: (made: number, of: number) =>
      made < of
        ? `${made} of ${count(of, 'screenshot')}.`
        : of === 1
          ? 'The screenshot is ready.'
          : `All ${of} screenshots are ready.`,
    pass: (pass: number) => `Pass ${pass} is ready.`,
    decided: (by: string | null) => `${by ?? 'Somebody'} has decided.`,
    closed: 'This review can no longer be changed.',
  },
  newer: {
    ready: (pass: number, writing: boolean) => `Pass ${pass} is ready.${writing ? ' Your drafts move there too.' : ''}`,
    go: (pass: number) => `Go to pass ${pass}`,
    waiting: (n: number) => `${count(n, 'draft')} of yours ${n === 1 ? 'waits' : 'wait'} there.`,
    later: 'Not now',
  },
  outbox: {
    kept: 'Saved on this device — sent when you are back online.',
    busy: (seconds: number) =>
      `Too many changes at once. Saved on this device — it goes by itself in ${count(seconds, 'second')}.`,
    waiting: (n: number) => `${count(n, 'change')} not sent yet.`,
    waitingHere: (n: number) => `${count(n, 'change')} not sent yet. This browser saves nothing: keep this page open.`,
    marker: (body: string) => `Saved on this device, sent when you are back online: ${short(body)}`,
    ofMark: (id: number, name: string) => `${id}. ${name}`,
    sent: (n: number) => (n === 1 ? 'Your saved change was sent.' : `Your ${n} saved changes were sent.`),
    refusedDraft: (message: string) =>
      `It was not accepted: ${message} Your text is saved as a draft: copy it, or continue editing.`,
    refused: (what: string, message: string) => `${what} was not accepted: ${message}`,
    missing: 'it no longer exists.',
    broken: 'something went wrong on our side.',
    reason: (reason: string) => ` Your text: “${reason}”`,
    act: {
      place_mark: () => 'Your mark',
      edit_mark: (id: number) => `Your change of mark ${id}`,
      withdraw_mark: (id: number) => `Deleting mark ${id}`,
      restore_mark: (id: number) => `Restoring mark ${id}`,
      verify_mark: (id: number) => `“Looks fixed” for mark ${id}`,
      reopen_mark: (id: number) => `“Not fixed yet” for mark ${id}`,
      accept_finding: () => 'Adding the finding as a mark',
      hide_finding: () => 'Dismissing the finding',
      restore_finding: () => 'Restoring the finding',
      accept_suggestion: () => 'Accepting the suggestion',
      dismiss_suggestion: () => 'Dismissing the suggestion',
      restore_suggestion: () => 'Restoring the suggestion',
    },
    before: (n: number) =>
      `Nothing was decided: ${count(n, 'change')} of yours ${n === 1 ? 'is' : 'are'} not sent yet. Your note is saved; decide again once the service can be reached.`,
  },
  undecided: {
    offline:
      'Nothing was decided: the service cannot be reached. Your note is saved; decide again when you are back online.',
    broken: 'Nothing was decided: something went wrong on our side. Your note is saved; try again in a minute.',
    busy: (seconds: number) =>
      `Nothing was decided: too many requests at once. Your note is saved; try again in ${count(seconds, 'second')}.`,
    missing: 'Nothing was decided: this review no longer exists. Copy your note before you close the page.',
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
    withdrawn: 'Somebody deleted this mark meanwhile. Your text is saved.',
    missing: 'This mark is no longer in this pass. Your text is saved.',
    anew: 'Make a new mark',
    taken: 'Their version is shown now.',
  },
  origin: ({ pass, label, found }: { pass: number; label: string | null; found: boolean }) => {
    if (label === null) return `Written on pass ${pass}. See whether it is where it belongs.`;
    const where = `Written on “${label}” of pass ${pass}`;
    return found ? `${where}.` : `${where}, which is not in this pass. Put it where it belongs.`;
  },
};
