import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vouchKeysPath, vouchType } from '../../../server/contract/identity.ts';
import type { Review } from '../../../server/contract/review.ts';
import { decide, review, reviewerOf } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';

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

test('a tab of its own, and who signed out, decide by the link alone', async () => {
  const made = await newReview();
  const { page } = await openPage(browser, `${made.review_url}#vouch=${await vouchFor(made, 'ada')}`);
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
  const { page } = await openPage(browser, `${made.review_url}#vouch=${await vouchFor(made, 'ada')}`);
  await approve(page, 'Approve as @ada').click();
  await confirm(page).click();
  await soon(() => decisionOf(made)).toMatchObject({ number: 2, verified_login: 'ada' });
  await soon(() => approve(page, 'Approve as @ada').count()).toBe(0);
  if (process.env.PICTURES !== undefined) await page.screenshot({ path: `${process.env.PICTURES}/phone.png` });
  await page.context().close();
});
