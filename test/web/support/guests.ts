import type { Browser, Page } from 'playwright-core';
import type { Client } from '../../../server/contract/client.ts';
import { onPage } from '../../support/on-page.ts';
import type { TestService } from '../../support/service.ts';
import { openPage, type Watched } from './browser.ts';
import { picture } from './picture.ts';

export interface Scene {
  /** Who asked for the review, who decides it, and who looks on. */
  client: Client;
  reviewer: Client;
  guest: Client;
  id: string;
  reviewUrl: string;
  guestUrl: string;
}

const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

/** The three who hold something of a review. */
export function sceneOf(
  service: TestService,
  client: Client,
  review: { id: string; review_url: string; guest_share_url: string },
): Scene {
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

let pictures: Promise<{ image: string; label: string }[]> | null = null;

/** A desktop and a mobile shot, drawn once. */
export const twoShots = (): Promise<{ image: string; label: string }[]> => {
  pictures ??= Promise.all([picture(1440, 4000, '#a9b8ae'), picture(390, 1600, '#a9b8ae')]).then(
    ([desktop = '', mobile = '']) => [
      { image: desktop, label: 'Desktop' },
      { image: mobile, label: 'Mobile' },
    ],
  );
  return pictures;
};

export async function newScene(service: TestService): Promise<Scene> {
  const client = await service.newClient();
  const context = 'Is the button right?';
  const review = await client.call('create_review', { title: 'Checkout page', context, images: await twoShots() });
  return sceneOf(service, client, review);
}

export const nextPassOf = async (service: TestService, { client, id }: Scene): Promise<Scene> =>
  sceneOf(
    service,
    client,
    await client.call('create_review', { title: 'Checkout page', parent_id: id, images: await twoShots() }),
  );

/** Opens a guest link and waits for its first picture. */
export async function openGuest(browser: Browser, url: string, phone = false): Promise<Watched> {
  const watched = await openPage(browser, url, phone);
  await watched.page.getByRole('img', { name: 'Desktop' }).first().waitFor();
  return watched;
}

export const words = (page: Page) => page.getByRole('textbox', { name: 'What would you suggest here?' });
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Your name' });
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
/** The pin of one's own suggestion by its letter. */
export const ownPin = (page: Page, letter: string) =>
  page.getByRole('button', { name: new RegExp(`^Your suggestion ${letter}, `) });
export const ownRow = (page: Page, letter: string) =>
  page.getByRole('button', { name: new RegExp(`^Show suggestion ${letter}\\b`) });
export const stage = (page: Page, label = 'Desktop') => page.getByRole('region', { name: label });

/** Clicks the picture that many CSS pixels from its upper left corner. */
export async function clickPicture(page: Page, x: number, y: number): Promise<{ width: number; height: number }> {
  const frame = await page.getByRole('img', { name: 'Desktop' }).first().boundingBox();
  if (frame === null) throw new Error('no picture');
  await page.mouse.click(frame.x + x, frame.y + y);
  return frame;
}

/** Leaves a suggestion by mouse and waits until the service has it. */
export async function suggestAt(page: Page, x: number, y: number, body: string, letter: string): Promise<void> {
  await clickPicture(page, x, y);
  await words(page).fill(body);
  await send(page).click();
  await page.getByRole('button', { name: `Your suggestion ${letter}, with the reviewer: ${body}` }).waitFor();
}

/** What the reviewer finds in the inbox. */
export const inbox = async ({ client, id }: Scene) => (await client.call('get_review', { id })).suggestions;
