import { count, short } from './words.ts';

/** The guests' page. It stands alone: the reviewer's page does not load it. */
export const guest = {
  documentTitle: (title: string) => `${title} · suggestions · Sightline`,
  badge: 'Guest',
  badgeTitle: 'You look at this with a guest link: you can suggest, the reviewer decides',
  pass: (pass: number) => `pass ${pass}`,
  until: 'Open until',
  loading: 'Opening the pictures',
  intro: {
    label: 'What this page is',
    text: 'You are a guest: leave suggestions on these pictures. The reviewer sees them with your name and decides.',
    close: 'Got it',
  },
  panel: {
    label: 'Suggestions',
    column: 'Suggestions column',
    invite: 'Tap the picture to leave a suggestion',
    peek: (own: number, pinned: number) =>
      [own > 0 ? `Your suggestions ${own}` : '', pinned > 0 ? `Pinned already ${pinned}` : '']
        .filter(Boolean)
        .join(' · ') || 'No suggestions',
  },
  own: {
    title: 'Your suggestions',
    emptyMouse: 'Click the picture to leave a suggestion. Drag to mark an area.',
    emptyTouch: 'Tap the picture to leave a suggestion. Press and hold to mark an area.',
    emptyPreparing: 'You can leave suggestions as soon as the pictures are ready.',
    emptyClosed: 'You left no suggestions from this device.',
    private: 'Only you and the reviewer see these.',
    row: 'Show suggestion',
    pin: (letter: string, state: string, body: string) => `Your suggestion ${letter}, ${state}: ${short(body)}`,
    pinHint: 'Arrow keys move it',
    state: {
      pending: 'with the reviewer',
      accepted: (mark: number | null) => (mark === null ? 'taken over' : `taken over as mark ${mark}`),
      dismissed: 'not followed',
      unsent: 'not sent yet, kept on this device',
      unsentChange: 'last change not sent yet, kept on this device',
      refused: 'not sent',
    },
    acceptedLong: (mark: number | null) =>
      mark === null
        ? 'The reviewer took this over.'
        : `The reviewer took this over: it is mark ${mark} now, and goes to whoever fixes it.`,
    dismissedLong: 'The reviewer read this and did not follow it.',
    refusedLong: (message: string) => `${message} Your words are kept on this device.`,
    edit: 'Edit',
    move: 'Move',
    takeBack: 'Take back',
    discard: 'Discard',
    discardChange: 'Discard my change',
    sentNow: (letter: string) => `Suggestion ${letter} is with the reviewer.`,
    keptHere: (letter: string) =>
      `Suggestion ${letter} is kept on this device and sent as soon as the service can be reached.`,
    changed: (letter: string) => `Suggestion ${letter} changed.`,
    moved: (letter: string) => `Suggestion ${letter} moved.`,
    takenBack: (letter: string) => `Suggestion ${letter} taken back.`,
    back: (letter: string) => `Suggestion ${letter} is as it was.`,
    news: {
      accepted: (letter: string, mark: number | null) =>
        `The reviewer took suggestion ${letter} over${mark === null ? '' : ` as mark ${mark}`}.`,
      dismissed: (letter: string) => `The reviewer did not follow suggestion ${letter}.`,
      pending: (letter: string) => `Suggestion ${letter} is with the reviewer again.`,
    },
  },
  pinned: {
    title: 'Pinned by the reviewer',
    lead: 'Already noted: no need to say these again.',
    row: 'Show mark',
    pin: (id: number, body: string) => `Mark ${id} of the reviewer: ${short(body)}`,
    yours: 'from your suggestion',
    fixed: 'fixed',
  },
  moving: {
    text: (letter: string) => `Choose the new place of suggestion ${letter}.`,
    cancel: 'Leave it where it is',
  },
  composer: {
    create: 'New suggestion',
    edit: (letter: string) => `Edit suggestion ${letter}`,
    label: 'What would you suggest here?',
    save: 'Send',
    saveEdit: 'Save',
    name: 'Your name',
    nameHint: 'Optional; the reviewer sees it. Remembered on this device.',
    empty: 'Write what you suggest, then send it.',
  },
  closed: {
    approved: 'The reviewer has approved this pass. Thank you: nothing more can be suggested here.',
    changes_requested:
      'The reviewer has requested changes. Thank you: nothing more can be suggested until there is a next pass.',
    expired: 'This pass has expired: nothing more can be suggested. What was said stays readable.',
    superseded: (pass: number) => `This is an older pass. Pass ${pass} is here.`,
    supersededAlone: 'A newer pass has taken this one’s place: nothing more can be suggested here.',
    cancelled: 'This review was withdrawn: nobody waits for suggestions any more.',
    open: (pass: number) => `Go to pass ${pass}`,
    drafts: (n: number) => `${count(n, 'draft')} of yours ${n === 1 ? 'waits' : 'wait'} there.`,
  },
  failed: {
    title: 'There are no pictures to look at',
    lead: 'They could not be made. Tell the person who sent you this link.',
  },
  cancelled: {
    title: 'This review was withdrawn',
    lead: 'Nobody waits for suggestions any more. You can close this page.',
  },
  preparing: {
    title: 'The pictures are being made',
    progress: (done: number, of: number) => `${done} of ${count(of, 'picture')}`,
    lead: 'Each takes a few seconds. They appear here by themselves.',
    more: (done: string) => `More pictures are being made: ${done} ready.`,
  },
  offline: 'The service cannot be reached. What you write is kept on this device and sent later, by itself.',
  failure: {
    gone: 'This is no longer there.',
    refused: (message: string) => `${message} Your words are kept.`,
  },
  help: [
    ['J / K', 'Next or previous picture'],
    ['N / P', 'Next or previous suggestion or mark'],
    ['M', 'Suggest by keyboard'],
    ['A', 'Mark an area by two clicks'],
    ['Space and drag', 'Move the picture (also the middle button)'],
    ['Arrows', 'On one of your pins: move it (with Shift in steps of ten)'],
    ['E', 'Edit the chosen suggestion'],
    ['Ctrl Enter', 'Send (⌘ Enter on a Mac)'],
    ['Ctrl Z', 'Undo what was just done (⌘ Z on a Mac)'],
    ['+ / −', 'Zoom in or out (also Ctrl or ⌘ and wheel)'],
    ['F', 'Fit width'],
    ['0', '100 %'],
    ['Esc', 'Close; a draft is kept'],
    ['[ / ]', 'Hide or show the columns'],
    ['?', 'This list'],
  ],
};
