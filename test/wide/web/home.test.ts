import { expect, test } from 'vitest';
import { home } from '../../../server/web/home/strings.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  chooseImages,
  imageFile,
  kind,
  looks,
  openButton,
  ready,
  smallTargets,
  titleField,
  visit,
} from '../../web/support/home.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('of more than five images, five are accepted, the sixth is named, and one can be removed', async () => {
  const { page } = await visit(browser, service.url);
  const files = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => imageFile(`shot ${n}.png`)));
  await chooseImages(page, files);
  await page.getByText(home.left.many('shot 6.png')).waitFor();
  const removes = page.getByRole('button', { name: /^Remove / });
  await expect.poll(() => removes.count()).toBe(5);
  await page.getByRole('button', { name: home.source.images.remove('shot 2.png') }).press('Enter');
  await expect.poll(() => removes.count()).toBe(4);
  const focused = page.getByRole('button', { name: home.source.images.remove('shot 3.png') });
  await expect.poll(() => focused.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.context().close();
});

test.each(looks)('text survives a reload, while nothing moves by itself: %j', async (look) => {
  const { page } = await visit(browser, service.url, look);
  const place = async () => (await titleField(page).boundingBox())?.y;
  const places = new Set<number | undefined>();
  for (const name of ['images', 'pdf', 'email', 'page'] as const) {
    await kind(page, name).check();
    places.add(await place());
  }
  expect([...places]).toHaveLength(1);
  await page.getByLabel(home.source.page.label).fill('example.com/pricing');
  await titleField(page).fill('Prices, spring');
  await page.addInitScript(`{
    const seen = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    globalThis.shifts = async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      return [...seen, ...observer.takeRecords()].reduce((sum, { value }) => sum + value, 0);
    };
  }`);
  await page.reload();
  await expect.poll(() => page.getByLabel(home.source.page.label).inputValue()).toBe('example.com/pricing');
  await expect.poll(() => titleField(page).inputValue()).toBe('Prices, spring');
  const shift = await page.evaluate('shifts()');
  expect(shift).toBe(0);
  await page.context().close();
});

test('copying works without clipboard access', async () => {
  const { page } = await visit(browser, service.url);
  // As over plain http from another machine.
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await page.reload();
  await page.getByRole('button', { name: home.developers.get }).click();
  const copy = page.getByRole('button', { name: `Copy: ${home.developers.curl}` });
  await copy.click();
  await page.getByText(`${home.developers.curl}: copied`).waitFor({ state: 'attached' });
  await expect.poll(() => copy.evaluate((element) => element === document.activeElement)).toBe(true);
  await kind(page, 'email').check();
  await page.getByLabel(home.source.email.label).focus();
  await page.keyboard.press('Control+v');
  await expect
    .poll(() => page.getByLabel(home.source.email.label).inputValue())
    .toMatch(/^curl -X POST [\s\S]*slt_[0-9A-Za-z]{49}/);
  await page.context().close();
});

test('every state is free of serious findings, in both themes, wide and narrow', async () => {
  let states = 0;
  const clean = async (page: Parameters<typeof findingsInBothThemes>[0]) => {
    states += 1;
    expect(await findingsInBothThemes(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);
  };
  for (const look of looks) {
    const { page } = await visit(browser, service.url, look);
    await openButton(page).waitFor();
    await clean(page);
    for (const name of ['page', 'pdf', 'email'] as const) {
      await kind(page, name).check();
      await openButton(page).click();
      await page.getByText(home.missing[name]).waitFor();
      await clean(page);
    }
    await kind(page, 'images').check();
    await chooseImages(page, [await imageFile(), await imageFile('אבג.png')]);
    await clean(page);
    await openButton(page).click();
    await ready(page);
    await clean(page);
    await page.context().close();
  }
  console.log(`${states} states of the home page: 0 serious or critical findings`);
});
