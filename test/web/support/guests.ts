import type { Browser, Page } from 'playwright-core';
import type { Client } from '../../../server/contract/client.ts';
import { onPage } from '../../support/on-page.ts';
import type { TestService } from '../../support/service.ts';
import { openPage, type Tab, type Watched } from './browser.ts';
import { pageImage } from './page-image.ts';

export interface GuestReview {
  /** The client that requested the review, its reviewer and its guest. */
  client: Client;
  reviewer: Client;
  guest: Client;
  id: string;
  reviewUrl: string;
  guestUrl: string;
}

const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

/** A review with its three participants. */
export function guestReviewOf(
  service: TestService,
  client: Client,
  review: { id: string; review_url: string; guest_share_url: string },
): GuestReview {
  const by = (link: string) => onPage(service.url, tokenOf(link));
  return {
    client,
    reviewer: by(review.review_url),
    guest: by(review.guest_share_url),
    id: review.id,
    reviewUrl: review.review_url,
    guestUrl: review.guest_share_url,
  };
}

export const desktopImage = (): Promise<string> => pageImage(1440, 4000, '#a9b8ae');
export const mobileImage = (): Promise<string> => pageImage(390, 1600, '#a9b8ae');

/** Returns a desktop and a mobile screenshot. */
export const twoShots = async (): Promise<{ image: string; label: string }[]> => [
  { image: await desktopImage(), label: 'Desktop' },
  { image: await mobileImage(), label: 'Mobile' },
];

export async function newGuestReview(service: TestService): Promise<GuestReview> {
  const client = await service.newClient();
  const context = 'Is the button right?';
  const review = await client.call('create_review', { title: 'Checkout page', context, images: await twoShots() });
  return guestReviewOf(service, client, review);
}

export const nextPassOf = async (service: TestService, { client, id }: GuestReview): Promise<GuestReview> =>
  guestReviewOf(
    service,
    client,
    await client.call('create_review', { title: 'Checkout page', parent_id: id, images: await twoShots() }),
  );

/**
 * Opens a guest link and waits for its first screenshot, and for the lists beside it, which a separate script draws.
 */
export async function openGuest(where: Browser | Tab, url: string, phone = false): Promise<Watched> {
  const watched = await openPage(where, url, phone);
  await watched.page.getByRole('img', { name: 'Desktop' }).first().waitFor();
  await watched.page.locator('summary', { hasText: 'Your suggestions' }).waitFor({ state: 'attached' });
  return watched;
}

export const words = (page: Page) => page.getByRole('textbox', { name: 'What would you suggest here?' });
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Your name' });
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
/** Returns the marker of a guest's own suggestion, by its letter. */
export const ownMarker = (page: Page, letter: string) =>
  page.getByRole('button', { name: new RegExp(`^Your suggestion ${letter}, `) });
export const ownRow = (page: Page, letter: string) =>
  page.getByRole('button', { name: new RegExp(`^Show suggestion ${letter}\\b`) });
export const stage = (page: Page, label = 'Desktop') => page.getByRole('region', { name: label });

export const keptHere = (page: Page) => page.getByText('is kept on this device and sent as soon as');

/** Clicks the screenshot at this distance, in CSS pixels, from its upper left corner. */
export async function clickImage(page: Page, x: number, y: number): Promise<{ width: number; height: number }> {
  const frame = await page.getByRole('img', { name: 'Desktop' }).first().boundingBox();
  if (frame === null) throw new Error('no picture');
  await page.mouse.click(frame.x + x, frame.y + y);
  return frame;
}

/** Leaves a suggestion by mouse and waits until the service stores it. */
export async function suggestAt(page: Page, x: number, y: number, body: string, letter: string): Promise<void> {
  await clickImage(page, x, y);
  await words(page).fill(body);
  await send(page).click();
  await page.getByRole('button', { name: `Your suggestion ${letter}, with the reviewer: ${body}` }).waitFor();
}

/** Returns the suggestions in the reviewer's inbox. */
export const inbox = async ({ client, id }: GuestReview) => (await client.call('get_review', { id })).suggestions;
