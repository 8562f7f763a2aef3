import type { SharedBrowser } from '../../../server/adapters/chromium/index.ts';
import { pixelsOf } from '../../../server/adapters/images/index.ts';
import { analyze, type ImageAnalysis } from '../../../server/checklist/image/analyze.ts';
import type { PixelBox } from '../../../server/domain/port-types.ts';

/** Returns the boxes of these elements in pixels of the screenshot. Runs inside the page. */
function boxesIn(elements: { getBoundingClientRect(): PixelBox }[], scale: number): PixelBox[] {
  return elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
  });
}

/** Draws a page. Returns the boxes of its `<b>` elements in document order, and its image. */
export function drawBoldBoxes(
  browser: SharedBrowser,
  html: string,
  scale = 1,
): Promise<{ image: ImageAnalysis; boxes: PixelBox[]; bytes: Buffer }> {
  return browser.withContext({ viewport: { width: 1_200, height: 400 }, deviceScaleFactor: scale }, async (context) => {
    const page = await context.newPage();
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>body{margin:0}b{display:inline-block;
      font-weight:inherit;white-space:nowrap;margin:4px 12px}</style>${html}`);
    const boxes = await page.locator('b').evaluateAll(boxesIn, scale);
    const bytes = await page.screenshot({ fullPage: true });
    return { image: analyze(await pixelsOf(bytes)), boxes, bytes };
  });
}
