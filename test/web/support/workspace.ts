import type { Browser, Locator, Page } from 'playwright-core';
import { site } from '../../../server/web/shared/strings.ts';
import { workspace } from '../../../server/web/workspace/strings.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { putRetriesOff } from '../../api/support/sql.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser, type Tab } from './browser.ts';
import { type Look, visit } from './home.ts';

/** Starts a webhook receiver, a service that may reach it and retries late, and a browser. */
export async function startWithReceiver() {
  const [service, browser, receiver] = await Promise.all([
    startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8,capture=127.0.0.0/8' }),
    launchBrowser(),
    startReceiver(),
  ]);
  await putRetriesOff(service);
  return { service, browser, receiver };
}

export const enterButton = (page: Page): Locator => page.getByRole('button', { name: workspace.enter.action });
export const tokenField = (page: Page): Locator => page.getByLabel(site.token.label);
export const rows = (page: Page): Locator => page.locator('.review-row');
/** Returns the row's title, which opens its details. */
export const row = (page: Page, title: string): Locator =>
  rows(page).getByRole('heading').getByRole('button', { name: title, exact: true });
export const detail = (page: Page): Locator => page.locator('.detail');
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** Opens the workspace of a token as its holder does. With `clock`, {@link nextLook} advances its time. */
export async function enter(where: Browser | Tab, url: string, token: string, look: Look & { clock?: boolean } = {}) {
  const opened = await visit(where, `${url}/workspace`, look);
  if (look.clock === true) await opened.page.clock.install();
  await tokenField(opened.page).fill(token);
  await enterButton(opened.page).click();
  await opened.page.getByRole('heading', { name: workspace.list.title, exact: true }).waitFor();
  return opened;
}

/** Skips the time that the page waits before it reads again by itself. */
export const nextLook = (page: Page): Promise<void> => page.clock.fastForward(10_000);

export async function openDetail(page: Page, title: string): Promise<void> {
  await row(page, title).click();
  await detail(page).getByRole('heading', { name: workspace.webhook.title }).waitFor();
}

/** Returns the focused element as a screen reader reads it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    return active === document.body || active === null
      ? 'nothing'
      : (active.getAttribute('aria-label') ?? active.textContent ?? '').trim();
  });
