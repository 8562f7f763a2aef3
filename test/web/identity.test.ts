import { expect, test } from 'vitest';
import { appEnvironment } from '../support/app.ts';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { approve, confirm } from './support/decide.ts';
import { assertionFor, decisionOf, linkFor, signedIn } from './support/identity.ts';

const [service, browser] = await Promise.all([startService(appEnvironment), launchBrowser()]);
const tab = oneTab(browser);

test('a signed-in person decides as themselves, and the assertion is removed from the address', async () => {
  const made = await review(await service.newClient());
  const assertion = await assertionFor(service, made, 'ada');
  const { page, complaints } = await tab(`${made.review_url}#vouch=${assertion}`);
  await signedIn(page).waitFor();
  expect(page.url()).toBe(made.review_url);
  // After a reload the tab still knows the person, and does not send the assertion twice.
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
  await expect.poll(async () => (await decisionOf(made))?.verified_login).toBe('ada');
  expect(complaints).toEqual([]);
});

test('a sign-in link that is opened in the tab that shows the review signs in', async () => {
  const made = await review(await service.newClient());
  const { page } = await tab(made.review_url);
  await approve(page).waitFor();
  await page.goto(await linkFor(service, made, 'ada'));
  await signedIn(page).waitFor();
  expect(page.url()).toBe(made.review_url);
});

test('a rejected sign-in is explained, with what to do', async () => {
  const [made, other] = [await review(await service.newClient()), await review(await service.newClient())];
  const { page } = await tab(await linkFor(service, made, 'ada', other));
  await page.getByText('This sign-in is of another review.').waitFor();
  expect(page.url()).toBe(made.review_url);
  await page.getByRole('button', { name: 'Continue without' }).click();
  await expect.poll(() => page.getByText('You are not signed in').count()).toBe(0);
  await page.goto('about:blank');
  await page.goto(`${made.review_url}#vouch=<img>`);
  await page.getByText('This sign-in is not valid here').waitFor();
  expect(page.url()).toBe(made.review_url);
});

test('a decision is never sent without an identity that the service has rejected', async () => {
  const made = await review(await service.newClient());
  const { page } = await tab(made.review_url);
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
});
