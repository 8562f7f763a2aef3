import type { Browser, Page } from 'playwright-core';
import { drawn } from './stage.ts';

export const phone = { width: 390, height: 844 };
export const screens = [phone, { width: 768, height: 1024 }, { width: 1024, height: 768 }];

export interface TapsSeen {
  taps: number;
  /** Taps after which no composer was open, or its text field was not focused. */
  lost: { x: number; y: number; found: string }[];
}

const openTouch = async (browser: Browser, url: string, viewport: { width: number; height: number }): Promise<Page> => {
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('.surface[data-can-mark="true"]').waitFor();
  await page.waitForFunction("document.querySelector('.shot-image')?.complete === true");
  return page;
};

const found = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const composer = document.querySelector('.composer');
    if (composer === null) return 'no composer';
    const at = document.activeElement;
    return composer.contains(at) && at instanceof HTMLTextAreaElement ? 'focused' : `focus on ${at?.tagName}`;
  });

/** Taps a grid of points on the visible screenshot, and checks what each tap opens. */
export async function tapGrid(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  step: number,
): Promise<TapsSeen> {
  const page = await openTouch(browser, url, viewport);
  const seen: TapsSeen = { taps: 0, lost: [] };
  for (let y = step / 2; y < viewport.height; y += step) {
    for (let x = step / 2; x < viewport.width; x += step) {
      await page.locator('[data-scroller]').evaluate((stage) => stage.scrollTo({ top: 0, behavior: 'instant' }));
      const onShot = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.matches('.surface') ?? false,
        [x, y] as const,
      );
      if (!onShot) continue;
      await page.touchscreen.tap(x, y);
      // A touch is followed by its mouse events and its click.
      await drawn(page);
      const now = await found(page);
      seen.taps += 1;
      if (now !== 'focused') seen.lost.push({ x, y, found: now });
      await page.keyboard.press('Escape');
      await page.locator('.composer').waitFor({ state: 'detached' });
    }
  }
  await page.context().close();
  return seen;
}
