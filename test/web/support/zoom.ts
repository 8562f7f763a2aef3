import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../../support/service.ts';
import { openPage, type Tab } from './browser.ts';
import { pageImage } from './page-image.ts';
import { hasParts } from './review-page.ts';
import { frameOf, scroller } from './stage.ts';

/** Returns a screenshot much taller than a screen, for the second view of a page. */
const darkImage = () => pageImage(1280, 6000, '#18723f');

/** Opens a review with two tall screenshots of one page and one of another page. */
export async function openTall(service: TestService, where: Browser | Tab) {
  const client = await service.newClient();
  const [tall, dark] = await Promise.all([pageImage(1280, 6000, '#a9b8ae'), darkImage()]);
  const images = [
    { image: tall, label: 'Home', page_url: 'https://shop.example/' },
    { image: dark, label: 'Home, dark', page_url: 'https://shop.example/' },
    { image: tall, label: 'Terms', page_url: 'https://shop.example/terms' },
  ];
  const review = await client.call('create_review', { title: 'Shop', images });
  const watched = await openPage(where, review.review_url);
  await isShown(watched.page, 'Home, pass 1');
  return { ...watched, client, review };
}

/** Waits until a screenshot and everything beside it is there. */
async function isShown(page: Page, name: string): Promise<void> {
  await page.getByRole('img', { name }).waitFor();
  await hasParts(page);
}

/** Sends an event of Safari for a touchpad's pinch. Returns whether the page leaves it to the browser. */
export const gesture = (page: Page, type: string, scale: number, at: { x: number; y: number }): Promise<boolean> =>
  scroller(page).evaluate(
    (stage, [type, scale, { x, y }]) => {
      const event = new UIEvent(type, { cancelable: true });
      return stage.dispatchEvent(Object.assign(event, { scale, clientX: x, clientY: y }));
    },
    [type, scale, at] as const,
  );

export const zoomed = (page: Page) =>
  page
    .locator('.zoom-now')
    .textContent()
    .then((text) => Number.parseInt(text ?? '', 10) / 100);
export const settled = (page: Page) => expect.poll(() => page.locator('.image[data-zooming]').count()).toBe(0);
export const top = (page: Page) => scroller(page).evaluate((element) => element.scrollTop);

/** Returns the fraction of the screenshot at the middle of the stage's upper edge. */
export async function lookedAt(page: Page) {
  const frame = await frameOf(page);
  const stage = await scroller(page).boundingBox();
  if (stage === null) throw new Error('no stage');
  return (stage.y - frame.y) / frame.height;
}
