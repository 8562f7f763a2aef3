import { count, percent, short } from './words.ts';

/** Marking, the composer and verifying. */
export const mark = {
  marks: {
    title: 'Marks',
    onShot: (label: string) => label,
    shotGone: 'its shot is not in this pass',
    fromPass: (pass: number) => `from pass ${pass}`,
    byGuest: (author: string | null) => (author === null ? 'suggested by a guest' : `suggested by the guest ${author}`),
    mustFix: 'must fix',
    status: {
      open: 'open',
      in_progress: 'in progress',
      resolved: 'to verify',
      verified: 'verified',
      reopened: 'not fixed yet',
      withdrawn: 'withdrawn',
    },
    pin: (id: number, mustFix: boolean, status: string, body: string) =>
      `Mark ${id}${mustFix ? ', must fix' : ''}, ${status}: ${short(body)}`,
    where: (label: string, x: number, y: number) =>
      `on ${label} at ${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`,
    also: (id: number, mustFix: boolean, home: string, body: string) =>
      `Mark ${id}, also here${mustFix ? ', must fix' : ''}, pinned on ${home}: ${short(body)}`,
    alsoShort: (home: string) => `The same element, pinned on ${home}`,
    row: (id: number) => `Show mark ${id}`,
    edit: 'Edit',
    withdraw: 'Withdraw',
    restore: 'Put back',
    withdrawn: 'Withdrawn',
    verified: 'Verified',
    withdrawnToast: (id: number) => `Mark ${id} withdrawn.`,
    undo: 'Undo',
    saved: (id: number) => `Mark ${id} saved.`,
    moved: (id: number) => `Mark ${id} moved.`,
    restored: (id: number) => `Mark ${id} is back.`,
    emptyMouse: 'Click the picture to leave a mark. Drag to mark an area.',
    emptyTouch: 'Tap the picture to leave a mark. Press and hold to mark an area.',
    emptyPreparing: 'You can leave marks as soon as the shots are ready.',
    emptyReadOnly: 'No marks were left on this pass.',
    allReported: 'All that were open are reported as fixed: see above.',
    /** Of a pass that is over: what was left on it, and what has become of that. */
    settledSince: (verified: number, withdrawn: number) => {
      const all = `${count(verified + withdrawn, 'mark')} ${verified + withdrawn === 1 ? 'was' : 'were'} left on this pass.`;
      if (withdrawn === 0) return `${all} ${verified === 1 ? 'It has' : 'All have'} been verified since.`;
      if (verified === 0) return `${all} ${withdrawn === 1 ? 'It was' : 'All were'} withdrawn.`;
      return `${all} Since then ${verified} ${verified === 1 ? 'was' : 'were'} verified and ${withdrawn} withdrawn.`;
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
    note: 'From the fixer',
  },
  composer: {
    create: 'New mark',
    edit: (id: number) => `Edit mark ${id}`,
    label: 'What should change here?',
    mustFix: 'Must fix',
    mustFixHint: 'Approval waits for it',
    save: 'Save mark',
    saving: 'Saving…',
    close: 'Close and keep the draft',
    discard: 'Discard',
    draft: 'Draft',
    draftPin: (body: string) => `Draft, not saved yet: ${short(body)}`,
    resume: 'Continue editing',
    empty: 'Write what should change, then save.',
    handle: {
      nw: 'upper left corner',
      n: 'upper edge',
      ne: 'upper right corner',
      e: 'right edge',
      se: 'lower right corner',
      s: 'lower edge',
      sw: 'lower left corner',
      w: 'left edge',
    },
    dragHandle: (what: string) => `Drag the ${what}`,
  },
  crosshair: {
    start: 'Mark by keyboard',
    kind: 'crosshair',
    label:
      'Crosshair on the picture. Arrow keys move it, with Shift ten times as far. Enter pins what is under it, B or Shift Enter starts and ends an area, Escape leaves.',
    at: (x: number, y: number, element: string | null = null) =>
      `${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down${element === null ? '' : `, ${element}`}`,
    boxStarted: 'Area started. Move to its other corner, then press B or Enter.',
  },
  verify: {
    title: 'To verify',
    lead: 'Reported as fixed. Compare and say whether it is.',
    before: 'Before',
    after: 'After',
    beforeAlt: (id: number, pass: number) => `Mark ${id} before, pass ${pass}`,
    afterAlt: (id: number, pass: number) => `Mark ${id} after, pass ${pass}`,
    noBefore: 'The previous pass has no shot of this name.',
    fixed: 'Looks fixed',
    notFixed: 'Not fixed yet',
    fixedLabel: (id: number) => `Looks fixed: mark ${id}`,
    notFixedLabel: (id: number) => `Not fixed yet: mark ${id}`,
    reason: 'What is still wrong?',
    reasonHint: 'Optional, but it helps whoever fixes it.',
    confirmReopen: 'Say it is not fixed',
    cancel: 'Cancel',
    left: (n: number) => (n === 0 ? 'Nothing left to verify.' : `${n} left to verify.`),
    fixedToast: (id: number, left: number): string => `Mark ${id} verified. ${mark.verify.left(left)}`,
    reopenedToast: (id: number, left: number): string => `Mark ${id} goes back for fixing. ${mark.verify.left(left)}`,
    marked: 'As it was marked; the next pass will show the fix',
    markedAlt: (id: number) => `What mark ${id} is about`,
    reported: 'Reported as fixed',
    reportedLead: 'You can say whether they are, now or on the next pass.',
    reportedThere: (pass: number) => `Pass ${pass} shows them: they are verified there.`,
    difference: 'Difference',
    differenceAlt: (id: number) => `What changed at mark ${id}`,
    afterImage: 'The fixer’s picture',
    afterImageAlt: (id: number) => `What the fixer showed for mark ${id}`,
    afterImageComing: 'The fixer’s picture is being fetched.',
    afterImageAddress: 'Open it where the fixer has it',
    areaChanged: (share: number) => `This area changed: ${percent(share)} of its pixels.`,
    areaSame: 'This area did not change.',
    looksSame: 'It looks the same.',
    /** Empty where it did not move. CSS pixels */
    moved({ right, down }: { right: number; down: number }): string {
      const aside = right === 0 ? [] : [`${Math.abs(right)} px to the ${right > 0 ? 'right' : 'left'}`];
      const along = down === 0 ? [] : [`${Math.abs(down)} px ${down > 0 ? 'down' : 'up'}`];
      const ways = [...along, ...aside];
      return ways.length === 0 ? '' : `It moved ${ways.join(' and ')}.`;
    },
    areaSameHint: 'It was reported as fixed, so look closely.',
  },
};
