import { count } from '../shared/words.ts';

/** Separate from the other strings, because the list of marks loads after the first screenshot. */
export const filtering = {
  label: 'Filter marks',
  name: (filter: string, listed: number) => `Filter marks: ${filter} ${listed}`,
  filter: {
    all: 'All marks',
    shot: 'On this screenshot',
    must: 'Must fix',
    open: 'Open',
    verify: 'To verify',
  },
  listed: (listed: number, of: number) => `${listed} of ${count(of, 'mark')} listed.`,
  left: (n: number) => (n === 1 ? 'The filter hides 1 mark here.' : `The filter hides ${n} marks here.`),
  selected: (id: number) => `Mark ${id} is selected, but the filter hides it.`,
  showAll: 'Show all',
};
