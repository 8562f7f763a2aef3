import { expect, test } from 'vitest';
import { fleetFaults, fleetUnderLoad } from './fleet.ts';

// `npm run faults -- fleet` does the same several times over.

test('three web processes and two workers over S3 lose nothing while each is ended in turn, and nobody notices an update', async () => {
  const report = await fleetUnderLoad(1);
  expect(report.verdict.acknowledged).toBeGreaterThan(0);
  expect(report.verdict.decisions).toBeGreaterThan(0);
  expect(report.heard.journeys).toBeGreaterThan(0);
  expect(report.kills + report.stops).toBe(10);
  // Within how many seconds each ended says something of a machine that does nothing else: there the run in full looks.
  const { late: _, badCodes: __, ...faults } = fleetFaults(report);
  expect(faults).toEqual({});
});
