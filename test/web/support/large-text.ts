import type { Page } from 'playwright-core';

/** Shows the text of a page at twice its size, as a browser that enlarges text alone does. */
export const doubleText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { style } = document.documentElement;
    const sizes = getComputedStyle(document.documentElement);
    for (const size of ['--size-small', '--size', '--size-large', '--size-title']) {
      style.setProperty(size, `${2 * Number.parseInt(sizes.getPropertyValue(size), 10)}px`);
    }
  });
