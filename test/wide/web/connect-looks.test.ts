import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from '../../api/support/sql.ts';
import { startCallback } from '../../support/callback.ts';
import { stillClock } from '../../support/clock.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import {
  arrive,
  attempt,
  connectButton,
  joinButton,
  joinToggle,
  register,
  tokenBox,
} from '../../web/support/connect.ts';
import { smallTargets } from '../../web/support/home.ts';

const DOCUMENT = 'https://claude.example/oauth/sightline.json';
const HOUR = 3_600_000;

const ids = { local: '', app: '', long: '' };
const APP = 'cursor://anysphere.cursor-mcp/oauth/callback';
const LONG = `https://${'a-long-label.'.repeat(12)}example.com/${'callback/'.repeat(60)}`;
const clock = stillClock();
let looked = 0;
afterAll(() => {
  console.log(`${looked} looks at the connect screen, wide and narrow, light and dark: 0 serious or critical findings`);
});

const local = (at = service) => attempt(at, ids.local, callback.url).url;
const [browser, callback] = await Promise.all([launchBrowser(), startCallback()]);
const service = await startService({ TRUST_PROXY: 'loopback', TRY_TOKENS_PER_DAY: '1' }, clock.now);
const closed = await startService({ TRUST_PROXY: 'loopback', SIGNUP: 'closed', DATABASE_URL: service.databaseUrl });
ids.local = await register(service, [callback.url], 'Claude Code');
ids.app = await register(service, [APP], 'Cursor');
ids.long = await register(service, [LONG], 'A client with a long name '.repeat(4));
await sql(
  service,
  `INSERT INTO oauth_client (id, kind, name, redirect_uris, created_at, fresh_until)
   VALUES ($1, 'document', 'Claude', '["https://claude.example/callback"]', now(), now() + interval '1 day')`,
  [DOCUMENT],
);
const press = async (page: Page) => {
  await connectButton(page).click();
  await page.waitForURL(`${callback.url}?**`);
};
/** Changes the value of an input on the page by hand. */
const tamper = (page: Page, name: string, value: string) =>
  page.locator(`input[name="${name}"]`).evaluateAll((all, text) => {
    for (const each of all) if (each instanceof HTMLInputElement) each.value = text;
  }, value);

type State = [url: () => string, heading: string, act?: (page: Page, address: string) => Promise<unknown>];
const states: Record<string, State> = {
  'a program on the device': [local, 'Connect to Sightline?'],
  'a site that confirms its client': [
    () => attempt(service, DOCUMENT, 'https://claude.example/callback').url,
    'Connect to Sightline?',
  ],
  'an app': [() => attempt(service, ids.app, APP).url, 'Connect to Sightline?'],
  'a long place and a long name': [() => attempt(service, ids.long, LONG).url, 'Connect to Sightline?'],
  'joining a workspace': [local, 'Connect to Sightline?', (page) => joinToggle(page).click()],
  'a wrong token': [
    local,
    'Not connected yet',
    async (page) => {
      await joinToggle(page).click();
      await tokenBox(page).fill('slt_wrong');
      await joinButton(page).click();
    },
  ],
  'too many workspaces': [
    local,
    'Not connected yet',
    async (page) => {
      await press(page);
      await page.goto(local());
      await connectButton(page).click();
    },
  ],
  'no new workspaces': [() => local(closed), 'Connect to Sightline?'],
  'an unknown client': [
    () => attempt(service, `slc_${'a'.repeat(27)}`, callback.url).url,
    'This client is not known here',
  ],
  'another return address': [
    () => attempt(service, ids.local, `https://evil.example/${'callback/'.repeat(60)}`).url,
    'The return address does not fit',
  ],
  'a page of an hour ago': [
    local,
    'This page has expired',
    async (page) => {
      clock.aheadMs = HOUR + 1000;
      await connectButton(page).click();
      await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
      clock.aheadMs = 0;
    },
  ],
  'connected already': [
    () => attempt(service, ids.app, APP).url,
    'Already connected',
    async (page) => {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await connectButton(page).click();
      await answered;
      const { location } = (await answered).headers();
      const code = new URL(location ?? '').searchParams.get('code') ?? '';
      await sql(service, `UPDATE oauth_code SET used_at = now() WHERE used_at IS NULL AND redirect_uri = $1`, [APP]);
      expect(code).not.toBe('');
      await connectButton(page).click();
    },
  ],
  'a form of another page': [
    () => `${service.url}/healthz`,
    'This was not pressed on our page',
    async (page) => {
      await page.goto(`data:text/html,<form method=post action="${service.url}/oauth/authorize"><button>Go</button>`);
      await page.getByRole('button').click();
    },
  ],
  'what nobody pressed': [
    local,
    'This cannot be read',
    async (page) => {
      await tamper(page, 'choice', 'everything');
      await connectButton(page).click();
    },
  ],
  'a full database': [
    local,
    'The service cannot take this just now',
    async (page) => {
      await sql(
        service,
        `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$`,
      );
      await sql(service, 'CREATE TRIGGER full_disk BEFORE INSERT ON oauth_code EXECUTE FUNCTION full_disk()');
      await connectButton(page).click();
      await page.getByRole('heading', { name: 'The service cannot take this just now' }).waitFor();
      await sql(service, 'DROP TRIGGER full_disk ON oauth_code');
      await sql(service, 'DROP FUNCTION full_disk');
    },
  ],
  'too many requests': [
    local,
    'Too many tries from your network',
    async (page, address) => {
      // Fills the window of the service's own minute, which does not pass: its clock stands still.
      await sql(
        service,
        `INSERT INTO rate_window (key, latest, uses) VALUES ($1, $2, '{1000}')
         ON CONFLICT (key) DO UPDATE SET latest = excluded.latest, uses = excluded.uses`,
        [createHash('sha256').update(`authorize:${address}`).digest('base64url'), clock.now()],
      );
      await page.reload();
    },
  ],
};

describe.each([
  ['wide', false],
  ['on a phone', true],
] as const)('%s', (_, phone) => {
  test.each(Object.entries(states))('%s: axe reports nothing, in light or dark', async (_name, state) => {
    const [url, heading, act] = state;
    const { page, address } = await arrive(browser, url(), { phone });
    await act?.(page, address);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    looked += 2;
    expect(await smallTargets(page)).toEqual([]);
    // 200 % zoom leaves half of this width; 320 px are 400 % on a laptop.
    for (const width of [phone ? 390 : 720, 320]) {
      await page.setViewportSize({ width, height: 450 });
      expect([width, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([width, 0]);
    }
    await page.context().close();
  });
});

test('on a phone the button is there without scrolling', async () => {
  const { page } = await arrive(browser, local(), { phone: true });
  const box = await connectButton(page).boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(844);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await page.context().close();
});
