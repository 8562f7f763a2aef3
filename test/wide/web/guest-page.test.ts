import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { findings } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { clickPicture, newScene, nextPassOf, ownPin, type Scene, words } from '../../web/support/guests.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

async function open(colorScheme: 'light' | 'dark', phone: boolean, url: string): Promise<Page> {
  const context = await browser.newContext(
    phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme }
      : { viewport: { width: 1440, height: 900 }, colorScheme },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  await page.getByRole('img', { name: 'Desktop' }).first().waitFor();
  return page;
}

/** A pass with marks, with suggestions of this page's guest that were taken over, left and still wait. */
async function grown(page: Page, scene: Scene): Promise<void> {
  for (const [at, letter] of ['A', 'B', 'C'].entries()) {
    await clickPicture(page, 120 + 60 * at, 100 + 60 * at);
    await words(page).fill(`Suggestion ${letter} مرحبا`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await ownPin(page, letter).waitFor();
  }
  await scene.reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await page.getByText('The reviewer took suggestion A over').waitFor();
  await scene.reviewer.call('dismiss_suggestion', { suggestion_id: 2 });
  await page.getByText('The reviewer did not follow suggestion B.').waitFor();
}

describe.each([
  ['light', false],
  ['dark', false],
  ['light', true],
  ['dark', true],
] as const)('axe finds nothing serious, %s, on a phone: %s', (scheme, phone) => {
  test('first look, composer, what became of it, moving, help, decided, older pass', async () => {
    const scene = await newScene(service);
    const page = await open(scheme, phone, scene.guestUrl);
    const found: string[] = [];
    let states = 0;
    const look = async (state: string) => {
      states += 1;
      found.push(...(await findings(page)).map((finding) => `${state}: ${finding}`));
    };
    await look('first');
    await clickPicture(page, 200, 240);
    await words(page).waitFor();
    await look('composer');
    await page.keyboard.press('Escape');
    await grown(page, scene);
    await ownPin(page, 'C').click();
    await look('grown');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    // What to do stands before the news that came last.
    const leave = page.getByRole('button', { name: 'Leave it where it is' });
    await leave.waitFor();
    await look('moving');
    await leave.click();
    await page.context().setOffline(true);
    await clickPicture(page, 60, 60);
    await words(page).fill('Offline');
    await page.keyboard.press('Control+Enter');
    await ownPin(page, 'D').waitFor();
    await look('offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Your suggestion D, with the reviewer' }).waitFor();
    if (!phone) {
      await page.locator('[data-scroller]').focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await look('help');
      await page.keyboard.press('Escape');
    }
    await scene.reviewer.call('decide', { outcome: 'changes_requested', note: 'Again', after_decision: 0 });
    await page.getByText('The reviewer has requested changes.').waitFor();
    await look('decided');
    await nextPassOf(service, scene);
    await page.getByText('This is an older pass.').waitFor();
    await look('older');
    console.log(`${states} states, ${scheme}${phone ? ', phone' : ''}: ${found.length} serious findings of axe`);
    expect(found).toEqual([]);
    await page.context().close();
  });
});
