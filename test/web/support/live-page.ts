import type { Browser, Page } from 'playwright-core';
import type { Client, Input } from '../../../server/contract/client.ts';
import { openPage, type Tab } from './browser.ts';
import { twoShots } from './guests.ts';
import { hasParts, hasTools, ready } from './review-page.ts';

/** Makes a review with a desktop and a mobile screenshot. */
export const reviewOfTwoShots = async (client: Client) =>
  client.call('create_review', { title: 'Checkout page', images: await twoShots() });

export const at = { screenshot_index: 0, kind: 'point', x: 0.2, y: 0.3 } as const;
export const pointed = (body: string, more: { y?: number } = {}): Input<'place_mark'> => ({
  ...at,
  body,
  must_fix: false,
  client_mark_id: crypto.randomUUID(),
  ...more,
});

/** Opens the page and counts how often it loads afterwards. */
export async function openCounted(where: Browser | Tab, url: string) {
  const watched = await openPage(where, url);
  await ready(watched.page, 'Desktop');
  await hasParts(watched.page);
  await hasTools(watched.page);
  let loads = 0;
  watched.page.on('load', () => {
    loads += 1;
  });
  return { ...watched, loads: () => loads };
}

/** Returns what must not change while a person works. */
export async function atWork(page: Page) {
  return page.evaluate(() => {
    const image = document.querySelector('.image')?.getBoundingClientRect();
    const scroller = document.querySelector('[data-scroller]');
    const field = document.activeElement;
    const form = document.querySelector('.composer')?.getBoundingClientRect();
    return {
      image: [image?.x, image?.y, image?.width, image?.height],
      scroll: [scroller?.scrollLeft, scroller?.scrollTop],
      composer: [form?.x, form?.y],
      focus: field?.tagName,
      text: field instanceof HTMLTextAreaElement ? [field.value, field.selectionStart] : null,
    };
  });
}
