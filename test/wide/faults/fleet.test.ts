import { expect, test } from 'vitest';
import { fleetUnderLoad } from '../../faults/fleet.ts';
import { faultsOf } from '../../faults/support/verify.ts';

// `npm run faults -- fleet` runs four rounds, and also checks how long each process takes to stop.

test('replicas that are stopped in turn lose no write, comparison, element or mark of a second pass', async () => {
  const { verdict, heard, badCodes } = await fleetUnderLoad(1, 2);
  expect(faultsOf(verdict)).toEqual({});
  expect({ unheard: heard.unheard, deaf: heard.deaf, badCodes }).toEqual({ unheard: [], deaf: [], badCodes: [] });
  expect(verdict.passes).toBeGreaterThan(5);
  expect(verdict.decisions).toBeGreaterThan(10);
});
