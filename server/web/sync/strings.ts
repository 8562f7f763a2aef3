import { saved } from '../shared/frame.ts';
import { count, short } from '../shared/words.ts';

export const live = {
  shots: (made: number, of: number) =>
    made < of
      ? `${made} of ${count(of, 'screenshot')}.`
      : of === 1
        ? 'The screenshot is ready.'
        : `All ${of} screenshots are ready.`,
  newer: {
    ready: (pass: number, writing: boolean) => `Pass ${pass} is ready.${writing ? ' Your drafts move there too.' : ''}`,
    go: (pass: number) => `Go to pass ${pass}`,
    waiting: (n: number) => `${count(n, 'draft')} of yours ${n === 1 ? 'waits' : 'wait'} there.`,
    later: 'Not now',
  },
  outbox: {
    kept: `Saved ${saved} — sent once the service answers.`,
    busy: (seconds: number) =>
      `Too many changes at once. Saved ${saved} — it goes by itself in ${count(seconds, 'second')}.`,
    waiting: (n: number) => `${count(n, 'change')} not sent yet.`,
    waitingHere: (n: number) => `${count(n, 'change')} not sent yet. This browser saves nothing: keep this page open.`,
    marker: (body: string) => `Saved ${saved}, sent once the service answers: ${short(body)}`,
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
  },
  undone: {
    nothing: (id: number) => `Mark ${id} has been changed since, so nothing was undone.`,
    draftBack: 'Not sent. It is a draft again.',
  },
  edited: (id: number) => `Mark ${id} changed.`,
  moved: (id: number) => `Mark ${id} moved.`,
  movedElsewhere: (id: number) => `Somebody changed mark ${id} meanwhile, so it was not moved.`,
  conflict: {
    changed: (body: string) => `Somebody changed this mark meanwhile: “${short(body, 200)}”`,
    place: 'Somebody moved this mark, drew on it or changed its must-fix meanwhile.',
    mine: 'Keep mine',
    theirs: 'Take theirs',
    withdrawn: 'Somebody deleted this mark meanwhile. Your text is saved.',
    verified: 'Somebody verified this mark meanwhile. Your text is saved.',
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
