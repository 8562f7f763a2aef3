import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review } from '../../server/contract/review.ts';
import { appEnvironment, assertionsOf } from '../support/app.ts';
import { review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';

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

test('who signed in decides as that person; the App’s word is in the address no more', async () => {
  const made = await newReview();
  const assertion = await assertionFor(made, 'ada');
  const { page, complaints } = await openPage(browser, `${made.review_url}#vouch=${assertion}`);
  await signedIn(page).waitFor();
  expect(page.url()).toBe(made.review_url);
  // Another load of the tab keeps the person, and the word is not sent twice.
  await page.reload();
  await signedIn(page).waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(assertion);
  expect(kept).not.toContain(made.review_url.split('/r/')[1] ?? '');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('identity');
  if (process.env.IMAGES !== undefined) await page.screenshot({ path: `${process.env.IMAGES}/wide.png` });
  await approve(page).click();
  await page.getByRole('dialog').getByText('Deciding as @ada').waitFor();
  await confirm(page).click();
  await soon(async () => (await decisionOf(made))?.verified_login).toBe('ada');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a sign-in that is not taken says so and what to do', async () => {
  const [made, other] = [await newReview(), await newReview()];
  const { page } = await openPage(browser, `${made.review_url}#vouch=${await assertionFor(other, 'ada')}`);
  await page.getByText('This sign-in is of another review.').waitFor();
  expect(page.url()).toBe(made.review_url);
  await page.getByRole('button', { name: 'Continue without' }).click();
  await soon(() => page.getByText('You are not signed in').count()).toBe(0);
  await page.goto('about:blank');
  await page.goto(`${made.review_url}#vouch=<img>`);
  await page.getByText('You are not signed in').waitFor();
  expect(page.url()).toBe(made.review_url);
  await page.context().close();
});

test('an identity that the service does not take any more is never passed over', async () => {
  const made = await newReview();
  const { page } = await openPage(browser, made.review_url);
  const stale = JSON.stringify({ identity: 'AAAA', login: 'ada' });
  await page.evaluate(
    ([key = '', value = '']) => sessionStorage.setItem(key, value),
    [`sightline:identity:${made.id}`, stale],
  );
  await page.reload();
  await signedIn(page).waitFor();
  await approve(page).click();
  await confirm(page).click();
  await page.getByRole('alert').getByText('is not valid for this review').waitFor();
  expect(await decisionOf(made)).toBeNull();
  await page.context().close();
});
