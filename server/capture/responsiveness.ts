import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settledWithin } from './deadline.ts';

const intervalMs = 1_000;

/**
 * Probes the page regularly and calls `onStuck` once it has not responded for `maxSilenceMs`. A script that never
 * yields would otherwise block every call to the page until the deadline. Stops when the page closes.
 */
export async function watchResponsiveness(page: Page, maxSilenceMs: number, onStuck: () => void): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const closed = new AbortController();
  page.once('close', () => closed.abort());
  async function probe(): Promise<void> {
    while (!closed.signal.aborted) {
      const hasResponded = await settledWithin(session.send('Runtime.evaluate', { expression: '0' }), maxSilenceMs);
      if (!hasResponded) return onStuck();
      await sleep(intervalMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  }
  void probe();
}
