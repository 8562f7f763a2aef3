import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { clickImage, guestReviewOf, newGuestReview, nextPassOf, ownMarker, twoShots, words } from './support/guests.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }), launchBrowser()]);
});
afterAll(() => Promise.all([browser.close(), service.close()]));

/** Records everything that the pages of a context receive. */
function listen(context: BrowserContext): { texts: () => Promise<string[]> } {
  const reading: Promise<string>[] = [];
  context.on('response', (response) => {
    const head = JSON.stringify(response.headers());
    // An event stream ends only with its page; its effects are in the page's later reads.
    const isStream = response.url().endsWith('/events');
    const body = isStream ? Promise.resolve('') : response.text().catch(() => '');
    reading.push(Promise.all([response.url(), head, body]).then((parts) => parts.join('\n')));
  });
  return { texts: () => Promise.all(reading) };
}

test('no answer to a guest holds the reviewer’s link, the webhook, work packets or others’ text', async () => {
  const client = await service.newClient();
  const review = await client.call('create_review', {
    title: 'Checkout page',
    images: await twoShots(),
    reference: 'github:7:1284:checkout',
    webhook_url: 'http://127.0.0.1:9/secret-hook',
  });
  const shared = guestReviewOf(service, client, review);
  await shared.guest.call('suggest', {
    screenshot_index: 0,
    kind: 'point',
    x: 0.5,
    y: 0.5,
    body: 'Words of another guest',
    author: 'Another guest',
    client_suggestion_id: 'another-guests-secret',
  });
  await client.call('add_findings', { id: review.id, findings: [{ body: 'A finding for the reviewer' }] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const listening = listen(context);
  const page = await context.newPage();
  await page.goto(shared.guestUrl);
  await page.getByRole('img', { name: 'Desktop' }).first().waitFor();
  await clickImage(page, 120, 100);
  await words(page).fill('Mine');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await ownMarker(page, 'A').waitFor();
  await shared.reviewer.call('accept_suggestion', { suggestion_id: 2 });
  await page.getByText('The reviewer accepted suggestion A').waitFor();
  await shared.reviewer.call('decide', {
    outcome: 'changes_requested',
    note: 'Note of the decision',
    after_decision: 0,
  });
  await page.getByText('The reviewer has requested changes.').waitFor();
  const next = await nextPassOf(service, shared);
  await page.getByRole('link', { name: 'Go to pass 2' }).click();
  await page.waitForURL(next.guestUrl);
  await page.getByRole('img', { name: 'Desktop' }).first().waitFor();
  const texts = await listening.texts();
  await context.close();
  const answers = texts.filter((text) => !text.includes('/assets/'));
  const secrets = [
    shared.reviewUrl.split('/').at(-1) ?? '',
    next.reviewUrl.split('/').at(-1) ?? '',
    client.token,
    shared.id,
    next.id,
    'secret-hook',
    'work_packets',
    'webhook',
    'must_fix',
    'github:7',
    'Another guest',
    'Words of another guest',
    'another-guests-secret',
    'A finding for the reviewer',
    'Note of the decision',
  ];
  for (const secret of secrets) expect(answers.filter((text) => text.includes(secret))).toEqual([]);
  console.log(`${texts.length} answers to a guest × ${secrets.length} secrets: 0 found`);
  expect(answers.length).toBeGreaterThan(8);
});

test('the page has the same headers as the reviewer’s, and opening it changes nothing', async () => {
  const shared = await newGuestReview(service);
  const before = await shared.client.call('get_review', { id: shared.id });
  const [guest, reviewer] = await Promise.all([fetch(shared.guestUrl), fetch(shared.reviewUrl)]);
  for (const name of [
    'content-security-policy',
    'cache-control',
    'referrer-policy',
    'x-robots-tag',
    'x-content-type-options',
  ]) {
    expect([name, guest.headers.get(name)]).toEqual([name, reviewer.headers.get(name)]);
    expect(guest.headers.get(name)).not.toBeNull();
  }
  expect(guest.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await shared.client.call('get_review', { id: shared.id })).toEqual(before);
});
