import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  clickImage,
  type GuestReview,
  newGuestReview,
  nextPassOf,
  ownMarker,
  words,
} from '../../web/support/guests.ts';

const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
const browser = await launchBrowser();

async function open(phone: boolean, url: string): Promise<Page> {
  const context = await browser.newContext(
    phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      : { viewport: { width: 1440, height: 900 } },
  );
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('img', { name: 'Desktop' }).first().waitFor();
  return page;
}

/** Adds three suggestions of this guest: one accepted, one dismissed and one pending. */
async function grown(page: Page, shared: GuestReview): Promise<void> {
  for (const [at, letter] of ['A', 'B', 'C'].entries()) {
    await clickImage(page, 120 + 60 * at, 100 + 60 * at);
    await words(page).fill(`Suggestion ${letter} مرحبا`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await ownMarker(page, letter).waitFor();
  }
  await shared.reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await page.getByText('The reviewer accepted suggestion A').waitFor();
  await shared.reviewer.call('dismiss_suggestion', { suggestion_id: 2 });
  await page.getByText('The reviewer declined suggestion B.').waitFor();
}

describe.each([false, true])('axe finds nothing serious in light or dark, on a phone: %s', (phone) => {
  test('first view, composer, outcome, moving, help, decided, older pass', async () => {
    const shared = await newGuestReview(service);
    const page = await open(phone, shared.guestUrl);
    const found: string[] = [];
    let states = 0;
    const look = async (state: string) => {
      states += 1;
      found.push(...(await findingsInBothThemes(page)).map((finding) => `${state}: ${finding}`));
    };
    await look('first');
    await clickImage(page, 200, 240);
    await words(page).waitFor();
    await look('composer');
    await page.keyboard.press('Escape');
    await grown(page, shared);
    await ownMarker(page, 'C').click();
    await look('grown');
    await page.getByRole('button', { name: 'Move or resize suggestion C' }).click();
    const leave = page.getByRole('button', { name: 'Cancel' });
    await leave.waitFor();
    await look('moving');
    await leave.click();
    await page.context().setOffline(true);
    await clickImage(page, 60, 160);
    await words(page).fill('Offline');
    await page.keyboard.press('Control+Enter');
    await ownMarker(page, 'D').waitFor();
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
    await shared.reviewer.call('decide', { outcome: 'changes_requested', note: 'Again', after_decision: 0 });
    await page.getByText('The reviewer has requested changes.').waitFor();
    await look('decided');
    await nextPassOf(service, shared);
    await page.getByText('You’re viewing an older pass.').waitFor();
    await look('older');
    console.log(`${states} states${phone ? ', phone' : ''}: ${found.length} serious findings of axe`);
    expect(found).toEqual([]);
    await page.context().close();
  });
});
