import type { Page } from 'playwright-core';
import { hasMasks, placeMasks } from './in-page/place-masks.ts';
import type { Notices } from './notice.ts';
import type { World } from './world.ts';

const maskColor = '#9aa0a6';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In whole CSS pixels from the page's upper left corner; nothing of what is under them shines through at their edges. */
async function boxesOf(page: Page, selector: string): Promise<Box[]> {
  const said: unknown = await page.locator(`css=${selector}`).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = (element as unknown as { getBoundingClientRect(): Box }).getBoundingClientRect();
      const { scrollX, scrollY } = globalThis as unknown as { scrollX: number; scrollY: number };
      return { x: x + scrollX, y: y + scrollY, width, height };
    }),
  );
  const boxes = Array.isArray(said) ? (said as Box[]) : [];
  return boxes
    .filter((box) => [box.x, box.y, box.width, box.height].every(Number.isFinite) && box.width > 0 && box.height > 0)
    .map(({ x, y, width, height }) => {
      const [left, top] = [Math.floor(x), Math.floor(y)];
      return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
    });
}

/** Paints over what the selectors match now. Adds a notice for each that matches nothing or is no selector. */
export async function mask(page: Page, world: World, selectors: readonly string[], notices: Notices): Promise<void> {
  if (selectors.length === 0) return;
  const boxes: Box[] = [];
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
  await world.run(placeMasks, boxes, maskColor);
}

/** Takes away what was painted. */
export function unmask(world: World): Promise<void> {
  return world.run(placeMasks, [], maskColor);
}

/** Whether what was painted is still there: a page may remove what it does not know. */
export function isMasked(world: World): Promise<boolean> {
  return world.run(hasMasks);
}
