import { expect, test } from 'vitest';
import { fleetUnderLoad } from '../../faults/fleet.ts';
import { faultsOf } from '../../faults/support/verify.ts';

// `npm run faults -- fleet` does four rounds, and holds how long each process takes to stop.

test('replicas that are ended in turn lose nothing: no write, no comparison, element or mark of a second pass', async () => {
  const { verdict, heard, badCodes } = await fleetUnderLoad(1, 2);
  expect(faultsOf(verdict)).toEqual({});
  expect({ unheard: heard.unheard, deaf: heard.deaf, badCodes }).toEqual({ unheard: [], deaf: [], badCodes: [] });
  expect(verdict.passes).toBeGreaterThan(5);
  expect(verdict.decisions).toBeGreaterThan(10);
});
