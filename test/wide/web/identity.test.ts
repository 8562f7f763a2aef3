import { expect, test } from 'vitest';
import { appEnvironment } from '../../support/app.ts';
import { decide, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { approve, confirm } from '../../web/support/decide.ts';
import { decisionOf, linkFor, signedIn } from '../../web/support/identity.ts';

const [service, browser] = await Promise.all([startService(appEnvironment), launchBrowser()]);

test('a new tab, and a person who signed out, decide by the link alone', async () => {
  const made = await review(await service.newClient());
  const { page } = await openPage(browser, await linkFor(service, made, 'ada'));
  await signedIn(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(made.review_url);
  await approve(other).waitFor();
  expect(await signedIn(other).count()).toBe(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => signedIn(page).count()).toBe(0);
  await page.reload();
  await approve(page).click();
  await confirm(page).click();
  await expect.poll(() => decisionOf(made)).toMatchObject({ outcome: 'approved', verified_login: null });
  await page.context().close();
});

test('a person who signed in can confirm what somebody with the link decided', async () => {
  const made = await review(await service.newClient());
  await decide(made, 'approved', { name: 'Somebody' });
  const { page } = await openPage(browser, await linkFor(service, made, 'ada'));
  await approve(page, 'Approve as @ada').click();
  await confirm(page).click();
  await expect.poll(() => decisionOf(made)).toMatchObject({ number: 2, verified_login: 'ada' });
  await expect.poll(() => approve(page, 'Approve as @ada').count()).toBe(0);
  if (process.env.IMAGES !== undefined) await page.screenshot({ path: `${process.env.IMAGES}/phone.png` });
  await page.context().close();
});
