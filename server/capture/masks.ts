import type { Page } from 'playwright-core';
import type { CapturedBox } from './captured-facts.ts';
import type { Notices } from './notice.ts';
import type { World } from './world.ts';

const maskColor = '#9aa0a6';

/**
 * Returns the boxes of matching elements in whole CSS pixels from the page's upper left corner, rounded outwards so
 * that no edge shows through.
 */
async function boxesOf(page: Page, selector: string): Promise<CapturedBox[]> {
  const found: unknown = await page.locator(`css=${selector}`).evaluateAll((elements) =>
    elements.map((element) => {
      const measured = element as unknown as { getBoundingClientRect(): CapturedBox };
      const { x, y, width, height } = measured.getBoundingClientRect();
      const { scrollX, scrollY } = globalThis as unknown as { scrollX: number; scrollY: number };
      return { x: x + scrollX, y: y + scrollY, width, height };
    }),
  );
  const boxes = Array.isArray(found) ? (found as CapturedBox[]) : [];
  return boxes
    .filter((box) => [box.x, box.y, box.width, box.height].every(Number.isFinite) && box.width > 0 && box.height > 0)
    .map(({ x, y, width, height }) => {
      const [left, top] = [Math.floor(x), Math.floor(y)];
      return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
    });
}

/**
 * Paints over the elements that the selectors match now. Adds a notice for each selector that matches nothing or is
 * invalid.
 */
export async function paintMasks(
  page: Page,
  world: World,
  selectors: readonly string[],
  notices: Notices,
): Promise<void> {
  if (selectors.length === 0) return;
  const boxes: CapturedBox[] = [];
  for (const selector of selectors) {
    const count = await page
      .locator(`css=${selector}`)
      .count()
      .catch(() => null);
    if (count === null) {
      notices.add('mask_invalid', `\`mask\` has something that is not a CSS selector: ${selector}`);
    } else if (count === 0) notices.add('mask_unmatched', `Nothing on the page matches the mask ${selector}.`);
    else boxes.push(...(await boxesOf(page, selector)));
  }
  await world.run('setMasks', boxes, maskColor);
}
