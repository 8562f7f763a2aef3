import { percent } from '../../contract/percent.ts';
import { count, short } from '../shared/words.ts';

export const stage = {
  shots: {
    unseen: 'not seen yet',
    new: 'new',
    identical: 'same',
    changed: (share: number | null) => (share === null ? 'changed' : percent(share)),
    changedLong: (share: number | null, since: string) =>
      share === null ? 'changed' : `${percent(share)} changed since ${since}`,
    identicalLong: (since: string) => `looks the same as in ${since}`,
    newLong: (since: string) => `new since ${since}`,
    approved: 'approved',
    approvedLong: 'approved before',
    noise: 'noise',
    marks: (n: number, mustFix: number) => `${count(n, 'mark')}${mustFix === 0 ? '' : `, ${mustFix} must fix`}`,
    coming: 'Preparing…',
    seen: 'seen',
    missing: 'Not shown in this pass',
    missingLead: (labels: string[]) => `The last pass also had ${labels.join(', ')}.`,
    alt: (label: string, of: string) => `${label}, ${of}`,
    failed: 'The screenshot did not load.',
    partFailed: 'This part of the screenshot did not load.',
    again: 'Load again',
  },
  modes: {
    label: 'Compare',
    with: 'Compare with',
    pass: (pass: number) => `pass ${pass}`,
    passTitle: (pass: number) => `Pass ${pass}`,
    base: (branch: string, commit: string | null) => `${branch} at ${(commit ?? '').slice(0, 7)}`,
    now: 'Now',
    side: 'Side by side',
    swipe: 'Swipe',
    diff: 'Diff',
    onion: 'Onion',
    blink: 'Blink',
    choose: (mode: string) => `Compare: ${mode}`,
    nothing: (label: string, side: string) => `${side} has nothing to compare “${label}” with.`,
    peeking: (side: string) => `${side}, while you hold the key`,
    onionLabel: (before: string, now: string) => `Show more of ${now} over ${before}`,
    onionValue: (now: string, share: number) => `${share} % of ${now}`,
    pause: 'Pause',
    play: 'Play',
    identical: (side: string) => `No visible difference from ${side}`,
    notCompared: 'Not compared yet',
    legend: { changed: 'changed', added: 'added', removed: 'removed' },
    swipeLabel: (before: string, now: string) => `Show more of ${before} or ${now}`,
    before: (side: string, page: string | null) => `${page === null ? side : `${side}, ${page}`} · before`,
    nowPass: (pass: number) => `Pass ${pass} · now`,
  },
  notices: {
    count: (n: number) => count(n, 'note'),
    label: (n: number) => count(n, 'note on this screenshot', 'notes on this screenshot'),
    of: (label: string, notice: string) => `${label}: ${notice}`,
  },
  changes: {
    label: (since: string) => `Changes since ${since}`,
    outline: 'Show changes',
    next: 'Next change',
    previous: 'Previous change',
    position: (at: number | null, of: number, more: boolean) => {
      const all = `${count(of, 'change')}${more ? ' or more' : ''}`;
      return at === null ? all : `${at + 1} of ${all}`;
    },
    kind: { changed: 'Changed', added: 'Added', removed: 'Removed here' },
    share: (share: number) => `${percent(share)} of the screenshot`,
    announce: (at: number, of: number, kind: string, share: number, marks: readonly number[] | null) => {
      const start = `Change ${at + 1} of ${of}: ${kind.toLowerCase()}, ${percent(share)} of the screenshot`;
      // Against the base it is not known which marks a change is about.
      if (marks === null) return start;
      return `${start}, ${marks.length === 0 ? 'outside the marks' : `at ${marks.map((id) => `mark ${id}`).join(', ')}`}`;
    },
    outside: 'Changed outside the marks',
    outsideLead: 'Some may follow from a fix.',
    outsideCheck: 'Check them before you approve.',
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
    whole: 'Fit whole',
    full: '100 %',
    now: (scale: number) => `${Math.round(scale * 100)} %`,
  },
};
