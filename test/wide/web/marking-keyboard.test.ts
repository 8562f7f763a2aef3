import { expect, test } from 'vitest';

import { openOnDesktop, startShop } from '../../web/support/shop.ts';

const shop = await startShop();

test('the keys of marking can be switched off, and none of them approves', async () => {
  const { page, review } = await openOnDesktop(shop);
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789[],.+-') {
    await page.keyboard.press(key);
    await page.keyboard.press('Escape');
  }
  expect((await shop.service.byLink(review.review_url).call('read_review', {})).review.status).toBe('open');
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts on this device' }).uncheck();
  await page.keyboard.press('Escape');
  const tool = page.getByRole('button', { name: 'Mark an element', exact: true });
  for (const key of ['e', 'a', 't']) await page.keyboard.press(key);
  await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => page.getByRole('tree').count()).toBe(0);
  await page.context().close();
});
