import { expect, test } from 'vitest';
import { clockFaults } from '../../faults/clock.ts';

test.each([3_600_000, -3_600_000])(
  'on a machine whose clock is off by %d ms nothing expires earlier or later',
  async (offsetMs) => {
    expect((await clockFaults(offsetMs)).wrong).toEqual([]);
  },
);
