import type { Page } from 'playwright-core';
import { createClient } from '../../../server/contract/client.ts';
import { mark } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import { blocks, type Passes, twoPasses } from './passes.ts';

export const approve = (page: Page, name = 'Approve') => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page) => page.getByRole('dialog');
export const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Approve now' });
export const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
/** Returns the page's sentence about the decision. */
export const outcome = (page: Page) => page.locator('.outcome').getByRole('status');

export async function requestChanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Request changes', exact: true }).click();
  await page.getByRole('button', { name: 'Request changes now' }).click();
}

/** Makes two passes, the second with a finding and a suggestion that are pending. */
export async function passesToDecide(service: TestService): Promise<Passes> {
  const made = await twoPasses(service, { middle: '#2b50e0' });
  await made.client.call('add_findings', { id: made.second.id, findings: [{ body: 'Show the date' }] });
  const link = made.second.guest_share_url.split('/g/')[1] ?? '';
  await createClient({ baseUrl: service.url, link }).call('suggest', {
    screenshot_index: 0,
    kind: 'point',
    x: 0.5,
    y: 0.5,
    body: 'More air',
    client_suggestion_id: crypto.randomUUID(),
  });
  return made;
}

/** Returns the second pass as its client reads it. */
export const read = ({ client, second }: Pick<Passes, 'client' | 'second'>) =>
  client.call('get_review', { id: second.id });

/** Makes a review with three marks. */
export async function reviewToDecide(service: TestService, more: { reference?: string; webhook_url?: string } = {}) {
  const client = await service.newClient();
  const images = [{ image: await blocks(['#a9b8ae', '#a9b8ae', '#a9b8ae'], 900), label: 'Desktop' }];
  const review = await client.call('create_review', { title: 'Checkout page', images, ...more });
  const link = service.byLink(review.review_url);
  for (const body of ['One', 'Two', 'Three']) await link.call('place_mark', mark({ body }));
  return { client, review, link };
}
