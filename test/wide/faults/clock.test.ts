import { expect, test } from 'vitest';
import { clockFaults } from '../../faults/clock.ts';

test.each([3_600_000, -3_600_000])(
  'a machine whose clock is off by %d ms lets nothing run out earlier or later',
  async (offsetMs) => {
    expect((await clockFaults(offsetMs)).wrong).toEqual([]);
  },
);
