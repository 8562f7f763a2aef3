import { describe, expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { dialog } from '../../server/web/decide/dialog-strings.ts';
import { decision } from '../../server/web/decide/strings.ts';
import { home } from '../../server/web/home/strings.ts';
import { site } from '../../server/web/shared/strings.ts';
import { sql } from '../api/support/sql.ts';
import { base64 } from '../support/factories.ts';
import { writePdf } from '../support/pdf/write-pdf.ts';
import { startService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { intercept, launchBrowser, oneTab } from './support/browser.ts';
import {
  attempt,
  chooseImages,
  drop,
  expectKept,
  imageFile,
  keptToken,
  kind,
  linkOf,
  offer,
  openButton,
  ready,
  reviewsOf,
  titleField,
  trouble,
  visit,
} from './support/home.ts';

const [service, waiting, browser] = await Promise.all([
  startService(),
  // Without a worker, what must be captured stays awaited.
  startService({ ROLE: 'web' }),
  launchBrowser(),
]);
const tab = oneTab(browser, visit);

const clientOf = (token: string) => createClient({ baseUrl: service.url, bearer: token });

test('nothing is wider than a window of 320 pixels', async () => {
  const { page } = await visit(browser, service.url);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/workspace']) {
    await page.goto(service.url + path);
    await page.getByRole('link', { name: 'API reference' }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  await page.context().close();
});

describe('a visitor’s first review', () => {
  test('of an image takes one press and shows both links; the next one uses the same workspace', async () => {
    const { page, complaints } = await visit(tab, service.url);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await chooseImages(page, [await imageFile('checkout-page@2x.png')]);
    await expect.poll(() => titleField(page).inputValue()).toBe('Checkout page');
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await openButton(page).click();
    const link = await ready(page);
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual(['POST /api/try-token', 'POST /api/reviews']);
    expect(link).toMatch(new RegExp(`^${service.url}/r/[0-9A-Za-z]{43}$`));

    await page.getByRole('button', { name: `Copy: ${home.made.guest}` }).click();
    await page.getByText('Guest link: copied').waitFor({ state: 'attached' });
    const guest = await page.evaluate(() => navigator.clipboard.readText());
    expect(guest).toMatch(/\/g\/[0-9A-Za-z]{43}$/);
    expect(guest).toBe(await page.getByRole('textbox', { name: home.made.guest }).inputValue());

    await page.getByRole('button', { name: home.made.another }).click();
    await chooseImages(page, [await imageFile('second.png')]);
    await openButton(page).click();
    const second = await ready(page);
    const token = await keptToken(page);
    const { reviews } = await clientOf(token).call('list_reviews', {});
    expect(reviews.map(({ title, status }) => [title, status])).toEqual([
      ['Second', 'open'],
      ['Checkout page', 'open'],
    ]);
    expect(page.url()).toBe(`${service.url}/`);
    expect(await page.title()).not.toContain(token.slice(0, 12));
    expect(service.logged()).not.toContain(token);
    await page.getByRole('link', { name: home.made.go }).click();
    await page.waitForURL(second);
    expect(complaints).toEqual([]);
  });

  test('of a page’s address shows its links while the capture runs, and what cannot be made', async () => {
    const { page } = await visit(tab, waiting.url);
    await kind(page, 'page').check();
    await page.getByLabel(home.source.page.label).fill('https://example.com/pricing/');
    await expect.poll(() => titleField(page).inputValue()).toBe('example.com/pricing');
    await titleField(page).fill('New prices');
    const sent = page.waitForRequest('**/api/reviews');
    await openButton(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ capture_url: true, page_url: 'https://example.com/pricing/' });
    await page.getByRole('link', { name: home.made.go }).waitFor();
    const progress = page.getByText('0 of 2 screenshots', { exact: true });
    await progress.waitFor();
    const { review } = await waiting.byLink(await linkOf(page)).call('read_review', {});
    expect(review).toMatchObject({ title: 'New prices', source: 'capture', type: 'website', status: 'preparing' });
    await sql(waiting, "UPDATE shot_request SET status = 'given_up', problem = 'It is gone.' WHERE position = 0");
    await page.getByText('It is gone.').waitFor();
    expect(await progress.count()).toBe(1);
  });
});

test('a visitor opens a sample with one click, and decides it although nobody is notified', async () => {
  const { page, complaints } = await visit(tab, service.url);
  const open = page.getByRole('button', { name: home.sample.open });
  expect(await page.locator('.site-head [aria-current=page]').allInnerTexts()).toEqual([site.brand]);
  const progress = page.getByRole('status').filter({ hasText: home.sample.opening });
  await intercept(page, '**/api/sample-review', async (route) => {
    await progress.waitFor();
    await route.abort();
  });
  await open.click();
  await page.getByText(home.sample.offline).waitFor();
  expect(await progress.count()).toBe(0);
  await page.unroute('**/api/sample-review');
  // The image belongs to the button.
  await page.getByRole('img', { name: 'The review page' }).click({ force: true });
  await page.waitForURL(/\/r\/[0-9A-Za-z]{43}$/);
  await page.getByRole('heading', { name: /^Sample: / }).waitFor();
  await page.getByRole('button', { name: decision.ask, exact: true }).click();
  await page.getByRole('textbox', { name: dialog.note }).fill('The plan is as wide as before.');
  await page.getByRole('button', { name: dialog.askConfirm }).click();
  await page.getByText(decision.sample).waitFor();
  expect(await page.getByText(decision.nextPass).count()).toBe(0);
  expect(await page.evaluate(() => [localStorage.getItem('sightline:token'), document.cookie])).toEqual([null, '']);
  expect(complaints).toEqual([]);
});

describe('what is given', () => {
  test('is accepted anywhere on the page, files dropped or pasted; unsuitable ones are named', async () => {
    const { page } = await visit(tab, service.url);
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await drop(page, 'h1', [await imageFile('a.png'), text, await imageFile('b.png', '#aa4477')]);
    await page.getByText(home.left.kind('notes.txt')).waitFor();
    expect(page.url()).toBe(`${service.url}/`);
    const [image] = [await imageFile('image.png')];
    await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
    }, image.buffer.toString('base64'));
    await page.locator('h1').click();
    await page.keyboard.press('Control+v');
    await page.getByText(home.source.images.pasted(1)).waitFor();
    await expect.poll(() => titleField(page).inputValue()).toBe('A and 2 more');
    await openButton(page).click();
    const { review } = await service.byLink(await ready(page)).call('read_review', {});
    expect(review.screenshots.map(({ label }) => label)).toEqual(['A', 'B', home.source.images.pasted(1)]);
  });

  test('as an address becomes a page, but in a field it stays text; other text stays with the browser', async () => {
    const { page } = await visit(tab, service.url);
    await openButton(page).waitFor();
    const [heading, zone] = [page.locator('h1'), page.locator('.drop')];
    const dropped = ['text/uri-list', 'https://example.com/pricing'] as const;
    const pasted = ['text/plain', ' https://example.com/terms and more'] as const;
    const text = ['text/plain', 'See https://example.com'] as const;

    expect(await offer(heading, 'dragover', ['file', 'a.png'])).toBe(true);
    await expect.poll(() => zone.getAttribute('data-over')).toBe('true');
    expect(await offer(heading, 'dragover', dropped)).toBe(true);
    await expect.poll(() => zone.getAttribute('data-over')).toBe('false');
    expect(await offer(titleField(page), 'dragover', ['file', 'a.png'])).toBe(true);
    expect(await offer(titleField(page), 'dragover', dropped)).toBe(false);
    expect(await offer(heading, 'dragover', text)).toBe(false);

    for (const type of ['drop', 'paste'] as const) expect(await offer(heading, type, text)).toBe(false);
    expect(await offer(titleField(page), 'drop', dropped)).toBe(false);
    expect(await offer(titleField(page), 'paste', pasted)).toBe(false);
    expect(await offer(titleField(page), 'paste', text, ['file', 'cells.png'])).toBe(false);
    expect(await kind(page, 'images').isChecked()).toBe(true);
    expect(await page.locator('.file').count()).toBe(0);
    expect(await offer(kind(page, 'images'), 'paste', text, ['file', 'cells.png'])).toBe(true);
    await page.getByText('cells.png').waitFor();

    const address = page.getByLabel(home.source.page.label);
    expect(await offer(heading, 'drop', dropped)).toBe(true);
    await expect.poll(() => address.inputValue()).toBe('https://example.com/pricing');
    expect(await offer(heading, 'paste', pasted)).toBe(true);
    await expect.poll(() => address.inputValue()).toBe('https://example.com/terms');
  });

  test('as a PDF while images are shown becomes a presentation', async () => {
    const { page } = await visit(tab, service.url);
    await kind(page, 'pdf').check();
    await page.getByText(home.source.pdf.drop).waitFor();
    await page.getByRole('button', { name: home.source.pdf.choose }).waitFor();
    await kind(page, 'images').check();
    const buffer = writePdf({ pages: [{ content: '0 0 1 rg 50 50 200 200 re f' }, { content: '' }] });
    await drop(page, '.drop', [{ name: 'q3_deck.pdf', mimeType: 'application/pdf', buffer }]);
    await expect.poll(() => kind(page, 'pdf').isChecked()).toBe(true);
    await page.getByRole('button', { name: home.source.pdf.other }).waitFor();
    expect(await page.getByText(home.source.pdf.drop).count()).toBe(0);
    await openButton(page).click();
    const { review } = await service.byLink(await ready(page)).call('read_review', {});
    await page.getByText(home.made.shots(2)).waitFor();
    expect(review).toMatchObject({ title: 'Q3 deck', source: 'pdf', type: 'presentation' });
    expect(review.screenshots).toHaveLength(2);
  });

  test('as an email, pasted or as a file, offers its own title or its name', async () => {
    const { page } = await visit(tab, waiting.url);
    await kind(page, 'email').check();
    await expect.poll(() => titleField(page).inputValue()).toBe('');
    await page.getByLabel(home.source.email.label).fill('<p>Hello</p>');
    await expect.poll(() => titleField(page).inputValue()).toBe(home.titleOfEmail);
    const chooser = page.getByLabel(home.source.email.choose).and(page.locator('input'));
    const give = (name: string, html: string) =>
      chooser.setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(html) });
    await give('order_sent.html', '<p>Sent</p>');
    await expect.poll(() => titleField(page).inputValue()).toBe('Order sent');
    await give('welcome.html', '<title>שלום, Ada</title><p>Welcome</p>');
    await expect.poll(() => titleField(page).inputValue()).toBe('שלום, Ada');
    await openButton(page).click();
    await page.getByRole('link', { name: home.made.go }).waitFor();
    const { review } = await waiting.byLink(await linkOf(page)).call('read_review', {});
    expect(review).toMatchObject({ title: 'שלום, Ada', source: 'html', type: 'email' });
  });
});

