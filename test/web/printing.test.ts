import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { printing as words } from '../../server/web/printing/strings.ts';
import { mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, openPage } from './support/browser.ts';
import { hasParts } from './support/review-page.ts';
import { enter, openDetail } from './support/workspace.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

async function marked(title = 'On paper') {
  const client = await service.newClient();
  const made = await review(client, { title });
  await reviewerOf(made).call('place_mark', mark({ body: 'Near the foot' }));
  return { client, made };
}

const menu = (page: Page) => page.getByRole('button', { name: /^About this review/ });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Returns the first bytes and the name of the file that the browser downloads after `act`. */
async function downloaded(page: Page, act: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return {
    name: download.suggestedFilename(),
    start: (await readFile(await download.path())).subarray(0, 4).toString('latin1'),
  };
}

test('the menu of the review page saves the review as PDF, and the screenshot with its marks as image', async () => {
  const { made } = await marked('A title that is longer than the bar above the screenshot is wide, to be sure');
  const { page, complaints } = await openPage(browser, made.review_url);
  await hasParts(page);
  await page.setViewportSize({ width: 768, height: 900 });
  await menu(page).click();
  await page.getByRole('link', { name: words.image }).waitFor();
  await expect
    .poll(async () => {
      const box = await page.locator('.pass-menu .popover-sheet').boundingBox();
      return box === null ? 999 : box.x + box.width;
    })
    .toBeLessThanOrEqual(768);
  const image = await downloaded(page, () => page.getByRole('link', { name: words.image }).click());
  expect(image).toEqual({ name: 'Home.png', start: '\u0089PNG' });
  const pdf = await downloaded(page, () => press(page, words.pdf));
  expect(pdf).toEqual({ name: `review-${made.id}.pdf`, start: '%PDF' });
  await page.getByText(words.saved).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('Ctrl P prints the whole review as its own page, whose address has no secret', async () => {
  const { made } = await marked();
  const { page, complaints } = await openPage(browser, 'about:blank');
  await page.addInitScript(() => {
    window.print = () => {
      const { body, images } = document;
      const printed = {
        path: location.pathname,
        text: body.innerText,
        pictures: document.querySelectorAll('image').length,
      };
      Object.assign(window.top ?? window, { printed: { ...printed, images: images.length } });
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto(made.review_url);
  await hasParts(page);
  await page.keyboard.press('Control+p');
  await expect
    .poll(() => page.evaluate('window.printed ?? null'))
    .toMatchObject({
      path: '/',
      pictures: 1,
      text: expect.stringMatching(/On paper[\s\S]*Near the foot/),
    });
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  expect([page.url(), complaints]).toEqual([made.review_url, []]);
  await intercept(page, '**/printout', (route) => route.abort());
  await page.keyboard.press('Control+p');
  await page.getByText(words.notPrinted).waitFor();
  await page.context().close();
});

test('a guest’s page offers no copies, and the browser prints it without its secret address', async () => {
  const { made } = await marked();
  const { page } = await openPage(browser, made.guest_share_url);
  const paper = await page.pdf({ displayHeaderFooter: true, preferCSSPageSize: true });
  const library = await PDFiumLibrary.init();
  const pages = [...(await library.loadDocument(paper)).pages()].map((each) => each.getText());
  library.destroy();
  expect(pages[0]).toContain('On paper');
  expect(pages.join()).not.toContain(new URL(made.guest_share_url).pathname);
  await menu(page).click();
  await page.getByText('On paper').last().waitFor();
  expect(await page.getByText(words.pdf).count()).toBe(0);
  await page.context().close();
});

test('the workspace page saves the chosen review as PDF, and says why one cannot be made', async () => {
  const { client, made } = await marked();
  const { page } = await enter(browser, service.url, client.token);
  await openDetail(page, 'On paper');
  const pdf = await downloaded(page, () => press(page, words.pdf));
  expect(pdf.name).toBe(`review-${made.id}.pdf`);
  await intercept(page, '**/printout', (route) => route.fulfill({ status: 422, json: { message: 'Too much paper.' } }));
  await press(page, words.pdf);
  await page.getByText('Too much paper.').waitFor();
  await page.context().close();
});
