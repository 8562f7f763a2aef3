import type { BrowserContext, Page } from 'playwright-core';
import { type Deadline, settledWithin, startDeadline } from './deadline.ts';
import { CaptureFailure, navigationFailure } from './failure.ts';

const closeLimitMs = 5_000;

export interface CaptureRun {
  context: BrowserContext;
  page: Page;
  deadline: Deadline;
  /** Ends the capture with this reason. */
  fail(reason: CaptureFailure): void;
}

interface Limits {
  /** The address in messages about failures */
  url: string;
  deadlineMs: number;
  /** Returns the message for a capture that took longer; receives the limit in seconds */
  timeoutMessage(seconds: number): string;
}

async function run<T>(context: BrowserContext, deadline: Deadline, work: (run: CaptureRun) => Promise<T>): Promise<T> {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  // When the browser crashes, Playwright may leave calls to it pending.
  const onCrash = () => failed.reject(new Error('Browser closed'));
  const browser = context.browser();
  browser?.once('disconnected', onCrash);
  try {
    const page = await Promise.race([context.newPage(), failed.promise]);
    page.once('crash', () => failed.reject(new Error('Page crashed')));
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    return await Promise.race([work({ context, page, deadline, fail: failed.reject }), failed.promise]);
  } finally {
    browser?.off('disconnected', onCrash);
  }
}

/**
 * Runs `work` on a new page of the context and closes the context afterwards. Settles by the deadline, whatever the
 * page does. Rejects with CaptureFailure.
 */
export async function runCapture<T>(
  opening: Promise<BrowserContext>,
  { url, deadlineMs, timeoutMessage }: Limits,
  work: (run: CaptureRun) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(
    deadlineMs,
    () => new CaptureFailure('timeout', timeoutMessage(Math.round(deadlineMs / 100) / 10)),
  );
  try {
    const context = await deadline.race(opening);
    return await deadline.race(run(context, deadline, work));
  } catch (error) {
    throw navigationFailure(error, url, null);
  } finally {
    deadline.clear();
    await settledWithin(
      opening.then((context) => context.close()),
      closeLimitMs,
    );
  }
}
