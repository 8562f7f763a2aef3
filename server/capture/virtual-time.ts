import type { CDPSession } from 'playwright-core';

type Policy = 'pauseIfNetworkFetchesPending' | 'advance';

/** Returns false if the page's time had not passed after `limitMs` of real time. */
async function spend(session: CDPSession, policy: Policy, ms: number, limitMs: number): Promise<boolean> {
  await session.send('Emulation.setVirtualTimePolicy', { policy, budget: ms });
  // Events before this point belong to an earlier budget.
  return new Promise((resolve) => {
    const end = (hasPassed: boolean) => {
      clearTimeout(timer);
      session.off('Emulation.virtualTimeBudgetExpired', expired);
      resolve(hasPassed);
    };
    const expired = () => end(true);
    const timer = setTimeout(() => end(false), limitMs);
    session.on('Emulation.virtualTimeBudgetExpired', expired);
  });
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
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
}

/**
 * Runs `work`, which waits for the page to be drawn. While the page's clock stands still, Chromium sometimes never
 * draws, so this lets 100 ms of page time pass for every `everyMs` of real time, whatever the page still loads.
 */
export async function untilDrawn<T>(session: CDPSession, work: () => Promise<T>, everyMs: number): Promise<T> {
  let passing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    passing = spend(session, 'advance', 100, everyMs / 2).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await passing;
  }
}

/** Lets a stopped clock run as fast as the page can follow; the browser cannot return to real time. */
export async function resumeTime(session: CDPSession): Promise<void> {
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
}