test('an upload can be stopped without losing the chosen files; meanwhile nothing else is accepted', async () => {
  const { page } = await visit(tab, service.url);
  let held = 0;
  await intercept(page, '**/api/reviews', () => {
    held += 1;
  });
  await attempt(page);
  await expect.poll(async () => held).toBe(1);
  const heading = page.locator('h1');
  expect(await offer(heading, 'dragover', ['file', 'b.png'])).toBe(true);
  expect(await page.locator('.drop').getAttribute('data-over')).toBe('false');
  expect(await offer(heading, 'drop', ['file', 'b.png'])).toBe(true);
  expect(await offer(heading, 'paste', ['file', 'c.png'])).toBe(false);
  await page.getByRole('button', { name: home.stop }).click();
  await trouble(page).getByText(home.stopped).waitFor();
  await expect.poll(() => openButton(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await expectKept(page);
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(1);
  await page.unroute('**/api/reviews');
  await openButton(page).click();
  await ready(page);
});

test('without credits, the cost and what is left are shown, and when new ones come', async () => {
  const { page, complaints } = await visit(tab, service.url);
  await page.getByRole('button', { name: home.developers.get }).click();
  const client = clientOf(await keptToken(page));
  await client.call('create_review', { title: 'The last one', images: [await base64()] });
  await sql(service, 'UPDATE credit_month SET spent = 200');
  await intercept(page, '**/api/billing', (route) => route.abort());
  await attempt(page);
  await trouble(page).getByText(home.trouble.credits(1, 0)).waitFor();
  expect(await trouble(page).locator('time').count()).toBe(0);
  await page.unroute('**/api/billing');
  await openButton(page).click();
  const at = await trouble(page).locator('time').getAttribute('datetime');
  expect(at).toBe((await client.call('get_billing', {})).credits.refills_at);
  await trouble(page).getByText(home.trouble.credits(1, 0)).waitFor();
  await expectKept(page);
  expect(complaints).toEqual([]);
});

test('the keyboard alone opens a review', async () => {
  const { page } = await visit(tab, waiting.url);
  await openButton(page).waitFor();
  const focusOn = async (locator: ReturnType<typeof openButton>) => {
    for (let steps = 0; steps < 20; steps += 1) {
      await page.keyboard.press('Tab');
      if (await locator.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    }
    throw new Error('The keyboard does not reach it.');
  };
  await focusOn(kind(page, 'images'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => kind(page, 'page').isChecked()).toBe(true);
  await focusOn(page.getByLabel(home.source.page.label));
  await page.keyboard.type('https://example.com/');
  await focusOn(titleField(page));
  await focusOn(openButton(page));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: home.made.go }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await focusOn(page.getByRole('link', { name: home.made.go }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/r\//);
});

test('commands show the token only on request but always copy it, and it can be forgotten', async () => {
  const { page, complaints } = await visit(tab, service.url);
  await page.getByRole('button', { name: home.developers.get }).click();
  const command = page.getByText('curl -X POST');
  await command.waitFor();
  expect(await page.content()).not.toMatch(/slt_[0-9A-Za-z]{49}/);
  await page.getByRole('button', { name: `Copy: ${home.developers.curl}` }).click();
  await page.getByText(`${home.developers.curl}: copied`).waitFor({ state: 'attached' });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const token = /Bearer (slt_[0-9A-Za-z]{49})/.exec(copied)?.[1] ?? '';
  expect(copied).toContain(`${service.url}/api/reviews`);
  expect((await clientOf(token).call('get_billing', {})).plan).toBe('free');
  expect(await keptToken(page)).toBe(token);
  await expect.poll(() => command.textContent()).toContain(token);
  await page.reload();
  await command.waitFor();
  await page.getByRole('button', { name: home.developers.forget }).click();
  const get = page.getByRole('button', { name: home.developers.get });
  await expect.poll(() => get.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.reload();
  await get.waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('slt_');
  expect(complaints).toEqual([]);
});

test('after an offline attempt and a lost answer, pressing again makes one review', async () => {
  const { page } = await visit(tab, service.url);
  await page.context().setOffline(true);
  await attempt(page);
  await trouble(page).getByText(home.trouble.offline).waitFor();
  await expectKept(page);
  await page.context().setOffline(false);
  let lost = 0;
  await intercept(page, '**/api/reviews', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await openButton(page).click();
  await expect.poll(async () => lost).toBe(1);
  await trouble(page).getByText(home.trouble.offline).waitFor();
  await openButton(page).click();
  await ready(page);
  expect(lost).toBe(2);
  expect(await reviewsOf(page, service.url)).toHaveLength(1);
});

test('an expired stored token is reported, and the next press creates a new workspace', async () => {
  const { page } = await visit(tab, service.url);
  await page.getByRole('button', { name: home.developers.get }).click();
  await page.getByText('curl -X POST').waitFor();
  await sql(service, `UPDATE access_token SET expires_at = now() - interval '1 minute'`);
  await attempt(page);
  await trouble(page).getByText(home.trouble.expired).waitFor();
  await expectKept(page);
  await openButton(page).click();
  await ready(page);
  expect(await reviewsOf(page, service.url)).toHaveLength(1);
});
