import type { Page } from 'playwright-core';
import type { Deadline } from './deadline.ts';
import { settledWithin } from './deadline.ts';
import { CaptureFailure } from './failure.ts';
import { draw } from './in-page/draw.ts';
import { endAnimations } from './in-page/end-animations.ts';
import { scrollThrough } from './in-page/scroll-through.ts';
import { settleMedia } from './in-page/settle-media.ts';
import { wait } from './in-page/wait.ts';
import type { Traffic } from './quiet.ts';
import type { World } from './world.ts';

/** Short: what loads later is waited for while the page's time passes. */
const quietMs = 120;
const quietLimitMs = 3_000;
const mediaLimitMs = 5_000;
const maxScrolls = 3;

/** The page's own frames may hang or go away while they are asked; the shot does not wait for them. */
async function inChildFrames(page: Page, work: (frame: ReturnType<Page['mainFrame']>) => Promise<unknown>) {
  const children = page.frames().filter((frame) => frame !== page.mainFrame());
  await settledWithin(Promise.allSettled(children.map(work)), 1_000);
}

/**
 * Brings a loaded page to rest: lazy parts loaded, everything scrolled past, animations ended, traffic
 * quiet, fonts and images there, videos on their first frame. False when something kept moving past its limit. Nothing
 * of it is drawn, which would be most of the work, until its picture is taken (`draw`).
 */
export async function settle(page: Page, world: World, traffic: Traffic, maxHeight: number): Promise<boolean> {
  await world.run(draw, false);
  let quiet = true;
  let seen = '';
  // Again through what came only after it had scrolled
  for (let round = 1; quiet && round <= maxScrolls; round += 1) {
    const scrolled = await world.run(scrollThrough, maxHeight, seen);
    if (scrolled === false) break;
    seen = scrolled;
    await page.evaluate(endAnimations, true);
    quiet = await traffic.quiet(quietMs, quietLimitMs, (ms) => world.run(wait, ms));
  }
  await inChildFrames(page, (frame) => frame.evaluate(settleMedia, 800));
  const ready = await page.evaluate(settleMedia, mediaLimitMs);
  await page.evaluate(endAnimations, true);
  return quiet && ready;
}

/** Does `work` on a loaded page, and begins it again when the page navigates by itself in the middle of it. */
export async function despiteNavigation<T>(page: Page, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const moved =
        error instanceof Error &&
        /context was destroyed|Cannot find context|navigat|Frame was detached/i.test(error.message);
      if (error instanceof CaptureFailure || !moved) throw error;
      if (attempt === 3) {
        throw new CaptureFailure('timeout', 'The page never comes to rest: it keeps loading itself anew.', {
          cause: error,
        });
      }
      await page.waitForLoadState('load', { timeout: 10_000 }).catch(() => undefined);
    }
  }
}

/** Waits for the caller's selector, leaving a little of the deadline for the shot. */
export async function waitForSelector(page: Page, selector: string, deadline: Deadline): Promise<void> {
  const timeout = Math.max(1, Math.min(deadline.left() * 0.7, deadline.left() - 3_000));
  try {
    await page.locator(`css=${selector}`).first().waitFor({ state: 'visible', timeout });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      const seconds = Math.round(timeout / 1000);
      throw new CaptureFailure('wait_for', `Nothing visible matches \`wait_for\` (${selector}) after ${seconds} s.`);
    }
    if (error instanceof Error && /selector|parse/i.test(error.message)) {
      throw new CaptureFailure('wait_for', `\`wait_for\` is not a CSS selector: ${selector}`);
    }
    throw error;
  }
}
