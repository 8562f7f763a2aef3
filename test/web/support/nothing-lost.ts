import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from '../../../server/contract/client.ts';
import type { TestService } from '../../support/service.ts';
import { openPage, type Tab, type Watched } from './browser.ts';
import { pageImage } from './page-image.ts';
import { hasParts, hasTools, ready } from './review-page.ts';

export const point = (body: string, y: number) => ({
  screenshot_index: 0,
  kind: 'point' as const,
  x: 0.6,
  y,
  body,
  must_fix: false,
  client_mark_id: crypto.randomUUID(),
});

export interface NewReview {
  client: Client;
  id: string;
  url: string;
  /** A client with the review's link. */
  link: Client;
}

const desktop = async () => [{ image: await pageImage(1440, 2400, '#a9b8ae'), label: 'Desktop' }];

/** Makes a review with a mark for each text. */
export async function newReview(service: TestService, bodies: readonly string[] = []): Promise<NewReview> {
  const client = await service.newClient();
  const made = await client.call('create_review', { title: 'Checkout page', images: await desktop() });
  const link = service.byLink(made.review_url);
  for (const [at, body] of bodies.entries()) await link.call('place_mark', point(body, 0.1 + at * 0.1));
  return { client, id: made.id, url: made.review_url, link };
}

/** Makes pass 2, with mark 1 reported as fixed and its own mark 2. */
export async function secondPass(service: TestService): Promise<NewReview> {
  const { client, id, link: reviewer } = await newReview(service, ['Too pale']);
  await reviewer.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  await client.call('resolve_marks', { id, marks: [{ id: 1, status: 'resolved' }] });
  const images = await desktop();
  const next = await client.call('create_review', { title: 'Checkout page', parent_id: id, images });
  const link = service.byLink(next.review_url);
  await link.call('place_mark', point('Too small', 0.3));
  return { client, id: next.id, url: next.review_url, link };
}

/** Waits until the page has loaded everything that it needs offline. */
export async function worksOffline(page: Page): Promise<void> {
  await ready(page, 'Desktop');
  await hasTools(page);
  await hasParts(page);
}

export async function open(where: Browser | Tab, url: string, phone = false): Promise<Watched> {
  const watched = await openPage(where, url, phone);
  await worksOffline(watched.page);
  return watched;
}

/** Opens another tab of the same person. */
export async function another(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await worksOffline(page);
  return page;
}

/** Lists the changes that the service accepted from a browser. */
export function takenBy(context: BrowserContext): string[] {
  const taken: string[] = [];
  context.on('response', (response) => {
    const request = response.request();
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && path.startsWith('/r/') && response.ok()) {
      taken.push(`${request.method()} ${path.replace(/^\/r\/[^/]+\//, '')}`);
    }
  });
  return taken;
}

export const marksOf = async (client: Client, id: string) => (await client.call('get_review', { id })).marks;
export const bodiesOf = async (client: Client, id: string) => (await marksOf(client, id)).map(({ body }) => body);

/** Returns how many drafts and unsent changes are on the device. */
export const kept = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /:(draft|outbox):/.test(key)).length);
