import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { twoPasses } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

const urls = { first: '', second: '', decided: '', approved: '', withdrawn: '' };
const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const { client, first, second } = await twoPasses(service, { reference: 'github:7:42:visual' });
const area = { x: 0.05, y: 0.08, width: 0.3, height: 0.06 };
await client.call('add_findings', {
  id: second.id,
  findings: [
    { body: 'Contrast of 2.1:1', severity: 'a11y', screenshot_index: 0, area },
    { body: 'Show the date', severity: 'suggestion' },
    { body: 'Uneven edges', severity: 'polish', screenshot_index: 0 },
  ],
});
const guest = createClient({ baseUrl: service.url, link: second.guest_share_url.split('/g/')[1] ?? '' });
for (const [at, body] of ['More air', 'A warmer grey'].entries()) {
  const place = { screenshot_index: 0, kind: 'point' as const, x: 0.5, y: 0.1 + at * 0.05 };
  await guest.call('suggest', { ...place, body, author: 'Ola', client_suggestion_id: crypto.randomUUID() });
}
const decided = await review(client, { title: 'Asked' });
await service.byLink(decided.review_url).call('decide', {
  outcome: 'changes_requested',
  note: 'More air',
  name: 'Ada',
  after_decision: 0,
});
const approved = await review(client, { title: 'Fine' });
await service.byLink(approved.review_url).call('decide', { outcome: 'approved', after_decision: 0 });
const withdrawn = await review(client, { title: 'Withdrawn' });
await client.call('cancel_review', { id: withdrawn.id });
Object.assign(urls, {
  first: first.review_url,
  second: second.review_url,
  decided: decided.review_url,
  approved: approved.review_url,
  withdrawn: withdrawn.review_url,
});

const sheet = async (page: Page, phone: boolean) => {
  if (phone) await page.locator('.sheet-handle').click();
};
const choose = async (page: Page, mode: string, phone: boolean) => {
  if (phone) await page.getByRole('button', { name: /^Compare: / }).click();
  const place = phone ? '.modes-menu' : '.segments';
  await page.locator(place).getByRole('button', { name: mode, exact: true }).click();
};

type Act = (page: Page, phone: boolean) => Promise<unknown>;
const states: Record<string, [keyof typeof urls, Act]> = {
  'the second pass': ['second', async () => {}],
  'the passes’ menu': ['second', (page) => page.getByRole('button', { name: /^About this review/ }).click()],
  'side by side': ['second', (page, phone) => choose(page, 'Side by side', phone)],
  swipe: ['second', (page, phone) => choose(page, 'Swipe', phone)],
  diff: ['second', (page, phone) => choose(page, 'Diff', phone)],
  onion: ['second', (page, phone) => choose(page, 'Onion', phone)],
  blink: ['second', (page, phone) => choose(page, 'Blink', phone)],
  'asking what is still wrong': [
    'second',
    async (page, phone) => {
      await sheet(page, phone);
      await page.getByRole('button', { name: 'Not fixed yet: mark 1' }).click();
    },
  ],
  findings: [
    'second',
    async (page, phone) => {
      await sheet(page, phone);
      await page.locator('#findings summary').first().click();
      await page.locator('#findings .row-main').first().click();
    },
  ],
  'a suggestion in other words': [
    'second',
    async (page, phone) => {
      await sheet(page, phone);
      await page.locator('#guests .row-main').first().click();
      await page.locator('#guests').getByRole('button', { name: 'Edit first' }).click();
    },
  ],
  'asking for changes': [
    'second',
    (page) => page.getByRole('button', { name: 'Request changes', exact: true }).click(),
  ],
  approving: [
    'second',
    async (page) => {
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
    },
  ],
  'asking with something missing': [
    'approved',
    async (page) => {
      await page.getByRole('button', { name: 'Change decision' }).click();
      // A tap so soon after the one that opened the dialog counts as a double tap.
      await expect
        .poll(async () => {
          await page.getByRole('button', { name: 'Request changes now' }).click();
          return page.getByRole('alert').count();
        })
        .toBe(1);
    },
  ],
  'the older pass': ['first', async () => {}],
  'changes asked for': ['decided', async () => {}],
  approved: ['approved', async () => {}],
  withdrawn: ['withdrawn', async () => {}],
};

describe.each([
  ['wide', false],
  ['on a phone', true],
] as const)('%s', (_, phone) => {
  test.each(Object.entries(states))('%s has no serious finding in light or dark', async (_name, [which, act]) => {
    const { page } = await openPage(browser, urls[which], phone);
    // An element that fades in has its final colour only afterwards.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.locator('.decision-bar').waitFor();
    await act(page, phone);
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.context().close();
  });
});

test('at 320 px, which is 400 % on a laptop, nothing overflows the side and everything can be reached', async () => {
  const { page } = await openPage(browser, urls.second, true);
  await page.setViewportSize({ width: 320, height: 512 });
  await page.locator('.decision-bar').waitFor();
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await over()).toBe(0);
  for (const name of ['Request changes', 'Approve']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(box).not.toBeNull();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
  }
  await tap(page.getByRole('button', { name: 'Approve', exact: true }));
  const send = page.getByRole('button', { name: 'Approve now' });
  await send.scrollIntoViewIfNeeded();
  const box = await send.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(512);
  expect(await over()).toBe(0);
  await page.context().close();
});
