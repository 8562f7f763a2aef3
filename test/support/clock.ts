/** The clock of a service under test. */
export interface TestClock {
  /** How far it is ahead, in milliseconds: a still clock of the time of its creation, a running one of the machine's. */
  aheadMs: number;
  /** Pass it to whatever must share the service's time: another process, or an issuer of tokens. */
  now(): Date;
}

/** A clock that moves only when the test says so. */
export interface StillClock extends TestClock {
  /** Moves it to a point in time. */
  moveTo(at: Date | number): void;
}

/**
 * Creates a clock that shows the present time and stands still. The steps of a test may then take as long as they like
 * between the beginning of a period and its last moment.
 */
export function stillClock(): StillClock {
  const start = Date.now();
  const clock: StillClock = {
    aheadMs: 0,
    now: () => new Date(start + clock.aheadMs),
    moveTo(at) {
      clock.aheadMs = at.valueOf() - start;
    },
  };
  return clock;
}

/**
 * Creates a clock that runs with the machine's, for a service whose GitHub signs tokens by the machine's clock. No bound
 * may depend on how long the steps of a test take: step over it by hours.
 */
export function runningClock(): TestClock {
  const clock: TestClock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  return clock;
}
