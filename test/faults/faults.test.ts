import { expect, it } from 'vitest';
import { diskFaults } from './disk.ts';
import { progress } from './support/load.ts';
import { underLoad } from './support/under-load.ts';
import { faultsOf } from './support/verify.ts';

// `npm run faults` runs the same faults in full, and more.

it('keeps what it acknowledged when it is killed or stopped, and when its database restarts', async () => {
  const codes: unknown[] = [];
  const { refusals, ...verdict } = await underLoad(
    2,
    async ({ ground, load, replace, service }) => {
      await progress(load, 5);
      codes.push(await replace('SIGKILL'));
      await progress(load, 5);
      codes.push(await replace('SIGTERM'));
      await progress(load, 5);
      await ground.postgres.restart();
      await progress(load, 5);
      codes.push(service().child.exitCode);
    },
    { captures: false, leasesEnd: true },
  );
  // Killed; stopped in order; the same process throughout.
  expect(codes).toEqual([null, 0, null]);
  expect(faultsOf(verdict)).toEqual({});
  expect(verdict.acknowledged).toBeGreaterThanOrEqual(20);
  expect(verdict.decisions).toBeGreaterThan(0);
  expect([...refusals.keys()].filter((status) => ![0, 429, 503].includes(status))).toEqual([]);
});

it('reports that the disk is full, leaves no row without its file, and recovers', async () => {
  const { refused, ...after } = await diskFaults(2);
  expect(refused).toHaveLength(2);
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 503, error: 'unavailable', message: expect.stringMatching(/room/) });
  }
  expect(after).toMatchObject({ rowsWhileFull: 0, recovered: true, jobRetried: true, jobEnded: 'open' });
});
