import { expect, test } from 'vitest';
import { pauseFaults } from '../../faults/pause.ts';

test('a webhook pauses after exactly five failures when several workers start together', async () => {
  expect((await pauseFaults(3, 12)).wrong).toEqual([]);
});
