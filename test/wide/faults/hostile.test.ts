import { expect, test } from 'vitest';
import { hostileFaults } from '../../faults/hostile.ts';

test('every attempt at a hostile receiver ends by its deadline and is told as it was; others are served meanwhile', async () => {
  const verdict = await hostileFaults(20);
  expect(verdict.receivers).toBeGreaterThan(50);
  expect(verdict.wrong).toEqual([]);
});
