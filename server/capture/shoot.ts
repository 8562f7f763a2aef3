import type { Page } from 'playwright-core';
import { type PictureRequest, takePicture } from './take-picture.ts';

/** Until its last caller has moved to `takePicture`. */
export async function shoot(
  page: Page,
  request: Omit<PictureRequest, 'leftMs'> & { url?: string },
  notices: string[],
): Promise<Buffer> {
  const picture = await takePicture(page, { ...request, leftMs: () => 20_000 });
  notices.push(...picture.notices);
  return picture.png;
}
