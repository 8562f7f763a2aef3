import { expect, it } from 'vitest';
import { diskFaults } from './disk.ts';
import { killFaults } from './kill.ts';
import { restartFaults } from './restart.ts';
import { faultsOf } from './support/verify.ts';

// `npm run faults` does the same in full.

it('keeps everything it acknowledged through kill -9 at any point', async () => {
  const verdict = await killFaults(3);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  expect(verdict.decisions).toBeGreaterThan(0);
  expect(faultsOf(verdict)).toEqual({});
});

it('goes on by itself after PostgreSQL restarted', async () => {
  const verdict = await restartFaults(1);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  expect(faultsOf(verdict)).toEqual({});
});

it('says that the disk is full, leaves no row without its file, and recovers', async () => {
  const { refused, ...after } = await diskFaults(3);
  expect(refused).toHaveLength(3);
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 503, error: 'unavailable', message: expect.stringMatching(/room/) });
  }
  expect(after).toMatchObject({ rowsWhileFull: 0, recovered: true, jobRetried: true, jobEnded: 'open' });
});
