import type { Page } from 'playwright-core';
import type { Deadline } from './deadline.ts';
import { settledWithin } from './deadline.ts';
import { CaptureFailure } from './failure.ts';
import type { Traffic } from './traffic.ts';
import { runInFrame, type World } from './world.ts';

/** Short, because later loads are awaited while the page's virtual time passes */
export const quietMs = 120;
export const quietLimitMs = 3_000;
const mediaLimitMs = 5_000;
const maxScrolls = 3;

/** Runs `work` in all child frames, without waiting for frames that hang or disappear. */
async function inChildFrames(page: Page, work: (frame: ReturnType<Page['mainFrame']>) => Promise<unknown>) {
  const children = page.frames().filter((frame) => frame !== page.mainFrame());
  await settledWithin(Promise.allSettled(children.map(work)), 1_000);
}

interface Settled {
  /** Nothing was still active after its limit */
  isAtRest: boolean;
  /** The page became taller each time that it was scrolled through */
  isGrowing: boolean;
}

/**
 * Brings a loaded page to rest: loads lazy parts, scrolls through all of it, ends animations, and waits for quiet
 * traffic, fonts, images and the first frame of videos. Keeps the page invisible until `setVisible`, because drawing
 * would be most of the work.
 */
export async function settle(page: Page, world: World, traffic: Traffic, maxHeight: number): Promise<Settled> {
  await world.run('setVisible', false);
  let quiet = true;
  let seen = '';
  // Scrolling again reaches content that appeared because of the scroll before.
  for (let round = 1; quiet && round <= maxScrolls; round += 1) {
    const scrolled = await world.run('scrollThrough', maxHeight, seen);
    if (scrolled === false) break;
    seen = scrolled;
    await runInFrame(page, 'endAnimations', true);
    quiet = await traffic.quiet(quietMs, quietLimitMs, (ms) => world.run('wait', ms));
  }
  await inChildFrames(page, (frame) => runInFrame(frame, 'settleMedia', 800));
  const ready = await runInFrame(page, 'settleMedia', mediaLimitMs);
  // An image that was still loading makes the page taller as well.
  const isGrowing = quiet && ready && (await world.run('hasGrown'));
  await runInFrame(page, 'endAnimations', true);
  return { isAtRest: quiet && ready, isGrowing };
}

/** Runs `work` on a loaded page, and repeats it when the page navigates by itself meanwhile. */
export async function retryOnNavigation<T>(page: Page, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const hasNavigated =
        error instanceof Error &&
        /context was destroyed|Cannot find context|navigat|Frame was detached/i.test(error.message);
      if (error instanceof CaptureFailure || !hasNavigated) throw error;
      if (attempt === 3) {
        throw new CaptureFailure('timeout', 'The page never comes to rest: it keeps reloading.', {
          cause: error,
        });
      }
      await page.waitForLoadState('load', { timeout: 10_000 }).catch(() => undefined);
    }
  }
}

/** Returns how long to wait for an element, so that some of the deadline is left for the screenshot. */
export const patienceMs = (deadline: Deadline): number =>
  Math.max(1, Math.min(deadline.left() * 0.7, deadline.left() - 3_000));

/** Waits for the caller's selector, and reserves some of the deadline for the screenshot. */
export async function waitForSelector(page: Page, selector: string, deadline: Deadline): Promise<void> {
  const timeout = patienceMs(deadline);
  try {
    await page.locator(`css=${selector}`).filter({ visible: true }).first().waitFor({ state: 'visible', timeout });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      const seconds = Math.round(timeout / 1000);
      throw new CaptureFailure(
        'wait_for',
        `What should be visible first, ${selector}, did not appear within ${seconds} s.`,
      );
    }
    if (error instanceof Error && /selector|parse/i.test(error.message)) {
      throw new CaptureFailure('wait_for', `What should be visible first is not a CSS selector: ${selector}`);
    }
    throw error;
  }
}
