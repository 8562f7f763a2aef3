import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { inStrip, reviewOfTwo } from './support/between-shots.ts';
import { launchBrowser, oneTab, openPage } from './support/browser.ts';
import { twoPasses } from './support/passes.ts';
import { marker, ready, stage, words, write } from './support/review-page.ts';
import { drawn } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

/** Shows the text of a page at twice its size, as a browser that enlarges text alone does. */
const doubleText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { style } = document.documentElement;
    const sizes = getComputedStyle(document.documentElement);
    for (const size of ['--size-small', '--size', '--size-large', '--size-title']) {
      style.setProperty(size, `${2 * Number.parseInt(sizes.getPropertyValue(size), 10)}px`);
    }
  });

test('a mark being moved stays put when the screenshot changes, and a click there starts a new one', async () => {
  const { url, marks } = await reviewOfTwo(service);
  const { page } = await tab(url);
  await ready(page, 'Desktop');
  const before = await marks();
  await marker(page, 1).click();
  await page.getByRole('button', { name: 'Move or resize mark 1' }).click();
  await page.getByRole('dialog', { name: 'Move or resize mark 1' }).waitFor();
  await inStrip(page, 'Mobile').click();
  await marker(page, 2).waitFor();
  await stage(page).click({ position: { x: 500, y: 400 } });
  await words(page).waitFor();
  await inStrip(page, 'Desktop').click();
  await marker(page, 1).waitFor();
  expect(await page.getByRole('dialog', { name: 'Move or resize mark 1' }).count()).toBe(0);
  expect(await marks()).toEqual(before);
});

test('selecting a mark on another screenshot while writing keeps the text as a draft', async () => {
  const { url } = await reviewOfTwo(service);
  const { page } = await tab(url);
  await ready(page, 'Desktop');
  await write(page, { x: 300, y: 500 }, 'Half a thought');
  // An Escape that closes the suggestions of an input method must not close the composer.
  await words(page).evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }));
  });
  await drawn(page);
  await page.keyboard.type(', and');
  await page.locator('.mark-row').getByText('Too small').click();
  await marker(page, 2).waitFor();
  expect(await words(page).count()).toBe(0);
  await page.getByText('1 draft not saved').waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await expect.poll(() => words(page).inputValue()).toBe('Half a thought, and');
});

test('in a narrow window the sheet keeps the height to which a mouse dragged it', async () => {
  const { url } = await reviewOfTwo(service);
  const { page } = await openPage(browser, url);
  await page.setViewportSize({ width: 390, height: 844 });
  await ready(page, 'Desktop');
  const height = () => page.locator('.frame').getAttribute('data-sheet');
  const handle = await page.locator('.sheet-handle').boundingBox();
  if (handle === null) throw new Error('There is no handle.');
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 120, { steps: 4 });
  await page.mouse.up();
  await expect.poll(height).toBe('half');
  // The release of a pointer that was pressed elsewhere drags nothing.
  await page.locator('.sheet-handle').dispatchEvent('pointerup', { clientY: 800 });
  expect(await height()).toBe('half');
  await page.locator('.sheet-handle').click();
  await expect.poll(height).toBe('peek');
  await page.context().close();
});

test('on a phone with text of twice the size, the sheet opens and closes by its handle', async () => {
  const { url } = await reviewOfTwo(service);
  const { page } = await openPage(browser, url, true);
  await ready(page, 'Desktop');
  await doubleText(page);
  const handle = page.locator('.sheet-handle');
  for (const height of ['half', 'peek']) {
    await handle.click();
    await expect.poll(() => page.locator('.frame').getAttribute('data-sheet')).toBe(height);
    await expect
      .poll(() =>
        handle.evaluate((button) => {
          const { left, right, bottom } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
        }),
      )
      .toBe(true);
  }
  await page.context().close();
});

test('on a phone with text of twice the size, no tool of the screenshot is cut off or covered', async () => {
  const { second } = await twoPasses(service);
  const { page } = await openPage(browser, second.review_url, true);
  await ready(page, 'Desktop');
  await page.locator('.modes-menu').waitFor();
  await doubleText(page);
  const unreachable = () =>
    page.locator('.changes button, .stage-tools button, .modes-menu > button, .decide button').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const isReached = width === 0 || button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        return isReached && x + width <= innerWidth ? [] : [button.ariaLabel ?? button.textContent];
      }),
    );
  await expect.poll(unreachable).toEqual([]);
  await page.context().close();
});
