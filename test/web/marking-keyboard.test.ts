import { expect, test } from 'vitest';
import { keepUndo } from './support/browser.ts';
import { marker, words } from './support/review-page.ts';
import { openOnDesktop, startShop } from './support/shop.ts';
import { focused, focusSeen } from './support/stage.ts';

const shop = await startShop();

test('the keyboard alone places a mark on an element, rewords, moves, resizes, deletes and restores it', async () => {
  const { page, review, complaints } = await openOnDesktop(shop);
  const link = shop.service.byLink(review.review_url);
  const mark = async () => (await link.call('read_review', {})).review.marks[0];
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  let steps = 0;
  /** Checks after each step that the focus is on the expected element and visible. */
  const focusIs = async (name: string | RegExp) => {
    await expect.poll(() => focused(page)).toMatch(name);
    await expect.poll(() => focusSeen(page)).toBe(true);
    steps += 1;
  };

  await press('t');
  await page.getByRole('tree').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');
  await press('Home', 'm', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'b');
  await focusIs(/^button “Pay now”/);
  await press('Enter');
  await words(page).waitFor();
  await focusIs('What should change here?');

  await page.keyboard.type('Too pale');
  await press('Alt+m', 'Control+Enter');
  await marker(page, 1).waitFor();
  await focusIs(/^Mark 1, must fix, open: Too pale, on .*desktop at \d+ % from the left, \d+ % from the top$/);
  const placed = await mark();
  expect(placed).toMatchObject({ must_fix: true, kind: 'box', element: { accessible_name: 'Pay now' } });

  await press('w');
  await focusIs('What should change here?');
  await press('End');
  await page.keyboard.type(' to read');
  await press('Control+Enter');
  await expect.poll(async () => (await mark())?.body).toBe('Too pale to read');
  await focusIs(/^Mark 1, .*Too pale to read/);

  /** Waits for the page: the service stores a change before the page offers the next step. */
  const marked = () => page.getByRole('button', { name: 'Move or resize mark 1' }).waitFor();
  await marked();
  await press('Tab', 'Tab');
  await focusIs('Move or resize mark 1');
  await press('Enter');
  await focusIs(/^Mark 1, /);
  await press('ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'Enter');
  const [shot] = review.screenshots;
  if (shot === undefined || placed?.x == null || placed.y == null) throw new Error('a mark on a shot');
  await expect
    .poll(async () => Math.round(((await mark())?.y ?? 0) * shot.height))
    .toBe(Math.round(placed.y * shot.height) + 10);
  expect(Math.round(((await mark())?.x ?? 0) * shot.width)).toBe(Math.round(placed.x * shot.width) + 2);
  await focusIs(/^Mark 1, /);

  await marked();
  await press('Tab', 'Tab', 'Enter');
  await focusIs(/^Mark 1, /);
  const width = page.getByRole('spinbutton', { name: 'Width in pixels' });
  const before = Number(await width.inputValue());
  for (let tries = 0; tries < 8 && (await focused(page)) !== 'Width in pixels'; tries += 1) await press('Tab');
  await focusIs('Width in pixels');
  await press('Shift+ArrowUp', 'ArrowUp', 'Enter');
  await expect.poll(async () => Math.round(((await mark())?.width ?? 0) * shot.width)).toBe(before + 11);
  await focusIs(/^Mark 1, /);

  await marked();
  await press('Tab', 'Tab', 'Tab');
  await focusIs('Delete mark 1');
  await press('Enter');
  // Undo reverts the change whose answer the page has received.
  await page.locator('.toasts').getByText('Mark 1 deleted.').waitFor();
  await keepUndo(page);
  expect((await mark())?.status).toBe('withdrawn');
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await expect.poll(() => focusSeen(page)).toBe(true);
  await press('Control+z');
  await expect.poll(async () => (await mark())?.status).toBe('open');
  await marker(page, 1).waitFor();
  expect(complaints).toEqual([]);
  console.log(`${steps} steps by keyboard: the focus in sight after each`);
  await page.context().close();
});
