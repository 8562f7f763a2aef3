import { expect, test } from 'vitest';
import { sql } from '../api/support/sql.ts';
import { stillClock } from '../support/clock.ts';
import { mark, nextPass, png, review } from '../support/factories.ts';
import { startHttpServer } from '../support/servers.ts';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, oneTab, openPage } from './support/browser.ts';
import { hasParts } from './support/review-page.ts';
import { boxOf } from './support/stage.ts';

const clock = stillClock();
const [service, browser] = await Promise.all([
  startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }, clock.now),
  launchBrowser(),
]);
const tab = oneTab(browser);

test('while screenshots are being made, the page says that none is there, and no decision is possible', async () => {
  // Without a worker this state lasts.
  const waiting = await startService({ ROLE: 'web' });
  const client = await waiting.newClient();
  const images = ['one', 'two', 'three'].map((label) => ({ image: `https://example.com/${label}.png`, label }));
  const made = await client.call('create_review', { title: 'Coming', images });
  const { page, complaints } = await openPage(browser, made.review_url);
  await page.getByRole('heading', { name: 'Fetching images' }).waitFor();
  await page.getByText('0 of 3 screenshots ready', { exact: true }).waitFor();
  await page.getByText('0 of 3 screenshots ready. You can decide when no more are being prepared.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await page.getByText('You can leave marks as soon as the screenshots are ready.').waitFor();
  await sql(
    waiting,
    `UPDATE shot_request SET status = 'given_up', problem = 'It is not an image.' WHERE label = 'two'`,
  );
  await page.getByText('two: It is not an image.').waitFor();
  await page.getByText('0 of 3 screenshots ready. You can decide when no more are being prepared.').waitFor();
  // A phone shows it although its side panel is closed.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByText('two: It is not an image.').waitFor();
  // The first that is there is chosen, although earlier ones are still being made.
  const image = (await png('#4477aa', 400, 300)).toString('base64');
  await client.call('add_screenshot', { id: made.id, image, label: 'four' });
  await page.getByRole('img', { name: 'four, pass 1' }).waitFor();
  await expect.poll(() => page.locator('.shot[aria-current]').getAttribute('title')).toMatch(/^four/);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('finished screenshots can be viewed before the others, which appear by themselves', async () => {
  const coloured = await png('#4477aa', 400, 300);
  const from = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(coloured);
  });
  const allowed = { OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' };
  const web = await startService({ ...allowed, ROLE: 'web' });
  const client = await web.newClient();
  const later = ['two', 'three'].map((label) => ({ image: `${from.origin}/${label}`, label }));
  const images = [{ image: coloured.toString('base64'), label: 'one' }, ...later];
  const { page, complaints } = await openPage(
    browser,
    (await client.call('create_review', { title: 'Coming', images })).review_url,
  );
  await page.getByRole('img', { name: 'one, pass 1' }).waitFor();
  await page.getByText('1 of 3 screenshots ready. You can decide when no more are being prepared.').waitFor();
  // The worker starts only now, so that none of its time limits runs before.
  const _worker = await startService({
    ...allowed,
    ROLE: 'worker',
    DATABASE_URL: web.databaseUrl,
    DATA_DIR: web.dataDir,
  });
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await expect.poll(() => page.getByText('of 3 screenshots ready').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('without any screenshot the page says why, of which review, and what to do', async () => {
  const client = await service.newClient();
  // No server listens at this port.
  const images = [{ image: 'http://127.0.0.1:9/never.png', label: 'Never' }];
  const made = await client.call('create_review', { title: 'New prices', images });
  await expect.poll(async () => (await client.call('get_review', { id: made.id })).status).toBe('failed');
  const { page } = await tab(made.review_url);
  await page.getByRole('heading', { name: 'No screenshot could be made' }).waitFor();
  await page.getByText(/^Never: /).waitFor();
  await page.getByRole('main').getByText('New prices').waitFor();
  expect(await page.getByText(/screenshot could be made/).count()).toBe(1);
});

test('withdrawn, superseded and expired reviews say so, and no decision is possible', async () => {
  const client = await service.newClient();
  const [withdrawn, older, late] = [await review(client), await review(client), await review(client)];
  await client.call('cancel_review', { id: withdrawn.id });
  const newer = await nextPass(client, older);
  const shows = async (url: string, text: string | RegExp) => {
    const { page, complaints } = await openPage(browser, url);
    await page.getByText(text).first().waitFor();
    // The decision is a script of its own, which may load later.
    await hasParts(page);
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Request changes', exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    return page;
  };
  const over = await shows(withdrawn.review_url, 'This review was withdrawn by its requester.');
  // Nobody has to look or mark any more.
  expect(await over.locator('.counts').textContent()).toBe('No marks were left on this pass.');
  // No empty bar below the lists.
  await over.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => Math.round((await boxOf(over.locator('.panel'))).height)).toBe(48);
  expect((await boxOf(over.locator('.panel'))).y).toBeGreaterThan(844 - 48 - 2);
  // Hints for the screen, such as where to click, are not printed.
  await over.emulateMedia({ media: 'print' });
  expect(await over.locator('#marks > .lead').isVisible()).toBe(false);
  await over.context().close();
  const page = await shows(older.review_url, 'You’re viewing an older pass. Pass 2 is available.');
  await page.getByRole('link', { name: 'Open pass 2' }).click();
  await page.waitForURL(newer.review_url);
  await page.context().close();
  clock.aheadMs = 31 * 24 * 3600 * 1000;
  try {
    await (await shows(late.review_url, /This review has expired\. View only/)).context().close();
  } finally {
    clock.aheadMs = 0;
  }
});

test('a review deleted while it is open says so and stays visible, and is not found on the next visit', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const { page } = await tab(made.review_url);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await client.call('delete_review', { id: made.id });
  await page.getByText('This review was deleted.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'There is no review at this address' }).waitFor();
});

test('a page that came without its review reads it, and says when that fails or the review is missing', async () => {
  const client = await service.newClient();
  const { id, review_url: url } = await review(client);
  const { page } = await openPage(browser, 'about:blank');
  // As over plain http, where a browser does not say that it opens a page.
  await intercept(page, url, async (route) => {
    const headers = { ...route.request().headers(), 'sec-fetch-dest': 'empty' };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  let answer = Promise.withResolvers<'abort' | 'continue'>();
  await intercept(page, `${url}/review`, async (route) => route[await answer.promise]());
  await page.goto(url);
  await page.getByText('Opening the review').waitFor({ state: 'attached' });
  answer.resolve('abort');
  await page.getByRole('heading', { name: 'The review can’t be loaded right now' }).waitFor();
  answer = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again now' }).click();
  answer.resolve('continue');
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();

  answer = Promise.withResolvers();
  await page.reload();
  await page.getByText('Opening the review').waitFor({ state: 'attached' });
  await client.call('delete_review', { id });
  answer.resolve('continue');
  await page.getByRole('heading', { name: 'There is no review at this address' }).waitFor();
  await page.context().close();
});

test('a page that the service cannot open says so, and opens whole once the service can', async () => {
  const { review_url: url } = await review(await service.newClient());
  await sql(service, 'ALTER TABLE review RENAME TO review_away');
  const { page } = await tab(url);
  await page.getByRole('heading', { name: 'The review can’t be loaded right now' }).waitFor();
  await sql(service, 'ALTER TABLE review_away RENAME TO review');
  await page.locator('meta[name="page-key"]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
});

test('a printed page that the service cannot make says so, and is there once the service can', async () => {
  const { review_url: url } = await review(await service.newClient());
  await sql(service, 'ALTER TABLE review RENAME TO review_away');
  const { page } = await tab(`${url}/printout`);
  await page.getByRole('heading', { name: 'The review can’t be loaded right now' }).waitFor();
  await sql(service, 'ALTER TABLE review_away RENAME TO review');
  await page.getByText('record of a visual review').waitFor();
});

test('a page that keeps coming without what a decision needs is loaded again only once', async () => {
  const { review_url: url } = await review(await service.newClient());
  const { page } = await openPage(browser, 'about:blank');
  let loads = 0;
  await intercept(page, url, async (route) => {
    loads += 1;
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<meta name="page-key"[^>]*>/, '') });
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Approve now' }).click();
  await page.getByText('A person decides on the review page').waitFor();
  expect(loads).toBe(2);
  await page.context().close();
});

test('a printed page has the list of marks and the whole screenshot, no wider than the paper', async () => {
  const client = await service.newClient();
  const images = [{ image: (await png('#4477aa', 1400, 5000)).toString('base64'), label: 'Home' }];
  const made = await client.call('create_review', { title: 'On paper', images });
  const reviewer = service.byLink(made.review_url);
  await reviewer.call('place_mark', mark({ y: 0.9, height: 0.05, body: 'Near the foot\n1\n2\n3' }));
  await reviewer.call('place_mark', mark({ body: 'At the top' }));
  const { page } = await openPage(browser, made.review_url);
  await page.getByRole('img', { name: 'Home, pass 1' }).first().waitFor();
  await hasParts(page);
  await page.getByText('Near the foot').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const image = await page.locator('.image').boundingBox();
  expect(image?.width).toBeCloseTo(700, 0);
  expect(image?.height).toBeCloseTo(2500, 0);
  const cut =
    "[...document.querySelectorAll('html, body, .page, .frame, .scroller')].filter((each) => getComputedStyle(each).overflowY !== 'visible').length";
  expect(await page.evaluate(cut)).toBe(0);
  expect(await page.locator('button:visible', { hasNotText: /^[12]$|Near the foot|At the top|pass 1/ }).count()).toBe(
    0,
  );
  const body = page.getByText('Near the foot');
  expect(await body.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.context().close();

  const guest = await openPage(browser, made.guest_share_url);
  await guest.page.getByText('At the top').waitFor();
  await guest.page.emulateMedia({ media: 'print' });
  for (const text of [/^You’re a guest/, 'Your suggestions', /^Already marked/]) {
    expect(await guest.page.getByText(text).isVisible()).toBe(false);
  }
  expect(await guest.page.getByText('At the top').isVisible()).toBe(true);
  await guest.page.context().close();
});

test('a printed page has folded lists open, and no heading above nothing', async () => {
  const client = await service.newClient();
  const made = await review(client);
  await client.call('add_findings', { id: made.id, findings: [{ body: 'Too pale' }] });
  const { page } = await tab(made.review_url);
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('Too pale').isVisible()).toBe(true);
  expect(await page.getByRole('heading', { name: 'Marks' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  expect(await page.getByText('Too pale').isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Marks' }).isVisible()).toBe(true);
});
