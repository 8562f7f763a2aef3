import type { Browser } from 'playwright-core';
import { mark } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import { openPage, type Tab } from './browser.ts';
import { pageImage } from './page-image.ts';
import { hasParts } from './review-page.ts';

export const place = { screenshot_index: 0, kind: 'box', x: 0.2, y: 0.1, width: 0.2, height: 0.1 } as const;

/** Opens a review with an area for each text, each lower than the one before. */
export async function openBoxes(service: TestService, where: Browser | Tab, ...bodies: string[]) {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1280, 2400, '#a9b8ae'), label: 'Home' }];
  const review = await client.call('create_review', { title: 'Shop', images });
  const link = service.byLink(review.review_url);
  for (const [at, body] of bodies.entries())
    await link.call('place_mark', mark({ ...place, y: 0.1 + at * 0.15, body }));
  const watched = await openPage(where, review.review_url);
  await watched.page.getByRole('img', { name: 'Home, pass 1' }).waitFor();
  await hasParts(watched.page);
  /** Returns a mark as the service stores it. */
  const read = async (id = 1) => {
    const found = (await link.call('read_review', {})).review.marks.find((each) => each.id === id);
    if (found?.x == null || found.y == null) throw new Error(`no mark ${id}`);
    return { ...found, x: found.x, y: found.y, width: found.width ?? 0, height: found.height ?? 0 };
  };
  return { ...watched, mark: read };
}
