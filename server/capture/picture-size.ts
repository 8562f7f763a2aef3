import type { CDPSession } from 'playwright-core';
import type { PageScrolls } from './in-page/page-scrolls.ts';
import type { Notice } from './notice.ts';
import type { CaptureViewport } from './viewport.ts';

const defaultMaxHeight = 16_000;
const maxPixels = 24_000_000;

/** The tallest picture in CSS pixels, for a page of this width: 16,000, less where it would exceed 24 million pixels. */
export function heightLimit(request: { viewport: CaptureViewport; maxHeight?: number }, width: number): number {
  const { scale } = request.viewport;
  const sane = Math.floor(maxPixels / (width * scale * scale));
  return Math.max(request.viewport.height, Math.min(request.maxHeight ?? defaultMaxHeight, sane));
}

export interface PageSize {
  /** Of the page, in CSS pixels */
  page: { width: number; height: number };
  /** Of its picture, in CSS pixels: never smaller than the screen, never larger than allowed */
  picture: { width: number; height: number };
}

/** Asks the browser, not the page. What nobody can scroll to beside the screen is no part of it. */
export async function measure(
  session: CDPSession,
  request: { viewport: CaptureViewport; maxHeight?: number },
  scrolls: PageScrolls,
): Promise<PageSize> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { viewport } = request;
  // A phone shows what does not fit by zooming out, whether the page scrolls or not.
  const isCut = !scrolls.aside && !viewport.mobile;
  const page = {
    width: Math.ceil(isCut ? Math.min(cssContentSize.width, viewport.width) : cssContentSize.width),
    height: Math.ceil(cssContentSize.height),
  };
  const width = Math.min(Math.max(page.width, viewport.width), viewport.width * 3);
  const height = Math.min(Math.max(page.height, viewport.height), heightLimit(request, width));
  return { page, picture: { width, height } };
}

/** What a person should know about the size. */
export function sizeNotices({ page, picture }: PageSize, viewport: CaptureViewport, hasViewportTag: boolean): Notice[] {
  const notices: Notice[] = [];
  if (page.height > picture.height) {
    const message = `The page is ${page.height} px tall; the picture ends at ${picture.height} px.`;
    notices.push({ code: 'cut_below', message });
  }
  if (viewport.mobile && !hasViewportTag) {
    const message = `The page has no viewport meta tag, so phones show it zoomed out, ${page.width} px wide.`;
    notices.push({ code: 'no_viewport_tag', message });
  } else if (page.width > viewport.width) {
    const message = `The page is ${page.width} px wide on a screen of ${viewport.width} px, so it scrolls sideways.`;
    notices.push({ code: 'wider_than_screen', message });
  }
  if (page.width > picture.width) {
    notices.push({ code: 'cut_right', message: `The picture ends at ${picture.width} px from the left.` });
  }
  return notices;
}
