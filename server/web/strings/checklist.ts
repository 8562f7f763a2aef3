import type { ReviewType } from '../../contract/review.ts';
import { count } from './words.ts';

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

/** The workspace page's checklist, and the second opinion of one review. Not in the review page's bundle. */
export const checklist = {
  title: 'Checklist',
  lead: 'What a second opinion looks at before the reviewer does. What is off here is off for all later ones of this workspace.',
  model: (name: string) => `The model ${name} is asked as well; it may be wrong.`,
  ofModel: 'Only a model can tell.',
  loading: 'Reading the checklist…',
  broken: 'The checklist cannot be read just now.',
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
    lead: 'Has the checklist looked at every shot. What is found stands beside the shots as hints.',
    ask: 'Ask for a second opinion',
    again: 'Ask again',
    asking: 'Asking…',
    looking: (done: number, all: number) => `${done} of ${count(all, 'shot')} looked at…`,
    found: (shots: number, hints: number) =>
      `${count(shots, 'shot')} looked at: ${hints === 0 ? 'nothing found' : `${count(hints, 'hint')} found`}.`,
    failed: (shots: number) => `${count(shots, 'shot')} could not be looked at.`,
    asked: (shots: number) => `${count(shots, 'shot')} will be looked at.`,
  },
};
