import type { Locator, Page } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';
import { pageSize } from './in-page/page-size.ts';

const defaultMaxHeight = 16_000;
const maxPixels = 24_000_000;
const maskColor = '#9aa0a6';

/** Bounds in CSS pixels, for a page of this width. */
export function heightLimit(request: Pick<CaptureRequest, 'maxHeight' | 'viewport'>, width: number): number {
  const { scale } = request.viewport;
  const sane = Math.floor(maxPixels / (width * scale * scale));
  return Math.max(request.viewport.height, Math.min(request.maxHeight ?? defaultMaxHeight, sane));
}

async function masks(page: Page, selectors: readonly string[], notices: string[]): Promise<Locator[]> {
  const locators: Locator[] = [];
  for (const selector of selectors) {
    const locator = page.locator(`css=${selector}`);
    const count = await locator.count().catch(() => null);
    if (count === null) notices.push(`\`mask\` has something that is not a CSS selector: ${selector}`);
    else if (count === 0) notices.push(`Nothing on the page matches the mask ${selector}.`);
    else locators.push(locator);
  }
  return locators;
}

/** A page can replace what it is measured with: anything but numbers counts as nothing. */
async function measured(page: Page): Promise<{ width: number; height: number }> {
  const said: { width: unknown; height: unknown } | null = await page.evaluate(pageSize);
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  return { width: number(said?.width), height: number(said?.height) };
}

/** The whole page from top to bottom as one picture, animations ended, masks painted. */
export async function shoot(page: Page, request: CaptureRequest, notices: string[]): Promise<Buffer> {
  const { viewport } = request;
  const size = await measured(page);
  const width = Math.min(Math.max(size.width, viewport.width), viewport.width * 3);
  const limit = heightLimit(request, width);
  const height = Math.min(Math.max(size.height, viewport.height), limit);
  if (size.height > limit) {
    notices.push(`The page is ${Math.round(size.height)} px tall; the picture ends at ${limit} px.`);
  }
  if (viewport.mobile && (await page.locator('css=meta[name=viewport]').count()) === 0) {
    notices.push(`The page has no viewport meta tag, so phones show it zoomed out, ${Math.round(size.width)} px wide.`);
  } else if (size.width > viewport.width) {
    notices.push(
      `The page is ${Math.round(size.width)} px wide on a screen of ${viewport.width} px, so it scrolls sideways.`,
    );
  }
  return page.screenshot({
    type: 'png',
    fullPage: true,
    clip: { x: 0, y: 0, width, height },
    animations: 'disabled',
    caret: 'hide',
    scale: 'device',
    mask: await masks(page, request.mask ?? [], notices),
    maskColor,
    timeout: 0,
  });
}
