const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
const percent = (share: number): string => {
  const value = share * 100;
  if (value >= 10) return `${Math.round(value)} %`;
  return value < 0.1 ? '<0.1 %' : `${value.toFixed(1)} %`;
};
const short = (text: string, most = 60): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** Every word the page says, in one place. Functions where a number or a name goes in. */
export const strings = {
  brand: 'Sightline',
  pass: (pass: number, of: number) => `pass ${pass} of ${of}`,
  pullRequest: (number: string) => `pull request ${number}`,
  revision: (revision: string) => `at ${revision.slice(0, 9)}`,
  documentTitle: (title: string) => `${title} · Sightline`,
  landmarks: { shots: 'Shots', stage: 'Picture', panel: 'Marks', decision: 'Decision' },

  shots: {
    unseen: 'not seen yet',
    new: 'new',
    identical: 'same',
    changed: (share: number | null) => (share === null ? 'changed' : percent(share)),
    changedLong: (share: number | null) =>
      share === null ? 'changed' : `${percent(share)} changed since the last pass`,
    identicalLong: 'same as in the last pass',
    newLong: 'new in this pass',
    marks: (n: number) => count(n, 'mark'),
    coming: 'Being made',
    alt: (label: string, pass: number) => `${label}, pass ${pass}`,
    failed: 'The picture did not load.',
    partFailed: 'This part of the picture did not load.',
    again: 'Load it again',
  },

  modes: {
    label: 'Compare with the previous pass',
    now: 'Now',
    side: 'Side by side',
    swipe: 'Swipe',
    diff: 'Diff',
    swipeLabel: (before: number, now: number) => `Show more of pass ${before} or pass ${now}`,
    before: (pass: number) => `Pass ${pass} · before`,
    nowPass: (pass: number) => `Pass ${pass} · now`,
  },

  notices: {
    count: (n: number) => count(n, 'note'),
    label: (n: number) => count(n, 'note on this picture', 'notes on this picture'),
    of: (label: string, notice: string) => `${label}: ${notice}`,
  },

  changes: {
    label: 'Changes since the last pass',
    outline: 'Outline',
    outlineLong: 'Outline what changed',
    next: 'Next change',
    previous: 'Previous change',
    position: (at: number | null, of: number, more: boolean) => {
      const all = `${count(of, 'change')}${more ? ' or more' : ''}`;
      return at === null ? all : `${at + 1} of ${all}`;
    },
    kind: { changed: 'Changed', added: 'Added', removed: 'Removed here' },
    share: (share: number) => `${percent(share)} of the shot`,
    announce: (at: number, of: number, kind: string, share: number, marks: readonly number[]) => {
      const where = marks.length === 0 ? 'outside the marks' : `at ${marks.map((id) => `mark ${id}`).join(', ')}`;
      return `Change ${at + 1} of ${of}: ${kind.toLowerCase()}, ${percent(share)} of the shot, ${where}`;
    },
    outside: 'Changed outside the marks',
    outsideLead: 'Nobody asked for these. Have a look before you approve.',
    all: (n: number) => `Show all ${n}`,
  },

  element: {
    named: (kind: string, name: string) => (name === '' ? kind : `${kind} “${short(name, 48)}”`),
    page: (page: number, text: string) => (text === '' ? `page ${page}` : `page ${page}: “${short(text, 80)}”`),
    matches: (n: number) => (n === 1 ? 'Matches this element alone' : `Matches ${count(n, 'element')} on the page`),
  },

  zoom: {
    out: 'Zoom out',
    in: 'Zoom in',
    fit: 'Fit width',
    full: '100 %',
    now: (scale: number) => `${Math.round(scale * 100)} %`,
  },

  marks: {
    title: 'Marks',
    onShot: (label: string) => label,
    shotGone: 'its shot is not in this pass',
    fromPass: (pass: number) => `from pass ${pass}`,
    mustFix: 'must fix',
    status: {
      open: 'open',
      in_progress: 'being fixed',
      resolved: 'to verify',
      verified: 'verified',
      reopened: 'not fixed yet',
      withdrawn: 'withdrawn',
    },
    pin: (id: number, mustFix: boolean, status: string, body: string) =>
      `Mark ${id}${mustFix ? ', must fix' : ''}, ${status}: ${short(body)}`,
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
    reason: (reason: string) => `Not fixed because: ${reason}`,
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
    resume: 'Go on writing',
    empty: 'Write what should change, then save.',
    handle: { nw: 'upper left', ne: 'upper right', se: 'lower right', sw: 'lower left' },
    dragHandle: (corner: string) => `Drag the ${corner} corner`,
  },

  crosshair: {
    start: 'Mark by keyboard',
    box: 'Mark an area',
    boxOn: 'Draw an area on the picture',
    label:
      'Crosshair on the picture. Arrow keys move it, with Shift in small steps. Enter places a mark, Space starts an area, Escape leaves.',
    at: (x: number, y: number) => `${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down`,
    boxStarted: 'Area started. Move to its other corner, then press Enter.',
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
    fixedToast: (id: number) => `Mark ${id} verified.`,
    reopenedToast: (id: number) => `Mark ${id} goes back for fixing.`,
    afterImage: 'The fixer’s picture',
    afterImageAlt: (id: number) => `What the fixer showed for mark ${id}`,
    afterImageComing: 'The fixer’s picture is being fetched.',
    afterImageAddress: 'Open it where the fixer has it',
    areaChanged: (share: number) => `This area changed: ${percent(share)} of its pixels.`,
    areaSame: 'This area did not change.',
    areaSameHint: 'It was reported as fixed, so look closely.',
  },

  hints: {
    title: 'Hints',
    lead: 'Found automatically or left by whoever sent this. They are no marks until you make them so.',
    toMark: 'Make it a mark',
    hide: 'Hide',
    show: (n: number) => `Show ${count(n, 'hidden hint')}`,
    severity: { suggestion: 'suggestion', a11y: 'accessibility', polish: 'polish' },
    reveal: (body: string) => `Show on the picture: ${short(body)}`,
  },
  guests: {
    title: 'Guests',
    anonymous: 'A guest',
    status: { pending: 'suggested', accepted: 'now a mark', dismissed: 'dismissed' },
  },
  context: { title: 'What to look at' },
  problems: { title: 'Not shown', one: (label: string, message: string) => `${label}: ${message}` },

  panel: {
    more: 'Show more of the list',
    less: 'Show less of the list',
    invite: 'Tap the picture to leave a mark',
    peek: (verify: number, marks: number) =>
      [verify > 0 ? `To verify ${verify}` : '', `Marks ${marks}`].filter(Boolean).join(' · '),
  },

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

  banner: {
    newer: (pass: number) => `This is an older pass. Pass ${pass} is here.`,
    open: (pass: number) => `Open pass ${pass}`,
    preparing: (what: string, done: string) => `${what}: ${done} ready.`,
    offline: 'The service cannot be reached. What you type is kept on this device; the page tries again by itself.',
    previous: (pass: number) => `See pass ${pass}`,
    paused:
      'Decisions are kept, but not sent on: the address that should get them failed five times in a row. Tell whoever asked for this review; once they resume it, the newest decision is sent.',
  },

  preparing: {
    title: {
      images: 'The pictures are being fetched',
      capture: 'The page is being captured',
      pdf: 'The pages are being drawn',
      html: 'The email is being rendered',
    },
    progress: (done: number, of: number, source: 'images' | 'capture' | 'pdf' | 'html') =>
      `${done} of ${count(of, source === 'pdf' ? 'page' : 'shot')}`,
    lead: 'Each takes a few seconds. They appear here by themselves.',
  },
  failed: {
    title: 'No shot could be made',
    lead: 'There is nothing to look at yet. Tell the person who sent you this link:',
  },
  cancelled: { title: 'This review was withdrawn', lead: 'Nobody waits for a decision any more.' },
  gone: {
    title: 'There is no review at this address',
    lead: 'The link may be cut off, mistyped, or the review may have been deleted by the people who asked for it.',
    steps: [
      'Open the link again from the message or pull request it came with; copy all of it.',
      'Ask the person who sent it for a new one.',
    ],
  },
  unreachable: {
    title: 'The review cannot be read just now',
    lead: 'The service did not answer. This page tries again by itself.',
    again: 'Try again now',
  },
  loading: 'Opening the review',

  failure: {
    kept: 'Your words are kept on this device.',
    offline: 'The service cannot be reached. Your words are kept on this device. Try again when you are back online.',
    busy: (seconds: number) =>
      `Too many changes at once. Your words are kept; try again in ${count(seconds, 'second')}.`,
    gone: 'This review is no longer there. Your words are kept on this device: copy them before you close the page.',
    conflict: (message: string) => `${message} The page has been brought up to date. Your words are kept.`,
    refused: (message: string) => `${message} Your words are kept.`,
    broken: 'Something went wrong on our side. Your words are kept on this device. Try again in a minute.',
  },

  dismiss: 'Dismiss',
  close: 'Close',
  help: {
    open: 'Keyboard shortcuts',
    title: 'Keyboard shortcuts',
    single: 'Use single-key shortcuts on this device',
    rows: [
      ['J / K', 'Next or previous shot'],
      ['N / P', 'Next or previous mark'],
      [', / .', 'Previous or next change'],
      ['C', 'Outline what changed'],
      ['1 2 3 4', 'Now, Side by side, Swipe, Diff'],
      ['+ / −', 'Zoom in or out (also Ctrl or ⌘ and wheel)'],
      ['F', 'Fit width'],
      ['0', '100 %'],
      ['M', 'Mark by keyboard'],
      ['E', 'Edit the chosen mark'],
      ['Alt M', 'Must fix, while writing'],
      ['Ctrl Enter', 'Save the mark (⌘ Enter on a Mac)'],
      ['Esc', 'Close; a draft is kept'],
      ['V', 'Looks fixed'],
      ['R', 'Not fixed yet'],
      ['[ / ]', 'Hide or show the columns'],
      ['?', 'This list'],
    ],
  },
  home: {
    token: 'Your try token',
    once: (date: string) =>
      `Keep this token: it is shown once and lasts until ${date}. Whoever has it can read and send reviews of its workspace.`,
    curl: 'Send a first review',
    assistant: 'Add it to a command-line assistant',
    editor: 'Or to an editor’s MCP configuration',
    copy: 'Copy',
    copied: 'Copied',
    failed: 'No token could be made just now. Try again in a minute.',
  },
  columns: { left: 'Shots column', right: 'Marks column' },
} as const;
