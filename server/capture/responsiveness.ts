import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settledWithin } from './deadline.ts';

const intervalMs = 1_000;

/**
 * Asks the page for something trivial again and again, and calls `onStuck` once it has not answered for `maxSilenceMs`:
 * its script never yields, and everything else asked of it would wait until the deadline. Ends when the page closes.
 */
export async function watchResponsiveness(page: Page, maxSilenceMs: number, onStuck: () => void): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const closed = new AbortController();
  page.once('close', () => closed.abort());
  async function ask(): Promise<void> {
    while (!closed.signal.aborted) {
      const isAnswered = await settledWithin(session.send('Runtime.evaluate', { expression: '0' }), maxSilenceMs);
      if (!isAnswered) return onStuck();
      await sleep(intervalMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  }
  void ask();
}
