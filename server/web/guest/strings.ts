import { short } from '../shared/words.ts';

/** Strings of a guest's suggestions. The reviewer's page does not load them. */
export const guest = {
  badge: 'Guest',
  badgeTitle: 'You have a guest link: you can suggest; the reviewer decides',
  until: 'Open until',
  intro: {
    label: 'About this page',
    text: 'You’re a guest: leave suggestions on these screenshots. The reviewer sees them with your name and decides.',
    close: 'Got it',
  },
  panel: {
    invite: (touch: boolean) => `${touch ? 'Tap' : 'Click'} the screenshot to leave a suggestion`,
    peek: (own: number, marks: number) =>
      [own > 0 ? `Your suggestions ${own}` : '', marks > 0 ? `Marks ${marks}` : ''].filter(Boolean).join(' · ') ||
      'No suggestions',
  },
  own: {
    title: 'Your suggestions',
    what: (letter: string) => `suggestion ${letter}`,
    emptyMouse: 'Click the screenshot to leave a suggestion. Drag to mark an area.',
    emptyTouch: 'Tap the screenshot to leave a suggestion. Press and hold to mark an area.',
    emptyPreparing: 'You can leave suggestions as soon as the screenshots are ready.',
    emptyClosed: 'You left no suggestions from this device.',
    private:
      'Only you and the reviewer see these. One that is accepted becomes a mark, which everybody with a link sees.',
    row: 'Show suggestion',
    marker: (letter: string, state: string, body: string) => `Your suggestion ${letter}, ${state}: ${short(body)}`,
    state: {
      pending: 'with the reviewer',
      accepted: (mark: number | null) => (mark === null ? 'accepted' : `accepted as mark ${mark}`),
      dismissed: 'declined',
      unsent: 'not sent yet, kept on this device',
      unsentChange: 'last change not sent yet, kept on this device',
      refused: 'not sent',
    },
    acceptedLong: (mark: number | null, isThere: boolean) =>
      mark === null
        ? 'The reviewer accepted this.'
        : `The reviewer accepted this as mark ${mark}${isThere ? '' : ', and has deleted that mark'}.`,
    dismissedLong: 'The reviewer declined this.',
    refusedLong: (message: string) => `${message} Your text is saved on this device.`,
    discardChange: 'Discard my change',
    sentNow: (letter: string) => `Suggestion ${letter} is with the reviewer.`,
    keptHere: (letter: string) =>
      `Suggestion ${letter} is kept on this device and sent as soon as the service can be reached.`,
    changed: (letter: string) => `Suggestion ${letter} changed.`,
    moved: (letter: string) => `Suggestion ${letter} moved.`,
    withdrawn: (letter: string) => `Suggestion ${letter} deleted.`,
    back: (letter: string) => `Suggestion ${letter} restored.`,
    updates: {
      accepted: (letter: string, mark: number | null) =>
        `The reviewer accepted suggestion ${letter}${mark === null ? '' : ` as mark ${mark}`}.`,
      dismissed: (letter: string) => `The reviewer declined suggestion ${letter}.`,
      pending: (letter: string) => `Suggestion ${letter} is with the reviewer again.`,
      replied: (letter: string) => `The reviewer replied to suggestion ${letter}.`,
    },
  },
  reviewerMarks: {
    title: 'Marks by the reviewer',
    lead: 'Already marked: no need to repeat these.',
    fixed: 'Fixed marks',
    marker: (id: number, body: string) => `Mark ${id} of the reviewer: ${short(body)}`,
  },
  composer: {
    create: 'New suggestion',
    edit: (letter: string) => `Edit suggestion ${letter}`,
    label: 'What would you suggest here?',
    save: 'Send',
    saveEdit: 'Save',
    name: 'Your name',
    nameHelp: 'Optional; the reviewer sees it. Remembered on this device.',
    empty: 'Write what you suggest, then send it.',
  },
  closed: {
    approved: 'The reviewer has approved this pass. Thank you: nothing more can be suggested here.',
    changes_requested:
      'The reviewer has requested changes. Thank you: nothing more can be suggested until there is a next pass.',
    expired: 'This pass has expired: nothing more can be suggested. Suggestions stay readable.',
    superseded: (pass: number) => `You’re viewing an older pass. Pass ${pass} is available.`,
    supersededAlone: 'A newer pass has replaced this one: nothing more can be suggested here.',
    cancelled: 'This review was withdrawn: no one is waiting for suggestions.',
  },
  missing: 'This no longer exists.',
};
