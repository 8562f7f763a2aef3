import type { ReviewType } from '../../contract/review.ts';
import { count } from '../shared/words.ts';

type Types = readonly ReviewType[];

const kinds: Record<ReviewType, string> = {
  ui: 'interfaces',
  website: 'websites',
  presentation: 'presentations',
  email: 'emails',
};

/** “interfaces, websites and emails” */
function inWords(types: Types): string {
  if (types.length === Object.keys(kinds).length) return 'all kinds of reviews';
  const names = types.map((type) => kinds[type]);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Strings of the checklist, not in the review page's bundle. */
export const checklist = {
  title: 'Checklist',
  lead: 'What a second opinion checks before the reviewer does. Disabled rules are skipped in future runs of this workspace.',
  model: (name: string) => `The model ${name} is asked as well; it may be wrong.`,
  ofModel: 'Needs a model.',
  loading: 'Loading the checklist…',
  broken: 'The checklist can’t be loaded right now.',
  retry: 'Try again',
  group: {
    screens: 'Interfaces and websites',
    presentations: 'Presentations',
    emails: 'Emails',
    several: 'Several kinds of reviews',
  },
  only: (types: Types) => `For ${inWords(types)}.`,
  rules: (n: number, off: number) => (off === 0 ? count(n, 'rule') : `${count(n, 'rule')}, ${off} off`),
  on: (title: string) => `“${title}” is on again.`,
  off: (title: string) => `“${title}” is off.`,
  undo: 'Undo',

  opinion: {
    title: 'Second opinion',
    lead: 'Runs the checklist on every screenshot. The reviewer sees what it finds.',
    ask: 'Get a second opinion',
    again: 'Run again',
    asking: 'Starting…',
    looking: (done: number, all: number) => `${done} of ${count(all, 'screenshot')} checked…`,
    found: (shots: number, findings: number) => `${count(shots, 'screenshot')} checked: ${count(findings, 'finding')}.`,
    failed: (shots: number) => `${count(shots, 'screenshot')} could not be checked.`,
    asked: (shots: number) => `${count(shots, 'screenshot')} will be checked.`,
  },
};
