import { expect, test } from 'vitest';
import { hostileFaults } from '../../faults/hostile.ts';

test('attempts at hostile receivers end by their deadline and are reported truly; others are served', async () => {
  const verdict = await hostileFaults(20);
  expect(verdict.receivers).toBeGreaterThan(50);
  expect(verdict.wrong).toEqual([]);
});
