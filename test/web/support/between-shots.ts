import type { Page } from 'playwright-core';
import type { TestService } from '../../support/service.ts';
import { pageImage } from './page-image.ts';

/** Returns a desktop and a mobile screenshot of one page. */
export const desktopAndMobile = async () => [
  { image: await pageImage(1440, 2400, '#a9b8ae'), label: 'Desktop' },
  { image: await pageImage(390, 1600, '#a9b8ae'), label: 'Mobile' },
];

/** Makes a review with mark 1 on the first screenshot and mark 2 on the second. */
export async function reviewOfTwo(service: TestService) {
  const client = await service.newClient();
  const images = await desktopAndMobile();
  const { id, review_url: url } = await client.call('create_review', { title: 'Checkout page', images });
  const link = service.byLink(url);
  for (const [at, body] of ['Too pale', 'Too small'].entries()) {
    const place = { screenshot_index: at, kind: 'point' as const, x: 0.5, y: 0.2 };
    await link.call('place_mark', { ...place, body, must_fix: false, client_mark_id: crypto.randomUUID() });
  }
  const marks = async () => (await client.call('get_review', { id })).marks;
  return { url, marks };
}

/** Returns the screenshot's button in the filmstrip. */
export const inStrip = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Screenshots' }).getByRole('button', { name: label });
