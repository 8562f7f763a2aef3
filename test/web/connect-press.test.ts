import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { rowCounts } from '../api/oauth/support/connect-screen.ts';
import { sql } from '../api/support/sql.ts';
import { startCallback } from '../support/callback.ts';
import { stillClock } from '../support/clock.ts';
import { startService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import {
  arrive,
  attempt,
  cancelButton,
  connectButton,
  joinButton,
  joinToggle,
  register,
  tokenBox,
} from './support/connect.ts';

const HOUR = 3_600_000;

const clock = stillClock();
const [service, browser, callback] = await Promise.all([
  startService({ TRUST_PROXY: 'loopback' }, clock.now),
  launchBrowser(),
  startCallback(),
]);
const clientId = await register(
  service,
  [callback.url, 'cursor://anysphere.cursor-mcp/oauth/callback'],
  'Terminal agent',
);

const newAttempt = () => attempt(service, clientId, callback.url);
const workspaceOf = async (bearer: string) =>
  (await createClient({ baseUrl: service.url, bearer }).call('export_workspace', {})).workspace_id;
/** Returns the newest answer, once `count` answers have arrived. */
const answered = async (count: number): Promise<URLSearchParams | undefined> => {
  await expect.poll(async () => callback.calls.length).toBe(count);
  return callback.calls.at(-1);
};

test('one press creates a workspace and connects the client', async () => {
  const asking = newAttempt();
  const { page, complaints } = await arrive(browser, asking.url);
  expect(await findings(page)).toEqual([]);
  const before = callback.calls.length;
  await connectButton(page).click();
  await page.waitForURL(`${callback.url}?**`);
  const answer = await answered(before + 1);
  expect([...(answer?.keys() ?? [])].sort()).toEqual(['code', 'iss', 'state']);
  const { status, access_token } = await asking.exchange(answer);
  expect(status).toBe(200);
  expect(await workspaceOf(access_token)).toMatch(/^[0-9A-Z]{26}$/);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('without script, on a phone’s width, the button is the first Tab stop and connects', async () => {
  const asking = newAttempt();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(asking.url);
  const before = callback.calls.length;
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await asking.exchange(await answered(before + 1))).status).toBe(200);
  await context.close();
});

test('a person joins an existing workspace with its token, using only the keyboard', async () => {
  const holder = await service.newClient();
  const asking = newAttempt();
  const { page, complaints } = await arrive(browser, asking.url, { phone: true });
  const before = callback.calls.length;
  await joinToggle(page).focus();
  await page.keyboard.press('Enter');
  await tokenBox(page).waitFor();
  await tokenBox(page).fill(holder.token);
  await expect.poll(() => tokenBox(page).getAttribute('type')).toBe('password');
  await page.keyboard.press('Enter');
  const { access_token } = await asking.exchange(await answered(before + 1));
  expect(await workspaceOf(access_token)).toBe(holder.workspaceId);
  expect(page.url()).not.toContain('slt_');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a wrong token moves the focus to the field and explains why; the right one then connects', async () => {
  const holder = await service.newClient();
  const asking = newAttempt();
  const { page } = await arrive(browser, asking.url);
  const before = callback.calls.length;
  await joinToggle(page).click();
  await tokenBox(page).fill(`slt_${'a'.repeat(49)}`);
  await joinButton(page).click();
  await page.getByText('This token is unknown or has expired.').waitFor();
  expect(await page.title()).toBe('Not connected yet · Sightline');
  await expect.poll(() => tokenBox(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await tokenBox(page).inputValue()).toBe('');
  const described = await tokenBox(page).evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
  );
  expect(described[0]).toContain('unknown or has expired');
  await tokenBox(page).fill(holder.token);
  await joinButton(page).click();
  const { access_token } = await asking.exchange(await answered(before + 1));
  expect(await workspaceOf(access_token)).toBe(holder.workspaceId);
  await page.context().close();
});

test('cancelling notifies the client and creates nothing', async () => {
  const rows = await rowCounts(service);
  const { page } = await arrive(browser, newAttempt().url);
  const before = callback.calls.length;
  await cancelButton(page).click();
  const answer = await answered(before + 1);
  expect([answer?.get('error'), answer?.get('code')]).toEqual(['access_denied', null]);
  expect(await rowCounts(service)).toEqual(rows);
  await page.context().close();
});

test('a double press, or another after going back, makes one code; after its use the page says so', async () => {
  const codes = async () => (await sql<{ n: number }>(service, 'SELECT count(*)::int AS n FROM oauth_code'))[0]?.n ?? 0;
  const rows = await codes();
  const asking = newAttempt();
  const { page } = await arrive(browser, asking.url);
  await connectButton(page).dblclick();
  // The second press ends the first one's navigation, which `waitForURL` would report as a failure.
  await expect.poll(async () => page.url().startsWith(`${callback.url}?`)).toBe(true);
  await page.waitForLoadState();
  await page.goBack();
  await connectButton(page).click();
  await page.waitForURL(`${callback.url}?**`);
  const mine = new URL(page.url()).searchParams;
  const sent = callback.calls.filter((each) => each.get('state') === mine.get('state'));
  expect(sent.length).toBeGreaterThanOrEqual(2);
  expect(new Set(sent.map((each) => each.get('code'))).size).toBe(1);
  expect(await codes()).toBe(rows + 1);
  expect((await asking.exchange(mine)).status).toBe(200);
  await page.goBack();
  await connectButton(page).click();
  await page.getByRole('heading', { name: 'Already connected' }).waitFor();
  await expect
    .poll(() => page.getByText('Go back to localhost on this device. You can close this page.').count())
    .toBe(1);
  expect(await codes()).toBe(rows + 1);
  await page.context().close();
});

test('a page left open for an hour says that it has expired', async () => {
  const { page } = await arrive(browser, newAttempt().url);
  clock.aheadMs = HOUR + 1000;
  await connectButton(page).click();
  await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
  clock.aheadMs = 0;
  await page.context().close();
});

test('the browser is redirected to an app’s own scheme too', async () => {
  const { page } = await arrive(
    browser,
    attempt(service, clientId, 'cursor://anysphere.cursor-mcp/oauth/callback').url,
  );
  await expect.poll(() => page.getByText('the app that opens cursor: links').count()).toBe(1);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await connectButton(page).click();
  const response = await answered;
  expect(response.status()).toBe(303);
  expect(response.headers().location).toMatch(
    /^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=slo_[\w-]{43}&state=\w+&iss=http/,
  );
  await page.context().close();
});
