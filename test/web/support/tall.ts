import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../../support/service.ts';
import { pageImage } from './page-image.ts';

/** Makes a review with a screenshot of 16,000 pixels, which is served in strips, and returns its link. */
export async function tallReview(service: TestService): Promise<string> {
  const client = await service.newClient();
  const images = [{ image: await pageImage(1440, 16_000, '#a9b8ae'), label: 'Desktop' }];
  const review = await client.call('create_review', { title: 'A long page', images });
  expect(review.screenshots[0]?.tile_height).toBe(2000);
  return review.review_url;
}

export const loadedStrips = (page: Page): Promise<number> =>
  page
    .locator('.strip img')
    .evaluateAll((images) => images.filter((each) => each instanceof HTMLImageElement && each.naturalWidth > 0).length);
