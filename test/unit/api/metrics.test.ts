import { expect, test } from 'vitest';
import { family } from '../../../server/api/health.ts';

test('a metric has its help, its type, and a line for each sample', () => {
  const samples = [
    { value: 3, labels: { status: 'open', path: 'a\\b "c"\nd' } },
    { value: 0.5, suffix: '_sum' },
  ];
  expect(family('reviews', 'gauge', 'How many there are.', samples)).toBe(
    '# HELP reviews How many there are.\n# TYPE reviews gauge\n' +
      'reviews{status="open",path="a\\\\b \\"c\\"\\nd"} 3\nreviews_sum 0.5\n',
  );
});

test('a metric without samples is left out, with its help', () => {
  expect(family('reviews', 'counter', 'How many there are.', [])).toBe('');
});
