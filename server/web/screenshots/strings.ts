import { count, percent, short } from '../shared/words.ts';

export const stage = {
  shots: {
    unseen: 'not seen yet',
    new: 'new',
    identical: 'same',
    changed: (share: number | null) => (share === null ? 'changed' : percent(share)),
    changedLong: (share: number | null) =>
      share === null ? 'changed' : `${percent(share)} changed since the last pass`,
    identicalLong: 'same as in the last pass',
    newLong: 'new in this pass',
    marks: (n: number, mustFix: number) => `${count(n, 'mark')}${mustFix === 0 ? '' : `, ${mustFix} must fix`}`,
    coming: 'Capturing…',
    seen: 'seen',
    missing: 'Not in this pass',
    missingLead: (labels: string[]) => `The last pass also had ${labels.join(', ')}.`,
    alt: (label: string, pass: number) => `${label}, pass ${pass}`,
    failed: 'The screenshot did not load.',
    partFailed: 'This part of the screenshot did not load.',
    again: 'Load again',
  },
  modes: {
    label: 'Compare with the previous pass',
    now: 'Now',
    side: 'Side by side',
    swipe: 'Swipe',
    diff: 'Diff',
    onion: 'Onion',
    blink: 'Blink',
    choose: (mode: string) => `Compare: ${mode}`,
    nothing: (label: string, pass: number) =>
      `Pass ${pass} has no screenshot named “${label}”: nothing to compare with.`,
    nothingShort: (pass: number) => `Not in pass ${pass}`,
    passShort: (pass: number) => `Pass ${pass}`,
    peeking: (pass: number) => `Pass ${pass}, while you hold the key`,
    onionLabel: (before: number, now: number) => `Show more of pass ${now} over pass ${before}`,
    onionValue: (now: number, share: number) => `${share} % of pass ${now}`,
    pause: 'Pause',
    play: 'Play',
    identical: (pass: number) => `Identical to pass ${pass}`,
    notCompared: 'Not compared yet',
    legend: { changed: 'changed', added: 'added', removed: 'removed' },
    swipeLabel: (before: number, now: number) => `Show more of pass ${before} or pass ${now}`,
    before: (pass: number) => `Pass ${pass} · before`,
    nowPass: (pass: number) => `Pass ${pass} · now`,
  },
  notices: {
    count: (n: number) => count(n, 'note'),
    label: (n: number) => count(n, 'note on this screenshot', 'notes on this screenshot'),
    of: (label: string, notice: string) => `${label}: ${notice}`,
  },
  changes: {
    label: 'Changes since the last pass',
    outline: 'Show changes',
    next: 'Next change',
    previous: 'Previous change',
    position: (at: number | null, of: number, more: boolean) => {
      const all = `${count(of, 'change')}${more ? ' or more' : ''}`;
      return at === null ? all : `${at + 1} of ${all}`;
    },
    kind: { changed: 'Changed', added: 'Added', removed: 'Removed here' },
    share: (share: number) => `${percent(share)} of the screenshot`,
    announce: (at: number, of: number, kind: string, share: number, marks: readonly number[]) => {
      const where = marks.length === 0 ? 'outside the marks' : `at ${marks.map((id) => `mark ${id}`).join(', ')}`;
      return `Change ${at + 1} of ${of}: ${kind.toLowerCase()}, ${percent(share)} of the screenshot, ${where}`;
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
    full: '100 %',
    now: (scale: number) => `${Math.round(scale * 100)} %`,
  },
};
