import type { CDPSession } from 'playwright-core';

/**
 * Lets `ms` milliseconds pass for the page at once: its timers run, and it waits for what it loads because of them, for
 * `limitMs` of real time at the most. Its clock stands still afterwards.
 */
export async function passTime(session: CDPSession, ms: number, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()));
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget: ms });
    await Promise.race([passed, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A clock that was once stopped runs on, as fast as the page can follow: the browser knows no way back. */
export async function runOn(session: CDPSession): Promise<void> {
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
}
