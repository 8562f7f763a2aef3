import type { CDPSession } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heightLimit, measure, type PageSize, sizeNotices } from '../../../server/capture/screenshot-size.ts';
import { viewports } from '../../../server/capture/viewport.ts';

const { desktop, mobile } = viewports;

it.each([
  ['16,000 px on a desktop', desktop, 1_440, undefined, 16_000],
  ['as asked', desktop, 1_440, 2_000, 2_000],
  ['never less than the screen', desktop, 1_440, 100, 900],
  ['less where the page is wide', desktop, 2_000, undefined, 12_000],
  ['24 million pixels on a phone', mobile, 390, undefined, 15_384],
  ['24 million pixels of a page that a phone zooms out', mobile, 980, undefined, 6_122],
])('an image is at most as tall as allowed: %s', (_, viewport, width, maxHeight, expected) => {
  expect(heightLimit(maxHeight === undefined ? { viewport } : { viewport, maxHeight }, width)).toBe(expected);
});

describe('the size of an image', () => {
  /** Returns a stand-in for a browser that reports this size of its page. */
  const sessionOf = (width: number, height: number) =>
    ({ send: async () => ({ cssContentSize: { width, height } }) }) as unknown as CDPSession;

  it.each([
    ['of a page that fits', desktop, [1_440, 500], true, [1_440, 900]],
    ['of a page that is too tall', desktop, [1_440, 30_000], true, [1_440, 16_000]],
    ['of a page that is too tall for a phone', mobile, [390, 30_000], true, [390, 15_384]],
    ['of a page that scrolls sideways', desktop, [2_000, 900], true, [2_000, 900]],
    ['of a page that is too wide', desktop, [9_000, 900], true, [4_320, 900]],
    ['of a page that hides what is beside the screen', desktop, [2_000, 900], false, [1_440, 900]],
    ['of such a page on a phone, which zooms out', mobile, [980, 900], false, [980, 900]],
    ['of parts of a pixel', desktop, [1_440.2, 1_000.4], true, [1_441, 1_001]],
  ] as const)('%s', async (_, viewport, [width, height], scrollsSideways, expected) => {
    const layout = {
      scrollsSideways,
      scrollsDown: true,
      growsLeft: false,
      pinnedHeight: 0,
      screenHeight: 900,
      hasViewportTag: true,
    };
    const { screenshot } = await measure(sessionOf(width, height), { viewport }, layout);
    expect([screenshot.width, screenshot.height]).toEqual(expected);
    expect(screenshot.width * screenshot.height * viewport.scale ** 2).toBeLessThanOrEqual(24_000_000);
  });
});

describe('the notices about the size', () => {
  const size = (page: [number, number], image: [number, number]): PageSize => ({
    page: { width: page[0], height: page[1] },
    screenshot: { width: image[0], height: image[1] },
    left: 0,
  });

  it.each([
    ['nothing of a page that fits', size([1_440, 900], [1_440, 900]), desktop, true, []],
    [
      'where it ends',
      size([1_440, 30_000], [1_440, 16_000]),
      desktop,
      true,
      ['The page is 30,000 px tall; the screenshot ends at 16,000 px.'],
    ],
    [
      'that it scrolls sideways',
      size([2_000, 900], [2_000, 900]),
      desktop,
      false,
      ['The page is 2,000 px wide on a screen of 1,440 px, so it scrolls sideways.'],
    ],
    [
      'that it is cut',
      size([9_000, 900], [4_320, 900]),
      desktop,
      true,
      [
        'The page is 9,000 px wide on a screen of 1,440 px, so it scrolls sideways.',
        'The screenshot ends at 4,320 px from the left.',
      ],
    ],
    [
      'that it has no viewport tag',
      size([980, 900], [980, 900]),
      mobile,
      false,
      ['The page has no viewport meta tag, so phones show it zoomed out, 980 px wide.'],
    ],
    [
      'that it scrolls sideways on a phone',
      size([1_024, 900], [1_024, 900]),
      mobile,
      true,
      ['The page is 1,024 px wide on a screen of 390 px, so it scrolls sideways.'],
    ],
  ])('%s', (_, of, viewport, hasViewportTag, expected) => {
    expect(sizeNotices(of, viewport, { hasViewportTag, isZoomedOut: false }).map(({ message }) => message)).toEqual(
      expected,
    );
  });
});
