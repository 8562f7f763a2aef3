import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../../web/support/axe.ts';
import { intercept } from '../../web/support/browser.ts';
import { words } from '../../web/support/review-page.ts';
import { named, openAtPay, openOnDesktop, outline, startShop } from '../../web/support/shop.ts';
import { boxOf, drawn, focused, frameOf } from '../../web/support/stage.ts';

const shop = await startShop();

describe('the list of elements', () => {
  test('leaves the screenshot at its size and place', async () => {
    const { page } = await openOnDesktop(shop);
    const frame = () => frameOf(page);
    const before = await frame();
    await page.keyboard.press('t');
    await page.getByRole('tree').waitFor();
    await drawn(page);
    const opened = await frame();
    const zoom = await page.locator('.zoom-now').textContent();
    expect(opened.width).toBe(before.width);
    expect(Math.abs(opened.x - before.x)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.zoom-now').textContent()).toBe(zoom);
    await expect.poll(frame).toEqual(before);
    await page.context().close();
  });

  test('works by keys: the focused element is outlined, and Enter opens the composer with its box', async () => {
    const { page, complaints } = await openOnDesktop(shop);
    await page.keyboard.press('t');
    const tree = page.getByRole('tree');
    await tree.waitFor();
    const item = () => page.evaluate(() => document.activeElement?.querySelector('.element-words')?.textContent ?? '');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');
    await page.keyboard.press('End');
    await expect.poll(item).toMatch(/^contentinfo/);
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    await expect.poll(item).toMatch(/^main/);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'b']) await page.keyboard.press(key);
    await expect.poll(item).toBe('button “Pay now”');
    await expect.poll(() => named(page)).toBe('button “Pay now”');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-level'))).toBe('4');
    expect(await findings(page, '.stage')).toEqual([]);
    // The list stands beside the screenshot, which is wider without it.
    const share = async (of: Locator) => (await boxOf(of)).height / (await frameOf(page)).height;
    const outlined = await share(outline(page));
    await page.keyboard.press('Enter');
    await words(page).waitFor();
    await expect.poll(() => focused(page)).toBe('What should change here?');
    const draft = page.locator('.outline[data-kind="draft"]');
    await expect.poll(async () => Math.abs((await share(draft)) - outlined) < 0.005).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('returns the focus to its button when closed by Escape', async () => {
    const { page } = await openOnDesktop(shop);
    await page.getByRole('button', { name: 'List of elements' }).click();
    await page.getByRole('tree').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');
    await page.keyboard.press('Escape');
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('List of elements');
    await page.context().close();
  });

  test('reports a failed fetch, and appears when it is opened again', async () => {
    const { page } = await openOnDesktop(shop);
    let refusals = 1;
    await intercept(page, '**/elements-*', (route) => (refusals-- > 0 ? route.abort() : route.continue()));
    await page.keyboard.press('t');
    await page.getByText('The elements could not be fetched').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.getByRole('tree').waitFor();
    await page.context().close();
  });
});

test('the crosshair reports the element under it', async () => {
  const { page, pay } = await openAtPay(shop);
  const status = page.locator('[role="status"].visually-hidden');
  await page.keyboard.press('m');
  const cross = page.getByRole('button', { name: /^Crosshair/ });
  const at = async () => {
    const box = await boxOf(cross);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  // Shift moves further, as it does for a mark.
  const { x: start } = await at();
  await page.keyboard.press('ArrowRight');
  const step = (await at()).x - start;
  await page.keyboard.press('Shift+ArrowLeft');
  expect(Math.round((start + step - (await at()).x) / step)).toBe(10);
  for (let turn = 0; turn < 200; turn += 1) {
    const { x, y } = await at();
    if (Math.abs(x - pay.x) <= 9 && Math.abs(y - pay.y) <= 9) break;
    await page.keyboard.press(
      Math.abs(x - pay.x) > 9 ? (x > pay.x ? 'ArrowLeft' : 'ArrowRight') : y > pay.y ? 'ArrowUp' : 'ArrowDown',
    );
  }
  await expect.poll(() => status.textContent()).toMatch(/^\d+ % across, \d+ % down, button “Pay now”$/);
  for (const key of ['b', 'ArrowRight', 'ArrowDown', 'b']) await page.keyboard.press(key);
  await words(page).waitFor();
  await expect.poll(() => page.locator('.outline[data-kind="draft"]').count()).toBe(1);
  await page.context().close();
});
