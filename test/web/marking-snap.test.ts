import { describe, expect, test } from 'vitest';
import { mark } from '../support/factories.ts';

import { marker, words } from './support/review-page.ts';
import { named, openAtPay, outline, startShop } from './support/shop.ts';
import { boxOf, drawn, focused } from './support/stage.ts';

const shop = await startShop();

describe('an element', () => {
  test('is outlined with its name only while Alt is held, and nothing is fetched before', async () => {
    const { page, pay, complaints } = await openAtPay(shop);
    const fetched = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /\/elements-[^/]+$/.test(name)).length,
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
    await expect.poll(fetched).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('arrows and brackets select enclosing elements and back, and a click marks it as a box', async () => {
    const { page, pay, review } = await openAtPay(shop);
    await page.keyboard.press('e');
    await page.mouse.move(pay.x, pay.y);
    await outline(page).waitFor();
    const button = await boxOf(outline(page));
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => named(page)).toContain('region “Order”');
    const section = await boxOf(outline(page));
    expect(section.width).toBeGreaterThan(button.width);
    await page.keyboard.press(']');
    await expect.poll(() => named(page)).toBe('button “Pay now”');
    await page.keyboard.press('[');
    await expect.poll(() => named(page)).toContain('region “Order”');
    await page.mouse.click(pay.x, pay.y);
    await words(page).waitFor();
    const draft = await boxOf(page.locator('.outline[data-kind="draft"]'));
    expect(Math.abs(draft.width - section.width)).toBeLessThan(3);

    // Returns to the button: first in the composer, then by key.
    await page.getByRole('button', { name: 'Place and size' }).click();
    const narrower = page.getByRole('button', { name: 'Inside it' });
    await narrower.click();
    await page.getByRole('form').getByText('button “Pay now”').waitFor();
    await expect.poll(() => narrower.getAttribute('aria-disabled')).toBe('true');
    await words(page).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.type('Too pale');
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    const link = shop.service.byLink(review.review_url);
    const [mark] = (await link.call('read_review', {})).review.marks;
    expect(mark).toMatchObject({ kind: 'box', element: { tag: 'button', accessible_name: 'Pay now' } });
  });

  test('on both desktop and mobile has one mark, visible on both and listed once', async () => {
    const { page, pay, review } = await openAtPay(shop);
    await page.keyboard.press('e');
    await page.mouse.move(pay.x, pay.y);
    await outline(page).waitFor();
    await page.mouse.click(pay.x, pay.y);
    await expect.poll(() => focused(page)).toBe('What should change here?');
    await page.keyboard.type('Too pale');
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    // The stream may bring the mark before the answer closes the composer, which would take the key.
    await words(page).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    const also = page.getByRole('button', { name: /^Mark 1, also here, marked on .*desktop: Too pale$/ });
    await also.waitFor();
    await also.click();
    await expect.poll(() => also.getAttribute('aria-pressed')).toBe('true');
    // The page stays on the current screenshot.
    await expect.poll(() => page.getByRole('region', { name: /mobile/ }).count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: /^Show mark 1:/ }).count()).toBe(1);
    // The selected row names the element.
    await expect.poll(() => page.locator('.sits-on').first().textContent()).toMatch(/Pay/);
    // A mark of this screenshot on the same element lies over it.
    const link = shop.service.byLink(review.review_url);
    const [first] = (await link.call('read_review', {})).review.marks;
    await link.call('place_mark', mark({ ...first?.same_element_in[0], body: 'Too low' }));
    await page.reload();
    await marker(page, 2).click();
    await expect.poll(() => marker(page, 2).getAttribute('aria-pressed')).toBe('true');
  });
});

test('the list opens at the element under the pointer; a click on a branch closes it, and one on an element marks it', async () => {
  const { page, pay, complaints } = await openAtPay(shop);
  await page.keyboard.press('e');
  await page.mouse.move(pay.x, pay.y);
  await outline(page).waitFor();
  const pointed = await boxOf(outline(page));
  await page.keyboard.press('t');
  await expect.poll(() => focused(page)).toBe('button “Pay now”');
  const row = (name: RegExp) => page.getByRole('treeitem', { name });
  const order = row(/^region “Order”/);
  await order.locator('.twist').click();
  await row(/Pay now/).waitFor({ state: 'detached' });
  await expect.poll(() => order.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => order.getAttribute('tabindex')).toBe('0');
  await page.keyboard.press('ArrowRight');
  await row(/Pay now/).waitFor();
  await page.keyboard.press('ArrowLeft');
  await row(/Pay now/).waitFor({ state: 'detached' });
  await order.locator('.twist').click();
  await row(/Pay now/).click();
  await words(page).waitFor();
  await expect.poll(() => page.getByRole('tree').count()).toBe(0);
  const draft = await boxOf(page.locator('.outline[data-kind="draft"]'));
  expect(Math.abs(draft.width - pointed.width)).toBeLessThan(3);
  expect(complaints).toEqual([]);
});
