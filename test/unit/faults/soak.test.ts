import { expect, test } from 'vitest';
import { growthIn } from '../../faults/support/growth.ts';

// `npm run faults -- soak` runs the service under load for 20 minutes.

const steady = { heap: 80, outside: 30, rss: 300, files: 60, cpu: 0, below: 10, rssBelow: 500 };
const minutes = Array.from({ length: 20 }, (_, at) => at);

test('growthIn ignores values that go up and down', () => {
  const samples = minutes.map((at) => ({ ...steady, heap: 80 + (at % 3), files: 60 + (at % 7), below: 10 + (at % 2) }));
  expect(growthIn('web', samples)).toEqual([]);
});

test('growthIn ignores what is allocated at the beginning and kept', () => {
  const samples = minutes.map((at) => ({ ...steady, heap: at < 8 ? 60 + at : 80, files: at < 8 ? 40 : 60 }));
  expect(growthIn('web', samples)).toEqual([]);
});

test.each([
  ['memory', (at: number) => ({ heap: 80 + at * 1.5 }), 'web: memory grows by 1.'],
  ['memory beside the heap', (at: number) => ({ outside: 30 + at * 1.5 }), 'web: memory grows by 1.'],
  ['memory that no heap shows', (at: number) => ({ rss: 300 + at * 20 }), 'web: 500 MB in memory became 680'],
  ['open files', (at: number) => ({ files: 60 + at * 3 }), 'web: files 87 became 117'],
  ['browsers', (at: number) => ({ below: 10 + at * 2 }), 'web: below 28 became 48'],
])('growthIn reports %s that only grows', (_, change, words) => {
  const samples = minutes.map((at) => ({ ...steady, ...change(at) }));
  expect(growthIn('web', samples)).toEqual([expect.stringContaining(words)]);
});
