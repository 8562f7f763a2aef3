import { count } from '../shared/words.ts';

/** Strings of the comparison with the base, loaded with the reviewer's parts. */
export const words = {
  title: (branch: string) => `Changes since ${branch}`,
  none: 'There is no baseline yet: look at every screenshot.',
  comparing: 'The screenshots are being compared.',
  unchanged: (base: string) => `No visible difference from ${base}.`,
  lead: (base: string, reason: string) => `Compared with ${base} (${reason}).`,
  identical: (n: number) => `${count(n, 'screenshot')} ${n === 1 ? 'looks' : 'look'} the same`,
  kind: { new: 'new', changed: 'changed', removed: 'removed' },
  approvedIn: (outcome: 'approved' | 'changes_requested', number: number | null, by: string | null) =>
    `${outcome === 'approved' ? 'approved' : 'accepted'}${number === null ? ' before' : ` in #${number}`}${by === null ? '' : ` by ${by}`}`,
  show: (n: number, identical: boolean) => `Show ${n} ${identical ? 'unchanged' : 'more'}`,
  onlyChanged: 'Changed only',
  noise: {
    ask: 'This is noise',
    askLabel: (label: string) => `This is noise: “${label}”`,
    label: (label: string) => `Why “${label}” differs by itself`,
    asks: 'Why does it differ without a change?',
    example: 'For example: the clock in the header',
    days: 'Counts as noise for',
    dayCount: (days: number) => `${days} days`,
    meaning:
      'Differences in the same areas and of about the same size then need no look. Once you approve, this counts for other pull requests too.',
    call: 'Call it noise',
    is: ', noise',
    until: 'noise until',
    end: 'Look at it again',
    endLabel: (label: string) => `Look at it again: “${label}”`,
    called: (label: string) => `“${label}” counts as noise.`,
    ended: (label: string) => `“${label}” needs a look again.`,
  },
};
