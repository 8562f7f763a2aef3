import type { CDPSession, Locator, Page } from 'playwright-core';

export const scroller = (page: Page): Locator => page.locator('[data-scroller]');

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the box of an element on the screen. Throws when it is missing. */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.first().boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return box;
}

/** Scrolls, and waits until the page has handled it. */
export const scrollStage = (stage: Locator, top: number): Promise<void> =>
  stage.evaluate(
    (element, to) =>
      new Promise<void>((done) => {
        element.addEventListener('scroll', () => done(), { once: true });
        element.scrollTo(0, to);
      }),
    top,
  );

/** Waits until the page's script has drawn it and drawing has taken effect: listeners are attached, scrolling is handled. */
export async function drawn(page: Page): Promise<void> {
  // The HTML holds this until the script replaces it.
  await page.locator('#broken').waitFor({ state: 'detached' });
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));
      }),
  );
}

/** Returns where the screenshot is on the screen now. */
export const frameOf = (page: Page): Promise<Box> => boxOf(page.locator('[data-scroller] .image'));

/** Returns the accessible name of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
  });

/** Returns whether the focused element is visible: nothing of the page covers its middle. */
export const focusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return false;
    const { x, y, width, height } = at.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (at.contains(top) || top.contains(at));
  });

/** Sends touches as events of the browser. */
export async function fingersOn(
  page: Page,
): Promise<(type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return async (type, ...at) => {
    const touchPoints = at.map(([x, y], id) => ({ x, y, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}
