import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { home } from '../../../server/web/home/strings.ts';
import { site } from '../../../server/web/shared/strings.ts';
import { startService } from '../../support/service.ts';
import { findings } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  attempt,
  chooseImages,
  expectKept,
  imageFile,
  kind,
  openButton,
  ready,
  reviewsOf,
  titleField,
  trouble,
  visit,
} from '../../web/support/home.ts';

const [service, browser] = await Promise.all([
  startService({ MAX_IMAGE_MB: '1', MAX_REQUEST_MB: '2' }),
  launchBrowser(),
]);

const pasteToken = async (page: Page, token: string): Promise<void> => {
  await page.getByLabel(site.token.label).fill(token);
  await page.getByRole('button', { name: home.useToken }).click();
};

test('too many workspaces: when to come back, and an earlier token continues at once', async () => {
  const busy = await startService({ TRY_TOKENS_PER_HOUR: '1' });
  const { token } = await busy.newClient();
  const { page, complaints } = await visit(browser, busy.url);
  const before = Date.now();
  await attempt(page);
  await trouble(page).getByText(home.trouble.tokensBusy).waitFor();
  const at = Date.parse((await trouble(page).locator('time').getAttribute('datetime')) ?? '');
  expect(at - before).toBeGreaterThan(0);
  expect(at - Date.now()).toBeLessThanOrEqual(3_601_000);
  await expectKept(page);
  expect(await findings(page)).toEqual([]);
  await pasteToken(page, 'slt_nonsense');
  await page.getByText(site.token.form).waitFor();
  await pasteToken(page, `slt_${'x'.repeat(49)}`);
  await page.getByText(site.token.unknown).waitFor();
  await pasteToken(page, token);
  await ready(page);
  expect((await reviewsOf(page, busy.url)).map(({ title }) => title)).toEqual(['My own title']);
  expect(busy.logged()).not.toContain(token);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('no signup: the operator gives out tokens, and a pasted one opens the review', async () => {
  const open = await startService({});
  const { token } = await open.newClient();
  const closed = await startService({ SIGNUP: 'closed', DATABASE_URL: open.databaseUrl });
  const { page } = await visit(browser, closed.url);
  await attempt(page);
  await trouble(page).getByText(home.trouble.closed).waitFor();
  await expectKept(page);
  await pasteToken(page, token);
  await ready(page);
  await page.getByRole('button', { name: home.made.another }).click();
  await page.getByRole('button', { name: home.developers.forget }).click();
  await page.getByRole('button', { name: home.developers.get }).click();
  await page.locator('#token-trouble').getByText(home.trouble.closed).waitFor();
  await page.context().close();
});

test('a broken image is named, and without it the review opens', async () => {
  const { page } = await visit(browser, service.url);
  await chooseImages(page, [
    await imageFile('kept.png'),
    { name: 'torn.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') },
  ]);
  await titleField(page).fill('My own title');
  await openButton(page).click();
  const words = `${home.fields.image('torn.png')} cannot be used. It is not an image that can be read. Send a PNG, a JPEG or a WebP.`;
  await trouble(page).getByText(words).waitFor();
  expect(await trouble(page).textContent()).not.toMatch(/images\[|sharp|vips/);
  await expectKept(page);
  await page.getByRole('button', { name: home.source.images.remove('torn.png') }).click();
  await expect.poll(() => trouble(page).textContent()).toBe('');
  await openButton(page).click();
  await ready(page);
  await page.context().close();
});

test('too large: the file and the limit are named; too much together is reported too', async () => {
  const { page } = await visit(browser, service.url);
  const big = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(1_200_000, 7) };
  await chooseImages(page, [big]);
  await openButton(page).click();
  await trouble(page)
    .getByText(home.trouble.large(home.fields.image('big.png'), '1 MB'))
    .waitFor();
  await page.getByRole('button', { name: home.source.images.remove('big.png') }).click();
  const halves = ['one.png', 'two.png'].map((name) => ({ ...big, name, buffer: Buffer.alloc(950_000, 7) }));
  await chooseImages(page, halves);
  await openButton(page).click();
  await trouble(page).getByText(home.trouble.largeAll).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(2);
  await page.context().close();
});

test('a refused address and a page that cannot be captured are both reported and can be fixed', async () => {
  const inside = await startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });
  const { page } = await visit(browser, inside.url);
  await kind(page, 'page').check();
  const address = page.getByLabel(home.source.page.label);
  await address.fill('http://10.0.0.1/');
  await openButton(page).click();
  await trouble(page).getByText(home.fields.page).waitFor();
  await expect.poll(() => address.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => address.inputValue()).toBe('http://10.0.0.1/');
  await address.fill('http://127.0.0.1:47/');
  await openButton(page).click();
  await page.getByRole('heading', { name: home.made.failed }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: home.made.back }).click();
  await expect.poll(() => address.inputValue()).toBe('http://127.0.0.1:47/');
  await page.context().close();
});
