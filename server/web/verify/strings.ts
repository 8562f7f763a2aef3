import { percent } from '../../contract/percent.ts';

/** Separate from the other strings, because the list of marks to verify loads after the first screenshot. */
export const verifying = {
  before: 'Before',
  after: 'After',
  beforeAlt: (id: number, pass: number) => `Mark ${id} before, pass ${pass}`,
  afterAlt: (id: number, pass: number) => `Mark ${id} after, pass ${pass}`,
  noBefore: 'There is no earlier screenshot with this name.',
  fixed: 'Looks fixed',
  notFixed: 'Not fixed yet',
  fixedLabel: (id: number) => `Looks fixed: mark ${id}`,
  notFixedLabel: (id: number) => `Not fixed yet: mark ${id}`,
  reason: 'What is still wrong?',
  reasonHelp: 'Optional, but it helps to get it fixed.',
  confirmReopen: 'Report as not fixed',
  doubt: (pass: number) => `This area looks the same as in pass ${pass}. Mark as fixed anyway?`,
  doubtLabel: (id: number) => `Mark ${id} looks the same`,
  confirmFixed: 'Mark as fixed',
  marked: 'As it was marked, before the fix',
  markedAlt: (id: number) => `What mark ${id} is about`,
  difference: 'Difference',
  differenceAlt: (id: number) => `What changed at mark ${id}`,
  criterion: (rule: string, holds: boolean | null, now: string | null) =>
    `${rule}: ${holds === null ? 'can’t be measured any more' : `${holds ? 'holds' : 'does not hold'} (${now})`}`,
  afterImage: 'Image of the fix',
  afterImageAlt: (id: number) => `Image of the fix for mark ${id}`,
  afterImageComing: 'Fetching the image of the fix…',
  afterImageAddress: 'Open the original',
  areaChanged: (share: number) =>
    share === 0
      ? 'It looks the same, but its text, label, link or styles changed.'
      : `This area changed: ${percent(share)} of its pixels.`,
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
};
