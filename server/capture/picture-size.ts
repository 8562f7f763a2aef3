import type { CDPSession } from 'playwright-core';
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

/** Asks the browser, not the page. */
export async function measure(
  session: CDPSession,
  request: { viewport: CaptureViewport; maxHeight?: number },
): Promise<PageSize> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { viewport } = request;
  const page = { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
  const width = Math.min(Math.max(page.width, viewport.width), viewport.width * 3);
  const height = Math.min(Math.max(page.height, viewport.height), heightLimit(request, width));
  return { page, picture: { width, height } };
}

/** What a person should know about the size, in sentences. */
export function sizeNotices({ page, picture }: PageSize, viewport: CaptureViewport, hasViewportTag: boolean): string[] {
  const notices: string[] = [];
  if (page.height > picture.height) {
    notices.push(`The page is ${page.height} px tall; the picture ends at ${picture.height} px.`);
  }
  if (viewport.mobile && !hasViewportTag) {
    notices.push(`The page has no viewport meta tag, so phones show it zoomed out, ${page.width} px wide.`);
  } else if (page.width > viewport.width) {
    notices.push(`The page is ${page.width} px wide on a screen of ${viewport.width} px, so it scrolls sideways.`);
  }
  if (page.width > picture.width) notices.push(`The picture ends at ${picture.width} px from the left.`);
  return notices;
}
