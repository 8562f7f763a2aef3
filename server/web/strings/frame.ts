import { count } from './words.ts';

/** The frame of the page, its states and its failures. */
export const frame = {
  brand: 'Sightline',
  pass: (pass: number, of: number) => `pass ${pass} of ${of}`,
  pullRequest: (number: string) => `pull request ${number}`,
  pullRequestShort: (number: string) => `PR #${number}`,
  passes: {
    menu: (pass: string) => `About this review, ${pass}`,
    label: 'All passes, the newest first',
    one: (pass: number) => `Pass ${pass}`,
    here: '· this one',
    readOnly: 'to read only',
    until: 'can be decided until',
    status: {
      preparing: 'being prepared',
      open: 'open',
      approved: 'approved',
      changes_requested: 'changes requested',
      superseded: 'not decided',
      expired: 'expired',
      failed: 'failed',
      cancelled: 'withdrawn',
    },
  },
  revision: (revision: string) => `at ${revision.slice(0, 9)}`,
  documentTitle: (title: string) => `${title} · Sightline`,
  landmarks: { shots: 'Shots', stage: 'Picture', panel: 'Marks', decision: 'Decision' },
  context: { title: 'What to look at' },
  problems: { title: 'Not shown', one: (label: string, message: string) => `${label}: ${message}` },
  panel: {
    more: 'Show more of the list',
    less: 'Show less of the list',
    invite: 'Tap the picture to leave a mark',
    peek: (verify: number, marks: number, suggested = 0) =>
      [verify > 0 ? `To verify ${verify}` : '', `Marks ${marks}`, suggested > 0 ? `Guests ${suggested}` : '']
        .filter(Boolean)
        .join(' · '),
  },
  banner: {
    newer: (pass: number) => `This is an older pass. Pass ${pass} is here.`,
    open: (pass: number) => `Open pass ${pass}`,
    preparing: (what: string, done: string) => `${what}: ${done} ready.`,
    offline: 'The service cannot be reached. What you type is kept on this device; the page tries again by itself.',
    previous: (pass: number) => `See pass ${pass}`,
    gone: 'This review was deleted meanwhile. What you see is what was last read; copy your words before you close the page.',
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
  noShots: 'There is no shot to look at.',
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
  columns: { left: 'Shots column', right: 'Marks column' },
};
