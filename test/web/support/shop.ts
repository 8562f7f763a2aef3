import type { Browser, Page } from 'playwright-core';
import type { Review } from '../../../server/contract/review.ts';
import type { ImageFields } from '../../../server/contract/source.ts';
import { sql } from '../../api/support/sql.ts';
import { startHttpServer } from '../../support/servers.ts';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, oneTab, openPage, type Tab, type Watched } from './browser.ts';
import { hasParts } from './review-page.ts';
import { fingersOn, frameOf } from './stage.ts';

/** A small page with nested elements, in one column on a phone. */
const html = `<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; font: 16px/1.5 sans-serif; color: #23262e }
  header { padding: 24px 40px; background: #eef1f6 }
  main { display: flex; gap: 40px; padding: 40px }
  section { flex: 1; padding: 24px; border: 1px solid #c9ccd4; border-radius: 8px }
  button { margin-top: 16px; padding: 12px 32px; border: 0; border-radius: 6px; background: #a9b8ae; font: inherit }
  footer { margin-top: 1400px; padding: 40px; background: #eef1f6 }
  @media (max-width: 700px) { main { flex-direction: column; padding: 16px } }
</style>
<header><h1>Checkout</h1><nav aria-label="Steps"><a href="#cart">Cart</a> <a href="#pay">Payment</a></nav></header>
<main>
  <section aria-label="Order"><h2>Your order</h2><p>Two tickets to the sea.</p><button>Pay now</button></section>
  <section aria-label="Delivery"><h2>Delivery</h2><p>By post, within three days.</p><button>Change address</button></section>
</main>
<footer><a href="#terms">Terms of sale</a></footer></html>`;

async function openShop(): Promise<string> {
  const { origin } = await startHttpServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
  return `${origin}/`;
}

export interface ShopStarted {
  service: TestService;
  browser: Browser;
  tab: Tab;
  /** The shop's page as captured by the service: desktop and mobile, with their elements. */
  captured: { id: string; images: ImageFields[] };
}

async function captureShop(service: TestService, url: string): Promise<Review> {
  const client = await service.newClient();
  const created = await client.call('create_review', { title: 'Shop', capture_url: true, page_url: url });
  for (;;) {
    const review = await client.call('get_review', { id: created.id });
    if (review.status === 'open') return review;
    if (review.status !== 'preparing') throw new Error(`The shop's review is ${review.status}.`);
    await new Promise((again) => setTimeout(again, 200));
  }
}

async function imageOf({ url, label, page_url, viewport }: Review['screenshots'][number]): Promise<ImageFields> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return {
    image: bytes.toString('base64'),
    label,
    ...(page_url === null ? {} : { page_url }),
    ...(viewport === null ? {} : { viewport }),
  };
}

/** Makes a review of what was captured of the shop. */
async function reviewShop({ service, captured }: ShopStarted): Promise<Review> {
  const client = await service.newClient();
  const { id } = await client.call('create_review', { title: 'Shop', images: captured.images });
  // A client cannot send how elements enclose each other.
  await sql(
    service,
    `UPDATE shot SET elements_key = captured.elements_key FROM shot captured
     WHERE captured.review_id = $1 AND captured.label = shot.label AND shot.review_id = $2`,
    [captured.id, id],
  );
  return client.call('get_review', { id });
}

/** Starts the shop, a service that captures it, and a browser. */
export async function startShop(): Promise<ShopStarted> {
  const [service, browser, shop] = await Promise.all([
    startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' }),
    launchBrowser(),
    openShop(),
  ]);
  const { id, screenshots } = await captureShop(service, shop);
  const captured = { id, images: await Promise.all(screenshots.map(imageOf)) };
  return { service, browser, tab: oneTab(browser), captured };
}

/** Opens a new review of the shop at its desktop screenshot. */
export async function openOnDesktop(started: ShopStarted): Promise<Watched & { review: Review }> {
  const review = await reviewShop(started);
  const watched = await started.tab(review.review_url);
  await watched.page
    .getByRole('img', { name: /desktop/ })
    .first()
    .waitFor();
  await hasParts(watched.page);
  return { ...watched, review };
}

/** Opens such a review, and returns where the desktop screenshot's pay button is on the screen. */
export async function openAtPay(started: ShopStarted) {
  const opened = await openOnDesktop(started);
  const [shot] = opened.review.screenshots;
  const map: {
    scale: number;
    elements: {
      accessible_name: string | null;
      tag: string;
      box: { x: number; y: number; width: number; height: number };
    }[];
  } = await (await fetch(shot?.elements_url ?? '')).json();
  const button = map.elements.find(({ tag, accessible_name }) => tag === 'button' && accessible_name === 'Pay now');
  if (shot === undefined || button === undefined) throw new Error('The shop has a pay button.');
  const frame = await frameOf(opened.page);
  const { box } = button;
  const pay = {
    x: frame.x + ((box.x + box.width / 2) * map.scale * frame.width) / shot.width,
    y: frame.y + ((box.y + box.height / 2) * map.scale * frame.height) / shot.height,
  };
  return { ...opened, pay };
}

/** Opens a new review of the shop on a phone with touch. */
export async function openOnPhone(started: ShopStarted) {
  const review = await reviewShop(started);
  const { page, complaints } = await openPage(started.browser, review.review_url, true);
  await page
    .getByRole('img', { name: /mobile/ })
    .first()
    .waitFor();
  await hasParts(page);
  return { page, complaints, review, touch: await fingersOn(page) };
}

/** The outline and name of the element that would be marked. */
export const outline = (page: Page) => page.locator('.element-outline');
export const named = (page: Page) => page.locator('.element-name').textContent();
