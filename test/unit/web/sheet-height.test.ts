import { expect, test } from 'vitest';
import { dragged, stepped } from '../../../server/web/review/sheet-height.ts';

test.each([
  ['peek', -24, null],
  ['peek', 24, null],
  ['peek', -25, 'half'],
  ['peek', -260, 'half'],
  ['peek', -261, 'full'],
  ['half', -261, 'full'],
  ['peek', 25, 'peek'],
  ['full', 25, 'half'],
  ['full', 260, 'half'],
  ['full', 261, 'peek'],
] as const)('a drag of the sheet from %s by %i px: %s', (height, downwards, after) => {
  expect(dragged(height, downwards)).toBe(after);
});

test('a press opens the closed sheet one step, and closes the open one', () => {
  expect(stepped('peek', 1)).toBe('half');
  expect([stepped('half', -2), stepped('full', -2)]).toEqual(['peek', 'peek']);
});
