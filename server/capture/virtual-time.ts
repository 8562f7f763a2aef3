import type { CDPSession } from 'playwright-core';

/**
 * How far a stopped clock is kept ahead of real time, in milliseconds. Chromium plans its next drawing by both: once
 * real time has overtaken the page's clock, that moment never comes.
 */
const leadMs = 1_000;
/** The longest to wait until the clock is ahead again */
const leadLimitMs = 1_500;

/** The clock of a page, by its session: the real time when it was stopped first, and what it has passed since */
const clocks = new WeakMap<CDPSession, { since: number; passedMs: number }>();

function clockOf(session: CDPSession): { since: number; passedMs: number } {
  const clock = clocks.get(session) ?? { since: performance.now(), passedMs: 0 };
  clocks.set(session, clock);
  return clock;
}

type Policy = 'pauseIfNetworkFetchesPending' | 'advance';

/** Returns false if the page's time had not passed after `limitMs` of real time. */
async function spend(session: CDPSession, policy: Policy, ms: number, limitMs: number): Promise<boolean> {
  const clock = clockOf(session);
  await session.send('Emulation.setVirtualTimePolicy', { policy, budget: ms });
  // Events before this point belong to an earlier budget.
  return new Promise((resolve) => {
    const end = (hasPassed: boolean) => {
      clearTimeout(timer);
      session.off('Emulation.virtualTimeBudgetExpired', expired);
      if (hasPassed) clock.passedMs += ms;
      resolve(hasPassed);
    };
    const expired = () => end(true);
    const timer = setTimeout(() => end(false), limitMs);
    session.on('Emulation.virtualTimeBudgetExpired', expired);
  });
}

const pause = (session: CDPSession) => session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });

/** Lets time pass, whatever the page still loads, if real time has nearly overtaken the page's clock. */
async function keepAhead(session: CDPSession): Promise<void> {
  const { since, passedMs } = clockOf(session);
  const ahead = since + passedMs - performance.now();
  if (ahead >= leadMs) return;
  await spend(session, 'advance', Math.ceil(2 * leadMs - ahead), leadLimitMs);
  await pause(session);
}

/**
 * Lets `ms` milliseconds pass for the page at once: its timers run, and time waits for what they load, for at most
 * `limitMs` of real time. Waiting longer would stop the time of a page that polls its server, which would then never
 * seem to change. The page's clock stands still afterwards.
 */
export async function advanceTime(session: CDPSession, ms: number, limitMs: number): Promise<void> {
  if (!(await spend(session, 'pauseIfNetworkFetchesPending', ms, limitMs)))
    await spend(session, 'advance', ms, limitMs);
  // The clock has stopped already, but without an explicit pause Chromium may never draw a screenshot.
  await pause(session);
}

/**
 * Runs `work`, which waits for the page to be drawn. Keeps the page's clock, which stands still otherwise, ahead of
 * real time, however slow the machine is.
 */
export async function untilDrawn<T>(session: CDPSession, work: () => Promise<T>): Promise<T> {
  await keepAhead(session);
  let keeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    keeping = keeping.then(() => keepAhead(session)).catch(() => undefined);
  }, leadMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await keeping;
  }
}

/** Lets a stopped clock run as fast as the page can follow; the browser cannot return to real time. */
export async function resumeTime(session: CDPSession): Promise<void> {
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
}
