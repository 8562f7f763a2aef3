import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, soon } from '../../web/support/browser.ts';
import { clickPicture, inbox, newScene, openGuest, ownPin, send, suggestAt, words } from '../../web/support/guests.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

describe('by mouse', () => {
  test('moved without a drag: Move, then a click on the new place', async () => {
    const scene = await newScene(service);
    const { page } = await openGuest(browser, scene.guestUrl);
    await suggestAt(page, 200, 150, 'Move me', 'A');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Choose the new place of suggestion A.').waitFor();
    const frame = await clickPicture(page, 600, 300);
    await soon(async () => (await inbox(scene))[0]?.x).toBeCloseTo(600 / frame.width, 3);
    await soon(() => words(page).count()).toBe(0);
    expect(await inbox(scene)).toHaveLength(1);
    await page.context().close();
  });
});

test('a draft outlives Escape and a reload, and becomes one suggestion', async () => {
  const scene = await newScene(service);
  const { page } = await openGuest(browser, scene.guestUrl);
  await clickPicture(page, 300, 200);
  await page.keyboard.type('Not yet said');
  await page.keyboard.press('Escape');
  await words(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await soon(() => words(page).inputValue()).toBe('Not yet said');
  await send(page).click();
  await ownPin(page, 'A').waitFor();
  await soon(async () => (await inbox(scene)).map(({ body }) => body)).toEqual(['Not yet said']);
  await soon(() => page.getByRole('button', { name: 'Continue editing' }).count()).toBe(0);
  await page.context().close();
});
