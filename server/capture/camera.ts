import type { Page } from 'playwright-core';
import { settledWithin } from './deadline.ts';
import { paintMasks } from './masks.ts';
import type { Notices } from './notice.ts';
import { captureClip, emulateScreen } from './screen.ts';
import type { PageSize } from './screenshot-size.ts';
import type { CaptureViewport } from './viewport.ts';
import { advanceTime, untilDrawn } from './virtual-time.ts';
import type { World } from './world.ts';

/** Page time before the first screenshot, so that counters, fades and transitions finish */
export const firstAdvanceMs = 3_100;
/** Page time between samples. Not multiples of each other, because carousels turn every few full seconds. */
const sampleAdvancesMs = [5_300, 7_100, 3_700];
/** Samples are only compared with each other; at this scale one takes a tenth of a screenshot's time. */
const sampleScale = 0.25;
const advanceLimitMs = 1_500;
const frameLimitMs = 5_000;
/** The longest that one more screenshot takes; with less time left, the camera takes no more. */
const screenshotMs = 6_000;

interface CameraOptions {
  viewport: CaptureViewport;
  /** CSS selectors of parts to paint over */
  masks: readonly string[];
  notices: Notices;
  leftMs(): number;
}

export type Camera = ReturnType<typeof createCamera>;

/** Creates a camera for a page whose clock stands still except during `advance`. */
export function createCamera(page: Page, world: World, { viewport, masks, notices, leftMs }: CameraOptions) {
  const { session } = world;
  const isLate = () => leftMs() < screenshotMs;

  const waitTwoFrames = () => untilDrawn(session, () => settledWithin(world.run('waitTwoFrames'), frameLimitMs));

  /** Lets time pass for the page. */
  async function advance(ms: number): Promise<void> {
    await advanceTime(session, ms, advanceLimitMs);
    // A script that draws frame by frame notices the jump of the clock only in its next frame.
    await waitTwoFrames();
    await world.run('endAnimations', false);
  }

  async function shoot(size: PageSize, scale: number): Promise<Buffer> {
    await paintMasks(page, world, masks, notices);
    const whole = { x: size.left, y: 0, ...size.screenshot };
    const png = await untilDrawn(session, () => captureClip(session, whole, scale));
    if (masks.length > 0 && !(await world.run('hasMasks'))) {
      notices.add('mask_removed', 'The page removes what is painted over it: what should be masked may be visible.');
    }
    return png;
  }

  /** Lets time pass until the page looks the same twice in a row. Returns false if it never does, or time runs out. */
  async function isSteady(size: PageSize): Promise<boolean> {
    // Chromium keeps what it drew for both scales, and then cuts the lower edges of some layers by a fraction of a
    // pixel. Drawing all of it at the new scale drops what it kept for the old one.
    await emulateScreen(session, viewport, sampleScale);
    await shoot(size, sampleScale);
    let before = await shoot(size, sampleScale);
    let isDoubted = false;
    for (const ms of sampleAdvancesMs) {
      await world.run('hasMutated');
      await advance(ms);
      const hasChanged = await world.run('hasMutated');
      const now = await shoot(size, sampleScale);
      const isSame = now.equals(before);
      before = now;
      // A carousel may just be back where it was, so a page that changed in between is sampled once more.
      if (isSame && (isDoubted || !hasChanged)) return true;
      isDoubted = isSame;
      if (isLate()) break;
    }
    return isDoubted;
  }

  /** Scrolls to a few blank places. Returns whether they show something only while they are on the screen. */
  async function showsOnScroll(height: number): Promise<boolean> {
    const count = await world.run('countBlanks', height);
    if (count === 0) return false;
    for (const index of new Set([0, count >> 1, count - 1])) {
      if (isLate()) break;
      await world.run('scrollToBlank', index);
      await waitTwoFrames();
      await advance(firstAdvanceMs);
      if (await world.run('isAnyFilled')) return true;
    }
    return false;
  }

  return { isLate, advance, shoot, isSteady, showsOnScroll };
}
