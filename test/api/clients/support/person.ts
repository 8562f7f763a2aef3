import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { marker, ready, save, write } from '../../../web/support/review-page.ts';

/** A person with a browser of their own, on a machine that may be busy. */

async function openContext(browser: Browser, viewport: { width: number; height: number }): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/**
 * Opens the address that a client sends its person to, and presses Connect.
 * @returns the client's own address at which the browser arrived
 */
export async function pressConnect(browser: Browser, address: string): Promise<string> {
  const context = await openContext(browser, { width: 1024, height: 768 });
  try {
    const page = await context.newPage();
    const service = new URL(address).origin;
    await page.goto(address);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(({ origin }) => origin !== service);
    return page.url();
  } finally {
    await context.close();
  }
}

async function atDesk(
  browser: Browser,
  link: string,
  label: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, { width: 1440, height: 900 });
  try {
    const page = await context.newPage();
    await page.goto(link);
    await ready(page, label);
    await act(page);
  } finally {
    await context.close();
  }
}

/** Opens a review's link, places a mark that must be fixed, and requests changes. */
export async function askForChanges(browser: Browser, link: string, label: string, words: string): Promise<void> {
  await atDesk(browser, link, label, async (page) => {
    await write(page, { x: 300, y: 200 }, words);
    await page.getByRole('checkbox', { name: 'Must fix' }).check();
    await save(page).click();
    await marker(page, 1).waitFor();
    await page.getByRole('button', { name: 'Request changes', exact: true }).click();
    await page.getByRole('textbox', { name: /^Your name/ }).fill('Robin');
    await page.getByRole('button', { name: 'Request changes now' }).click();
    await page.getByText('requested changes').first().waitFor();
  });
}

/** Opens the next pass, verifies the mark, and approves. */
export async function verifyAndApprove(browser: Browser, link: string, label: string): Promise<void> {
  await atDesk(browser, link, label, async (page) => {
    const fixed = page.getByRole('button', { name: /^Looks fixed: mark/ });
    await fixed.first().click();
    await fixed.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page.getByText('Approved').first().waitFor();
  });
}
