import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { home } from '../../../server/web/home/strings.ts';
import { png } from '../../support/factories.ts';
import { complaintsOf, type Tab } from './browser.ts';

export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const imageFile = async (name = 'checkout-page.png', colour = '#4477aa'): Promise<GivenFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await png(colour, 120, 80),
});

export type Look = { phone?: boolean };

export const looks: readonly Look[] = [{}, { phone: true }];

/** Opens the page as a new visitor, whose browser has stored nothing. */
export async function visit(where: Browser | Tab, url: string, { phone = false }: Look = {}) {
  if (typeof where === 'function') return where(url);
  const context = await where.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      : { viewport: { width: 1440, height: 900 } }),
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page, { refused: false });
  await page.goto(url);
  return { page, complaints };
}

export const openButton = (page: Page): Locator => page.getByRole('button', { name: home.open, exact: true });
export const titleField = (page: Page): Locator => page.getByRole('textbox', { name: home.title, exact: true });
export const kind = (page: Page, name: keyof typeof home.source.kinds): Locator =>
  page.getByRole('radio', { name: home.source.kinds[name] });
export const trouble = (page: Page): Locator => page.locator('#trouble');

export const chooseImages = (page: Page, files: readonly GivenFile[]): Promise<void> =>
  page
    .getByLabel(home.source.images.choose)
    .and(page.locator('input'))
    .setInputFiles([...files]);

/** Returns the review link of the opened review. */
export const linkOf = (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: home.made.review }).inputValue();

/** Waits until the opened review is ready, and returns its review link. */
export async function ready(page: Page): Promise<string> {
  await page.getByRole('heading', { name: home.made.ready }).waitFor();
  return linkOf(page);
}

/** Drops files on an element, as from a file manager. */
export async function drop(page: Page, selector: string, files: readonly GivenFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }));
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, text } of all) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, given);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(selector, type, { dataTransfer: data });
}

type Offered = readonly [format: 'file' | 'text/plain' | 'text/uri-list', content: string];

/** Drags, drops or pastes something on an element. Returns whether the page takes it instead of the browser. */
export const offer = (
  target: Locator,
  type: 'dragover' | 'drop' | 'paste',
  ...offered: readonly Offered[]
): Promise<boolean> =>
  target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      for (const [format, content] of given.offered) {
        if (format === 'file') data.items.add(new File(['x'], content, { type: 'image/png' }));
        else data.setData(format, content);
      }
      const how = { bubbles: true, cancelable: true };
      const event =
        given.type === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent(given.type, { ...how, dataTransfer: data });
      return !element.dispatchEvent(event);
    },
    { type, offered },
  );

/** Returns the token that the page has stored on this device. */
export async function keptToken(page: Page): Promise<string> {
  await page.getByRole('button', { name: home.developers.show }).click();
  return (await page.getByText(/^slt_[0-9A-Za-z]{49}$/).textContent()) ?? '';
}

/** Returns links, buttons and fields under 24 px, or under 44 on touch screens, except those inside a sentence. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('a, button, input, textarea').evaluateAll((all) => {
    const least = matchMedia('(pointer: coarse)').matches ? 43.5 : 23.5;
    return all
      .filter(
        (element) => element.getClientRects().length > 0 && !element.matches('[type="checkbox"], p > a:not([class])'),
      )
      .filter((element) => element.getBoundingClientRect().height < least)
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Chooses an image, names it and presses the button. The form must keep its content whatever happens then. */
export async function attempt(page: Page): Promise<void> {
  await chooseImages(page, [await imageFile('kept.png')]);
  await titleField(page).fill('My own title');
  await openButton(page).click();
}

export async function expectKept(page: Page): Promise<void> {
  await expect.poll(() => titleField(page).inputValue()).toBe('My own title');
  await expect.poll(() => page.getByRole('button', { name: home.source.images.remove('kept.png') }).count()).toBe(1);
}

/** Returns the reviews of the workspace whose token the page has stored. */
export async function reviewsOf(page: Page, url: string) {
  const kept = await page.evaluate(() => localStorage.getItem('sightline:token') ?? '{}');
  const { token } = JSON.parse(kept) as { token: string };
  return (await createClient({ baseUrl: url, bearer: token }).call('list_reviews', {})).reviews;
}
