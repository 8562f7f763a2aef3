import type { CDPSession } from 'playwright-core';

/**
 * Waits for an answer of the page, and ends the script that gives it when it takes too long. The browser's own limit
 * for scripts does not work while the page's clock stands still.
 */
export async function orTerminated<T>(session: CDPSession, answer: Promise<T>, ms: number): Promise<T> {
  const timer = setTimeout(() => void session.send('Runtime.terminateExecution').catch(() => undefined), ms);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
