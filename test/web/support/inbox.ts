import type { Locator, Page } from 'playwright-core';
import { createClient, type Input } from '../../../server/contract/client.ts';
import type { TestService } from '../../support/service.ts';
import { blocks } from './passes.ts';

const grey = ['#a9b8ae', '#a9b8ae', '#a9b8ae'] as const;

/** Makes a review with three suggestions by Ola, two on its first screenshot and one on its second. */
export async function reviewWithSuggestions(service: TestService) {
  const client = await service.newClient();
  const images = [
    { image: await blocks(grey), label: 'Desktop' },
    { image: await blocks(grey, 900), label: 'Receipt' },
  ];
  const review = await client.call('create_review', { title: 'Checkout page', images });
  const guest = createClient({ baseUrl: service.url, link: review.guest_share_url.split('/g/')[1] ?? '' });
  const suggest = (body: string, more: Partial<Input<'suggest'>> = {}) =>
    guest.call('suggest', {
      screenshot_index: 0,
      kind: 'point',
      x: 0.2,
      y: 0.1,
      body,
      author: 'Ola',
      client_suggestion_id: crypto.randomUUID(),
      ...more,
    });
  await suggest('More air');
  await suggest('A warmer grey', { kind: 'box', x: 0.05, y: 0.8, width: 0.3, height: 0.06 });
  await suggest('Where is the date?', { screenshot_index: 1, y: 0.5 });
  const read = () => client.call('get_review', { id: review.id });
  return { review, read, suggest };
}

/** Makes a review with four findings, one of them with an area. */
export async function reviewWithFindings(service: TestService) {
  const client = await service.newClient();
  const images = [{ image: await blocks(grey), label: 'Desktop' }];
  const { id, review_url } = await client.call('create_review', { title: 'Checkout page', images });
  const area = { x: 0.05, y: 0.83, width: 0.3, height: 0.06 };
  await client.call('add_findings', {
    id,
    findings: [
      { body: 'Show the date', severity: 'suggestion', screenshot_index: 0 },
      { body: 'Contrast of 2.1:1', severity: 'a11y', screenshot_index: 0, area },
      { body: 'Uneven edges', severity: 'polish', screenshot_index: 0 },
      { body: 'Tabs are skipped', severity: 'a11y' },
    ],
  });
  return { url: review_url, read: () => client.call('get_review', { id }) };
}

/** The lists of suggestions and findings, and a row of each. */
export const guests = (page: Page): Locator => page.locator('#guests');
export const findings = (page: Page): Locator => page.locator('#findings');
export const row = (list: Locator, body: string): Locator => list.locator('li', { hasText: body });

export const suggestionMarkers = (page: Page): Locator => page.getByRole('button', { name: /^Suggestion by Ola: / });
export const openFindings = (page: Page): Promise<void> => findings(page).locator('summary').first().click();
