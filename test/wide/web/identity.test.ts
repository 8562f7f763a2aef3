import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { appEnvironment, assertionsOf } from '../../support/app.ts';
import { decide, review, reviewerOf } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(appEnvironment), launchBrowser()]);
});
const assertionFor = ({ id }: Review, login: string): Promise<string> =>
  assertionsOf(service.url).signReview({ reviewId: id, userId: 4711, login });
afterAll(async () => {
  await Promise.all([service.close(), browser.close()]);
});

const newReview = async () => review(await service.newClient());
const signedIn = (page: Page) => page.getByText('Deciding as @ada, signed in with GitHub.').first();
const approve = (page: Page, name: string | RegExp = 'Approve') => page.getByRole('button', { name, exact: true });
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Approve now' });
const decisionOf = async (of: Review) => (await reviewerOf(of).call('read_review', {})).review.decision;

test('a tab of its own, and who signed out, decide by the link alone', async () => {
  const made = await newReview();
  const { page } = await openPage(browser, `${made.review_url}#vouch=${await assertionFor(made, 'ada')}`);
  await signedIn(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(made.review_url);
  await approve(other).waitFor();
  expect(await signedIn(other).count()).toBe(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await soon(() => signedIn(page).count()).toBe(0);
  await page.reload();
  await approve(page).click();
  await confirm(page).click();
  await soon(() => decisionOf(made)).toMatchObject({ outcome: 'approved', verified_login: null });
  await page.context().close();
});

test('a person who signed in can stand by what somebody with the link decided', async () => {
  const made = await newReview();
  await decide(made, 'approved', { name: 'Somebody' });
  const { page } = await openPage(browser, `${made.review_url}#vouch=${await assertionFor(made, 'ada')}`);
  await approve(page, 'Approve as @ada').click();
  await confirm(page).click();
  await soon(() => decisionOf(made)).toMatchObject({ number: 2, verified_login: 'ada' });
  await soon(() => approve(page, 'Approve as @ada').count()).toBe(0);
  if (process.env.IMAGES !== undefined) await page.screenshot({ path: `${process.env.IMAGES}/phone.png` });
  await page.context().close();
});
