import { expect, test } from 'vitest';
import { summarize } from '../../demo/run-demo.ts';

test('the demo’s summary says in words what became of each check and mark', () => {
  const lines: string[] = [];
  const mark = { label: '/ · desktop', body: 'Too pale', area_changed: true };
  summarize(
    [
      {
        scene: 'ci',
        title: 'Warmer buttons',
        checks: ['failure', 'success'],
        marks: [
          { ...mark, id: 1, status: 'verified', before: 'text contrast 1.2 to 1', after: 'text contrast 5.5 to 1' },
          { ...mark, id: 2, status: 'resolved' },
          { ...mark, id: 3, status: 'open', label: null },
        ],
      },
    ],
    (line) => lines.push(line),
  );
  expect(lines.slice(1)).toEqual([
    'Scene 1, “Warmer buttons”: the check failed, then passed.',
    '  Mark 1 on “/ · desktop”: verified. Before: text contrast 1.2 to 1; after: text contrast 5.5 to 1',
    '  Mark 2 on “/ · desktop”: fixed by the agent, not verified',
    '  Mark 3: still open',
  ]);
});
