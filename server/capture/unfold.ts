import type { Page } from 'playwright-core';
import { innerScroll } from './in-page/inner-scroll.ts';
import { settleMedia } from './in-page/settle-media.ts';
import type { CaptureViewport } from './viewport.ts';

/**
 * Makes the screen of an app shell, which scrolls inside itself, so tall that nothing is hidden any more. `limit` in CSS
 * pixels. Adds a notice when it did. Two rounds: what is sized by the screen grows with it.
 */
export async function unfold(page: Page, viewport: CaptureViewport, limit: number, notices: string[]): Promise<void> {
  let height = viewport.height;
  for (let round = 0; round < 2; round += 1) {
    const hidden = Math.ceil(Number(await page.evaluate(innerScroll)));
    if (!(hidden > 0) || height >= limit) break;
    height = Math.min(limit, height + hidden);
    await page.setViewportSize({ width: viewport.width, height });
    await page.evaluate(settleMedia, 2_000);
  }
  if (height > viewport.height) {
    notices.push(`The page scrolls inside itself; its screen was made ${height} px tall to show all of it.`);
  }
}
