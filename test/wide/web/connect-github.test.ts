import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { question } from '../../api/oauth/support/connect-screen.ts';
import { CALLBACK, startJoinBench } from '../../api/oauth/support/github-join.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { arrive } from '../../web/support/connect.ts';
import { looks, smallTargets } from '../../web/support/home.ts';

let looked = 0;
const [bench, browser] = await Promise.all([startJoinBench(() => new Date()), launchBrowser()]);
const { people } = bench;
people.addPerson('ada');
for (let at = 0; at < 24; at += 1)
  people.allow('ada', { fullName: `acme/shop-${at}`, id: 800 + at, private: at % 2 === 0 }, 'write');
await bench.job('acme/shop-21', 821);
people.signIn('ada');
afterAll(() => {
  console.log(`${looked} looks at a GitHub sign-in, wide and narrow, light and dark: 0 serious or critical findings`);
});

async function isFit(page: Page, where: string): Promise<void> {
  expect(await findingsInBothThemes(page), where).toEqual([]);
  expect(await smallTargets(page), where).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where).toBe(true);
  looked += 1;
}

test.each(looks)('every screen of the sign-in, %j', async (look) => {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(question(await bench.client(), CALLBACK))) asked.set(name, String(value));
  const { page, complaints } = await arrive(browser, `${bench.service.url}/oauth/authorize?${asked}`, look);
  await isFit(page, 'the connect screen');
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  await isFit(page, 'who did not sign in');
  await page.getByRole('button', { name: 'Sign in with GitHub again' }).click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await page.getByRole('heading', { name: 'Which repository' }).waitFor();
  await isFit(page, 'the choice');
  await page.getByLabel('Find by name').fill('shop-21');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'acme/shop-21' }).click();
  await page.getByRole('heading', { name: 'Connect to this repository' }).waitFor();
  await isFit(page, 'the page to press on');
  await page.getByRole('button', { name: 'Connect', exact: true }).focus();
  const sent = page.waitForRequest((request) => request.url().startsWith(CALLBACK));
  await page.keyboard.press('Enter');
  const back = new URL((await sent).url());
  expect(back.searchParams.get('code')).toMatch(/^slo_/);
  expect((await sent).headers().referer).toBeUndefined();
  expect(complaints).toEqual([]);
  await page.context().close();
});
