import { expect, test } from 'vitest';
import { pauseFaults } from '../../faults/pause.ts';

test('worker processes that begin together pause at exactly five', async () => {
  expect((await pauseFaults(3, 12)).wrong).toEqual([]);
});
