import { count, short } from '../shared/words.ts';

export const mark = {
  marks: {
    title: 'Marks',
    what: (id: number) => `mark ${id}`,
    shotMissing: 'not in this pass',
    fromPass: (pass: number) => `from pass ${pass}`,
    byGuest: (author: string | null) => (author === null ? 'suggested by a guest' : `suggested by the guest ${author}`),
    yours: 'from your suggestion',
    mustFix: 'must fix',
    status: {
      open: 'open',
      in_progress: 'in progress',
      resolved: 'to verify',
      verified: 'verified',
      reopened: 'not fixed yet',
      withdrawn: 'deleted',
    },
    marker: (id: number, mustFix: boolean, status: string, body: string) =>
      `Mark ${id}${mustFix ? ', must fix' : ''}, ${status}: ${short(body)}`,
    where: (label: string, x: number, y: number) =>
      `on ${label} at ${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`,
    also: (id: number, mustFix: boolean, home: string, body: string) =>
      `Mark ${id}, also here${mustFix ? ', must fix' : ''}, marked on ${home}: ${short(body)}`,
    alsoShort: (home: string) => `The same element, marked on ${home}`,
    row: (id: number) => `Show mark ${id}`,
    edit: 'Edit',
    withdraw: 'Delete',
    restore: 'Restore',
    withdrawn: 'Deleted',
    verified: 'Verified',
    withdrawnToast: (id: number) => `Mark ${id} deleted.`,
    undo: 'Undo',
    saved: (id: number) => `Mark ${id} saved.`,
    restored: (id: number) => `Mark ${id} restored.`,
    emptyMouse: 'Click the screenshot to leave a mark. Drag to mark an area.',
    emptyTouch: 'Tap the screenshot to leave a mark. Press and hold to mark an area.',
    emptyPreparing: 'You can leave marks as soon as the screenshots are ready.',
    emptyReadOnly: 'No marks were left on this pass.',
    allReported: 'All open marks are reported as fixed; see above.',
    /** For a pass that is over: what became of its marks. */
    settled: (verified: number, withdrawn: number) => {
      const all = (n: number) => (n === 1 ? 'The mark is' : `All ${n} marks are`);
      if (withdrawn === 0) return `${all(verified)} verified.`;
      if (verified === 0) return `${all(withdrawn)} deleted.`;
      return `${count(verified, 'mark')} ${verified === 1 ? 'is' : 'are'} verified and ${withdrawn} deleted.`;
    },
    position: {
      uncertain: {
        fact: 'position uncertain',
        title: 'Position uncertain',
        sentence: 'What was marked was not found again for certain. Its place here is an estimate.',
        todo: 'Move it if it should be elsewhere.',
      },
      element_removed: {
        fact: 'element removed',
        title: 'Element removed',
        sentence:
          'What was marked is no longer on this screenshot: it was removed or hidden. The mark is about where it was.',
        todo: 'Move the mark if it should be about something else.',
      },
    },
    reason: 'Not fixed because:',
    note: 'About the fix',
  },
  composer: {
    create: 'New mark',
    edit: (id: number) => `Edit mark ${id}`,
    label: 'What should change here?',
    mustFix: 'Must fix',
    mustFixHelp: 'Approval waits for it',
    save: 'Save mark',
    saving: 'Saving…',
    close: 'Close and keep the draft',
    discard: 'Discard',
    draft: 'Draft',
    draftMarker: (body: string) => `Draft, not saved yet: ${short(body)}`,
    noWords: 'No words yet',
    resume: 'Continue editing',
    empty: 'Write what should change, then save.',
  },
  crosshair: {
    start: 'Mark by keyboard',
  },
  verify: {
    title: 'To verify',
    lead: 'Reported as fixed. Check whether each one is.',
    cancel: 'Cancel',
    noWords: 'Write something first.',
    left: (n: number) => (n === 0 ? 'Nothing left to verify.' : `${n} left to verify.`),
    fixedToast: (id: number, left: number): string => `Mark ${id} verified. ${mark.verify.left(left)}`,
    reopenedToast: (id: number, left: number): string =>
      `Mark ${id} was sent back to be fixed. ${mark.verify.left(left)}`,
    reported: 'Reported as fixed',
    reportedLead: 'You can verify them now or on the next pass.',
    reportedThere: (pass: number) => `Verify them on pass ${pass}.`,
  },
};
