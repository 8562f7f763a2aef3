import type { CDPSession } from 'playwright-core';
import type { PageLayout } from './in-page.ts';
import { type Notice, px, type Subject } from './notice.ts';
import type { CaptureViewport } from './viewport.ts';

const defaultMaxHeight = 16_000;
const maxPixels = 24_000_000;

/**
 * Returns the greatest height of a screenshot in CSS pixels, for a page of this width: 16,000, or less where it would
 * exceed 24 million pixels.
 */
export function heightLimit(request: { viewport: CaptureViewport; maxHeight?: number }, width: number): number {
  const { scale } = request.viewport;
  const byPixels = Math.floor(maxPixels / (width * scale * scale));
  return Math.max(request.viewport.height, Math.min(request.maxHeight ?? defaultMaxHeight, byPixels));
}

/** Sizes in CSS pixels */
export interface PageSize {
  page: { width: number; height: number };
  /** Never smaller than the screen, never larger than allowed */
  screenshot: { width: number; height: number };
  /** How much of the page lies to the left of the screenshot: of one that is read from the right, its end is cut */
  left: number;
}

/** Measures the page through the browser. Leaves out parts beside the screen that cannot be scrolled to. */
export async function measure(
  session: CDPSession,
  request: { viewport: CaptureViewport; maxHeight?: number },
  layout: PageLayout,
): Promise<PageSize> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { viewport } = request;
  // A phone zooms out to show everything, whether the page scrolls or not.
  const isCut = !layout.scrollsSideways && !viewport.mobile;
  const page = {
    width: Math.ceil(isCut ? Math.min(cssContentSize.width, viewport.width) : cssContentSize.width),
    height: Math.ceil(cssContentSize.height),
  };
  const width = Math.min(Math.max(page.width, viewport.width), viewport.width * 3);
  const height = Math.min(Math.max(page.height, viewport.height), heightLimit(request, width));
  const left = layout.growsLeft ? Math.max(0, Math.ceil(cssContentSize.width) - width) : 0;
  return { page, screenshot: { width, height }, left };
}

export function sizeNotices(
  { page, screenshot, left }: PageSize,
  viewport: CaptureViewport,
  { hasViewportTag, isZoomedOut }: { hasViewportTag: boolean; isZoomedOut: boolean },
  subject: Subject = 'page',
): Notice[] {
  const notices: Notice[] = [];
  if (page.height > screenshot.height) {
    const message = `The ${subject} is ${px(page.height)} tall; the screenshot ends at ${px(screenshot.height)}.`;
    notices.push({ code: 'cut_below', message });
  }
  if (viewport.mobile && !hasViewportTag) {
    const message = `The ${subject} has no viewport meta tag, so phones show it zoomed out, ${px(page.width)} wide.`;
    notices.push({ code: 'no_viewport_tag', message });
  } else if (page.width > viewport.width) {
    const screen = `${subject === 'email' ? 'in a reading pane' : 'on a screen'} of ${px(viewport.width)}`;
    const message = `The ${subject} is ${px(page.width)} wide ${screen}, ${isZoomedOut ? 'so phones show it zoomed out' : 'so it scrolls sideways'}.`;
    notices.push({ code: 'wider_than_screen', message });
  }
  if (page.width > screenshot.width) {
    const start = left > 0 ? 'right' : 'left';
    notices.push({ code: 'cut_right', message: `The screenshot ends at ${px(screenshot.width)} from the ${start}.` });
  }
  return notices;
}
