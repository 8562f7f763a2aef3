import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Review } from '../../server/contract/review.ts';
import { startService, type TestService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';
import { openShop, reviewShop, type Shop } from './support/shop.ts';
import { boxOf, drawn, frameOf, marker, words } from './support/stage.ts';

let service: TestService;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  [service, browser, shop] = await Promise.all([
    startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' }),
    launchBrowser(),
    openShop(),
  ]);
});
afterAll(() => Promise.all([service.close(), browser.close(), shop.close()]));

const outline = (page: Page) => page.locator('.element-outline');
const named = (page: Page) => page.locator('.element-name').textContent();

/** Opens a fresh review and answers where the pay button of the desktop screenshot lies on the screen. */
async function open(): Promise<{ page: Page; review: Review; complaints: string[]; pay: { x: number; y: number } }> {
  const { review } = await reviewShop(service, shop);
  const { page, complaints } = await openPage(browser, review.review_url);
  await page
    .getByRole('img', { name: /desktop/ })
    .first()
    .waitFor();
  const [shot] = review.screenshots;
  const map: {
    scale: number;
    elements: {
      accessible_name: string | null;
      tag: string;
      box: { x: number; y: number; width: number; height: number };
    }[];
  } = await (await fetch(shot?.elements_url ?? '')).json();
  const button = map.elements.find(({ tag, accessible_name }) => tag === 'button' && accessible_name === 'Pay now');
  if (shot === undefined || button === undefined) throw new Error('The shop has a pay button.');
  const frame = await frameOf(page);
  const { box } = button;
  const pay = {
    x: frame.x + ((box.x + box.width / 2) * map.scale * frame.width) / shot.width,
    y: frame.y + ((box.y + box.height / 2) * map.scale * frame.height) / shot.height,
  };
  return { page, review, complaints, pay };
}

describe('an element', () => {
  test('is outlined with its name while Alt is held, and only then; nothing is fetched before', async () => {
    const { page, pay, complaints } = await open();
    const fetched = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/elements')).length,
      );
    await page.mouse.move(pay.x, pay.y);
    await drawn(page);
    expect(await fetched()).toBe(0);
    expect(await outline(page).count()).toBe(0);
    await page.keyboard.down('Alt');
    await outline(page).waitFor();
    expect(await named(page)).toBe('button “Pay now”');
    await page.keyboard.up('Alt');
    await outline(page).waitFor({ state: 'detached' });
    expect(await fetched()).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('arrows and brackets select enclosing elements and back, and a click marks it as a box', async () => {
    const { page, pay, review } = await open();
    await page.keyboard.press('e');
    await page.mouse.move(pay.x, pay.y);
    await outline(page).waitFor();
    const button = await boxOf(outline(page));
    await page.keyboard.press('ArrowUp');
    await soon(() => named(page)).toContain('region “Order”');
    const section = await boxOf(outline(page));
    expect(section.width).toBeGreaterThan(button.width);
    await page.keyboard.press(']');
    await soon(() => named(page)).toBe('button “Pay now”');
    await page.keyboard.press('[');
    await soon(() => named(page)).toContain('region “Order”');
    await page.mouse.click(pay.x, pay.y);
    await words(page).waitFor();
    const draft = await boxOf(page.locator('.outline[data-kind="draft"]'));
    expect(Math.abs(draft.width - section.width)).toBeLessThan(3);

    // Back to the button, in the composer this time, and once more by key.
    const narrower = page.getByRole('button', { name: 'Narrower: the element inside it' });
    await narrower.click();
    await page.getByRole('form').getByText('button “Pay now”').waitFor();
    await soon(() => narrower.getAttribute('aria-disabled')).toBe('true');
    await words(page).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.type('Too pale');
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    const link = service.byLink(review.review_url);
    const [mark] = (await link.call('read_review', {})).review.marks;
    expect(mark).toMatchObject({ kind: 'box', element: { tag: 'button', accessible_name: 'Pay now' } });
    await page.context().close();
  });

  test('that is on desktop and mobile has one mark, to be seen on both and listed once', async () => {
    const { page, pay } = await open();
    await page.keyboard.press('e');
    await page.mouse.move(pay.x, pay.y);
    await outline(page).waitFor();
    await page.mouse.click(pay.x, pay.y);
    await page.keyboard.type('Too pale');
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    await page.keyboard.press('j');
    const also = page.getByRole('button', { name: /^Mark 1, also here, marked on .*desktop: Too pale$/ });
    await also.waitFor();
    await also.click();
    await soon(() => also.getAttribute('aria-pressed')).toBe('true');
    // The person stays on the screenshot that is looked at.
    await soon(() => page.getByRole('region', { name: /mobile/ }).count()).toBe(1);
    await soon(() => page.getByRole('button', { name: /^Show mark 1:/ }).count()).toBe(1);
    expect(await findings(page, '.stage')).toEqual([]);
    await page.context().close();
  });
});
