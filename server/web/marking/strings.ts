import { count, percent, short } from '../shared/words.ts';

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
      'Crosshair on the screenshot. Arrow keys move it, with Shift ten times as far. Enter places a mark, B or Shift Enter starts and ends an area, Escape leaves.',
    at: (x: number, y: number, element: string | null = null) =>
      `${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down${element === null ? '' : `, ${element}`}`,
    boxStarted: 'Area started. Move to its other corner, then press B or Enter.',
  },
  verify: {
    title: 'To verify',
    lead: 'Reported as fixed. Check whether each one is.',
    before: 'Before',
    after: 'After',
    beforeAlt: (id: number, pass: number) => `Mark ${id} before, pass ${pass}`,
    afterAlt: (id: number, pass: number) => `Mark ${id} after, pass ${pass}`,
    noBefore: 'The previous pass has no screenshot with this name.',
    fixed: 'Looks fixed',
    notFixed: 'Not fixed yet',
    fixedLabel: (id: number) => `Looks fixed: mark ${id}`,
    notFixedLabel: (id: number) => `Not fixed yet: mark ${id}`,
    reason: 'What is still wrong?',
    reasonHelp: 'Optional, but it helps to get it fixed.',
    confirmReopen: 'Report as not fixed',
    cancel: 'Cancel',
    left: (n: number) => (n === 0 ? 'Nothing left to verify.' : `${n} left to verify.`),
    fixedToast: (id: number, left: number): string => `Mark ${id} verified. ${mark.verify.left(left)}`,
    reopenedToast: (id: number, left: number): string =>
      `Mark ${id} was sent back to be fixed. ${mark.verify.left(left)}`,
    marked: 'As it was marked, before the fix',
    markedAlt: (id: number) => `What mark ${id} is about`,
    reported: 'Reported as fixed',
    reportedLead: 'You can verify them now or on the next pass.',
    reportedThere: (pass: number) => `Verify them on pass ${pass}.`,
    difference: 'Difference',
    differenceAlt: (id: number) => `What changed at mark ${id}`,
    afterImage: 'Image of the fix',
    afterImageAlt: (id: number) => `Image of the fix for mark ${id}`,
    afterImageComing: 'Fetching the image of the fix…',
    afterImageAddress: 'Open the original',
    areaChanged: (share: number) => `This area changed: ${percent(share)} of its pixels.`,
    areaSame: 'This area did not change.',
    looksSame: 'It looks the same.',
    /** In CSS pixels. Empty where it did not move */
    moved({ right, down }: { right: number; down: number }): string {
      const aside = right === 0 ? [] : [`${Math.abs(right)} px to the ${right > 0 ? 'right' : 'left'}`];
      const along = down === 0 ? [] : [`${Math.abs(down)} px ${down > 0 ? 'down' : 'up'}`];
      const ways = [...along, ...aside];
      return ways.length === 0 ? '' : `It moved ${ways.join(' and ')}.`;
    },
    /** In CSS pixels. Empty where its size did not change */
    resized({ wider, taller }: { wider: number; taller: number }): string {
      const aside = wider === 0 ? [] : [`${Math.abs(wider)} px ${wider > 0 ? 'wider' : 'narrower'}`];
      const along = taller === 0 ? [] : [`${Math.abs(taller)} px ${taller > 0 ? 'taller' : 'shorter'}`];
      const ways = [...aside, ...along];
      return ways.length === 0 ? '' : `Its element is now ${ways.join(' and ')}.`;
    },
    areaSameNote: 'It was reported as fixed, so look closely.',
  },
};
