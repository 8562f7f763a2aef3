import { expect, test } from 'vitest';
import { fleetFaults, fleetUnderLoad } from './fleet.ts';

// `npm run faults -- fleet` does the same several times over.

const MINUTES = 60_000;

test('three web processes and two workers over S3 lose nothing while each is ended in turn, then all are replaced', {
  timeout: 30 * MINUTES,
}, async () => {
  const report = await fleetUnderLoad(1, 4);
  expect(report.verdict.acknowledged).toBeGreaterThan(0);
  expect(report.verdict.decisions).toBeGreaterThan(0);
  expect(report.heard.journeys).toBeGreaterThan(0);
  expect(report.kills + report.stops).toBe(10);
  // Within how many seconds each ended, and whether requests waited for it, says something of a machine that does
  // nothing else: there the run in full looks.
  const { late: _, badCodes: __, failedWhileRolling: ___, ...faults } = fleetFaults(report);
  expect(faults).toEqual({});
});
