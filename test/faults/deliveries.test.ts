import { expect, test } from 'vitest';
import { deliverFaults } from './deliver.ts';

test('five failures pause at five, clocks delay nothing, and who hangs delays nobody else', async () => {
  const lines = await deliverFaults(false);
  for (const line of lines) console.log(line);
  expect(lines).toHaveLength(4);
});
