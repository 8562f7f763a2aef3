import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { type AtScroll, atScroll, type Box, findScroller, positionOf, type Scroller, scrollTo } from './in-page.ts';

/** One screen as Chromium shows it, in device pixels. */
export interface Screen {
  pixels: Uint32Array;
  width: number;
  height: number;
  /** The boxes of the whole page that it shows, and where on the screen their upper left corners are. */
  shows: { page: Box; left: number; top: number }[];
  /** Elements that are fixed, sticky or move with scrolling, at their place and at rest, in pixels of this screen. */
  bars: Box[];
  isFirst: boolean;
}

export async function pixelsOf(png: Buffer): Promise<{ pixels: Uint32Array; width: number; height: number }> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const bytes = new Uint8Array(data);
  return { pixels: new Uint32Array(bytes.buffer, 0, info.width * info.height), width: info.width, height: info.height };
}

const scaled = (box: Box, scale: number): Box => ({
  x: Math.round(box.x * scale),
  y: Math.round(box.y * scale),
  width: Math.round(box.width * scale),
  height: Math.round(box.height * scale),
});

function showsOf(scroller: Scroller, { left, top, screen }: AtScroll): Screen['shows'] {
  const { box, isPage, hidden } = scroller;
  if (isPage) return [{ page: { x: left, y: top, ...screen }, left: 0, top: 0 }];
  const shows = [{ page: { ...box, y: box.y + top }, left: box.x, top: box.y }];
  const below = box.y + box.height;
  // Content below the box moves down as far as the box grows.
  if (top === 0) shows.push({ page: { x: 0, y: 0, width: screen.width, height: below }, left: 0, top: 0 });
  if (top === hidden && below < screen.height) {
    const page = { x: 0, y: below + hidden, width: screen.width, height: screen.height - below };
    shows.push({ page, left: 0, top: below });
  }
  return shows;
}

/** Returns the positions from 0 to `last`, `step` apart. */
const positions = (last: number, step: number): number[] => [
  ...Array.from({ length: Math.ceil(Math.max(0, last) / step) }, (_, index) => index * step),
  Math.max(0, last),
];

/** Phones show a page that is too wide zoomed out. This shows it in its own size. */
async function zoomIn(session: CDPSession): Promise<void> {
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
}

/** Moves the visible part of the page. Scripts cannot scroll it where the page fits zoomed out. */
async function moveScreen(session: CDPSession, place: Box): Promise<void> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.documentElement' });
  const objectId = result.objectId ?? '';
  await session.send('DOM.scrollIntoViewIfNeeded', { objectId, rect: place });
}

/**
 * Scrolls a page, or the box that scrolls in its place, through the first `most` CSS pixels, half a screen at a time,
 * and captures each screen `lookMs` after scrolling there. Transitions and animations are at their end in each. The
 * viewport keeps its size throughout.
 */
export async function takeScreens(page: Page, most: { width: number; height: number }, lookMs = 0): Promise<Screen[]> {
  const session = await page.context().newCDPSession(page);
  await zoomIn(session);
  const scroller = await findScroller(page);
  const { box, hidden, aside } = scroller;
  const tops = positions(Math.min(hidden, most.height - box.height), Math.floor(box.height / 2));
  const lefts = positions(Math.min(aside, most.width - box.width), box.width);
  const screens: Screen[] = [];
  for (const wanted of tops.flatMap((top) => lefts.map((left) => ({ left, top })))) {
    await scrollTo(page, wanted.left, wanted.top);
    if (scroller.isPage) await moveScreen(session, { ...box, x: wanted.left, y: wanted.top });
    if (lookMs > 0) await page.waitForTimeout(lookMs);
    const at = await atScroll(page);
    const taken = await pixelsOf(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    const after = await positionOf(page);
    // Some pages scroll back by themselves, so nothing is known about such a place.
    if (after.left !== at.left || after.top !== at.top) continue;
    const scale = taken.width / at.screen.width;
    screens.push({
      ...taken,
      isFirst: at.top === 0,
      bars: at.bars.map((bar) => scaled(bar, scale)),
      shows: showsOf(scroller, at).map((each) => ({
        page: scaled(each.page, scale),
        left: Math.round(each.left * scale),
        top: Math.round(each.top * scale),
      })),
    });
  }
  return screens;
}
