import { saved } from '../shared/frame.ts';
import { count } from '../shared/words.ts';

export const frame = {
  brand: 'Sightline',
  pass: (pass: number, of: number) => `pass ${pass} of ${of}`,
  pullRequest: (number: number) => `pull request ${number}`,
  pullRequestShort: (number: number) => `PR #${number}`,
  passes: {
    menu: (pass: string) => `About this review, ${pass}`,
    label: 'All passes, newest first',
    one: (pass: number) => `Pass ${pass}`,
    here: '· this pass',
    readOnly: 'view only',
    until: 'open until',
    status: {
      preparing: 'preparing',
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
  landmarks: { shots: 'Screenshots', stage: 'Screenshot', panel: 'Marks', decision: 'Decision' },
  context: { title: 'What to look at' },
  problems: { title: 'Not shown', one: (label: string, message: string) => `${label}: ${message}` },
  panel: {
    more: 'Show more of the list',
    less: 'Show less of the list',
    invite: (touch: boolean) => `${touch ? 'Tap' : 'Click'} the screenshot to leave a mark`,
    /** `reported` marks are listed under the title `queue`. */
    peek: (queue: string, reported: number, marks: number, findings: number, suggested: number) =>
      [
        reported > 0 ? `${queue} ${reported}` : '',
        marks > 0 || reported + findings + suggested === 0 ? `Marks ${marks}` : '',
        findings > 0 ? `Findings ${findings}` : '',
        suggested > 0 ? `Guests ${suggested}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
  },
  banner: {
    newer: (pass: number) => `You’re viewing an older pass. Pass ${pass} is available.`,
    open: (pass: number) => `Open pass ${pass}`,
    preparing: (what: string, done: string) => `${what}: ${done}.`,
    offline: `The service cannot be reached. What you type is saved ${saved}, and the page keeps trying.`,
    previous: (pass: number) => `See pass ${pass}`,
    missing: 'This review was deleted. You’re seeing its last version; copy your text before you close the page.',
    paused:
      'Decisions are saved but not sent: the webhook failed five times in a row. Let the requester know. When they resume it, the latest decision is sent.',
  },
  preparing: {
    any: 'Preparing screenshots',
    title: {
      images: 'Fetching images',
      capture: 'Capturing the page',
      pdf: 'Rendering the pages',
      html: 'Rendering the email',
    },
    progress: (done: number, of: number, source: 'images' | 'capture' | 'pdf' | 'html') =>
      `${done} of ${count(of, source === 'pdf' ? 'page' : 'screenshot')} ready`,
    jobs: (n: number) => `Waiting for ${count(n, 'job')}`,
    lead: 'The screenshots appear here automatically.',
  },
  failed: {
    title: 'No screenshot could be made',
    lead: 'There’s nothing to review yet. Let the person who sent you this link know.',
  },
  noShots: 'There are no screenshots to review.',
  cancelled: { title: 'This review was withdrawn', lead: 'No one is waiting for an answer. You can close this page.' },
  missing: {
    title: 'There is no review at this address',
    lead: 'The link may be cut off or mistyped, or the requester may have deleted the review.',
    steps: [
      'Open the link again from the message or pull request it came with; copy all of it.',
      'Ask the person who sent it for a new one.',
    ],
  },
  unreachable: {
    title: 'The review can’t be loaded right now',
    lead: 'The service did not answer. This page keeps trying.',
    again: 'Try again now',
  },
  openInBrowser: 'Open in browser',
  loading: 'Opening the review',
  failure: {
    kept: `Your text is saved ${saved}.`,
    offline: `The service cannot be reached. Your text is saved ${saved}. Try again once it answers.`,
    busy: (seconds: number) =>
      `Too many changes at once. Your text is saved; try again in ${count(seconds, 'second')}.`,
    missing: `This review no longer exists. Your text is saved ${saved}: copy it before you close the page.`,
    conflict: (message: string) => `${message} The page has been brought up to date. Your text is saved.`,
    refused: (message: string) => `${message} Your text is saved.`,
    broken: `Something went wrong on our side. Your text is saved ${saved}. Try again in a minute.`,
  },
  dismiss: 'Dismiss',
  close: 'Close',
  columns: { left: 'Screenshots column', right: 'Marks column' },
  help: {
    open: 'Keyboard shortcuts',
    title: 'Keyboard shortcuts',
    single: 'Use single-key shortcuts on this device',
  },
};
