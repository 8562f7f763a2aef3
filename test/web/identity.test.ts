import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vouchKeysPath, vouchType } from '../../server/contract/identity.ts';
import type { Review } from '../../server/contract/review.ts';
import { review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage, soon } from './support/browser.ts';

const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const app = createServer(async (request, response) => {
  if (request.url !== vouchKeysPath) return void response.writeHead(404).end();
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'app', alg: 'EdDSA', use: 'sig' };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ keys: [jwk] }));
});
let appUrl: string;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  [service, browser] = await Promise.all([startService({ APP_URL: appUrl }), launchBrowser()]);
});
afterAll(async () => {
  await Promise.all([service.close(), browser.close()]);
  await new Promise((resolve) => app.close(resolve));
});

const vouchFor = (of: Review, login: string): Promise<string> =>
  new SignJWT({ login, review_id: of.id })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'app', typ: vouchType })
    .setIssuer(appUrl)
    .setAudience(service.url)
    .setSubject('4711')
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keys.privateKey);

const newReview = async () => review(await service.newClient());
const signedIn = (page: Page) => page.getByText('Deciding as @ada, signed in with GitHub.').first();
const approve = (page: Page, name: string | RegExp = 'Approve') => page.getByRole('button', { name, exact: true });
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Approve now' });
const decisionOf = async (of: Review) => (await reviewerOf(of).call('read_review', {})).review.decision;

test('who signed in decides as that person; the App’s word is in the address no more', async () => {
  const made = await newReview();
  const vouch = await vouchFor(made, 'ada');
  const { page, complaints } = await openPage(browser, `${made.review_url}#vouch=${vouch}`);
  await signedIn(page).waitFor();
  expect(page.url()).toBe(made.review_url);
  // Another load of the tab keeps the person, and the word is not sent twice.
  await page.reload();
  await signedIn(page).waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(vouch);
  expect(kept).not.toContain(made.review_url.split('/r/')[1] ?? '');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('identity');
  if (process.env.PICTURES !== undefined) await page.screenshot({ path: `${process.env.PICTURES}/wide.png` });
  await approve(page).click();
  await page.getByRole('dialog').getByText('Deciding as @ada').waitFor();
  await confirm(page).click();
  await soon(async () => (await decisionOf(made))?.verified_login).toBe('ada');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a sign-in that is not taken says so and what to do', async () => {
  const [made, other] = [await newReview(), await newReview()];
  const { page } = await openPage(browser, `${made.review_url}#vouch=${await vouchFor(other, 'ada')}`);
  await page.getByText('This sign-in is of another review.').waitFor();
  expect(page.url()).toBe(made.review_url);
  await page.getByRole('button', { name: 'Go on without' }).click();
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
