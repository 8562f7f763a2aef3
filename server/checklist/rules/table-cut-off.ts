import type { Rule } from '../rule.ts';
import { quote } from '../support/words.ts';

const NAMED = 3;

export const tableCutOff: Rule = {
  id: 'table-cut-off',
  title: 'Table cut off',
  checks: 'Every column of a table is visible or can be scrolled to.',
  why: 'People on this screen do not know that there are more columns.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  find({ facts }) {
    return (facts.page?.cutTables ?? []).map(({ box, columns }) => {
      const named = columns.filter((name) => name.trim() !== '').slice(0, NAMED);
      const names = named.map((name) => quote(name, 30));
      const last = names.length > 1 ? ` and ${names.pop()}` : '';
      const isOne = columns.length === 1;
      const which = names.length === 0 ? '' : `, ${isOne ? '' : 'such as '}${names.join(', ')}${last},`;
      return {
        box,
        what: `${isOne ? 'One column' : `${columns.length} columns`} of this table${which} ${isOne ? 'is' : 'are'} cut off and cannot be scrolled to.`,
        fix: 'Wrap the table in a container with overflow-x: auto, or stack its cells on narrow screens.',
        weight: 0.9,
      };
    });
  },
  fails: {
    as: 'mobile',
    html: `<body style="margin:0;font:16px sans-serif"><h1>Ferries</h1>
      <div data-defect style="overflow:hidden"><table style="width:760px;border-collapse:collapse"><tr><th>From</th><th>To</th><th>Leaves</th><th>Arrives</th><th>Deck</th></tr>
      <tr><td>Ghent harbour</td><td>Hilltown pier</td><td>6:12</td><td>8:40</td><td>Upper</td></tr></table></div><p>No ferries on Sundays.</p></body>`,
  },
  passes: {
    as: 'mobile',
    html: `<body style="margin:0;font:16px sans-serif"><h1>Ferries</h1>
      <div style="overflow:auto" tabindex="0"><table style="width:760px;border-collapse:collapse"><tr><th>From</th><th>To</th><th>Leaves</th><th>Arrives</th><th>Deck</th></tr>
      <tr><td>Ghent harbour</td><td>Hilltown pier</td><td>6:12</td><td>8:40</td><td>Upper</td></tr></table></div><p>No ferries on Sundays.</p></body>`,
  },
};
