import type { CDPSession } from 'playwright-core';

type Policy = 'pauseIfNetworkFetchesPending' | 'advance';

/** False when the time had not passed for the page after `limitMs` of real time. */
async function pass(session: CDPSession, policy: Policy, ms: number, limitMs: number): Promise<boolean> {
  await session.send('Emulation.setVirtualTimePolicy', { policy, budget: ms });
  // Listened to from here on: what came before was about an earlier budget.
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
 * Lets `ms` milliseconds pass for the page at once: its timers run, and it waits for what it loads because of them, for
 * `limitMs` of real time at the most. What it still loads then is not waited for: a page that asks its server all the
 * time would never get older, and look as if it never changed. Its clock stands still afterwards.
 */
export async function passTime(session: CDPSession, ms: number, limitMs: number): Promise<void> {
  if (!(await pass(session, 'pauseIfNetworkFetchesPending', ms, limitMs))) await pass(session, 'advance', ms, limitMs);
  // The clock stands still anyway, but without an explicit pause Chromium may never draw a screenshot.
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
}

/**
 * Does `work`, which waits for the page to be drawn. While the page's clock stands still, Chromium sometimes never
 * draws, so 100 ms of page time pass for every `everyMs` of real time, whatever the page still loads.
 */
export async function untilDrawn<T>(session: CDPSession, work: () => Promise<T>, everyMs: number): Promise<T> {
  let passing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    passing = pass(session, 'advance', 100, everyMs / 2).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await passing;
  }
}

/** A clock that was once stopped runs on, as fast as the page can follow: the browser knows no way back. */
export async function runOn(session: CDPSession): Promise<void> {
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
}
