import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { tap } from '../../web/support/tap.ts';

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

/** A page with a title, and three blocks in the given colours. */
async function page(colours: readonly [string, string, string]): Promise<string> {
  const blocks = colours.map(
    (fill, at) => `<rect x="80" y="${200 + at * 900}" width="400" height="120" fill="${fill}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="2400"><rect width="100%" height="100%" fill="#fff"/><rect x="80" y="60" width="600" height="40" fill="#23262e"/>${blocks.join('')}</svg>`;
  return `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`;
}

/** Two marks were reported as fixed: under the first something changed, under the second nothing; the third block changed unasked. */
async function secondPass() {
  const client = await service.newClient();
  const images = [{ image: await page(['#a9b8ae', '#a9b8ae', '#a9b8ae']), label: 'Desktop' }];
  const first = await client.call('create_review', { title: 'Checkout page', images });
  const link = service.byLink(first.review_url);
  for (const [at, body] of ['Too pale', 'Too crowded'].entries()) {
    await link.call('place_mark', {
      screenshot_index: 0,
      kind: 'box',
      x: 0.05,
      y: (190 + at * 900) / 2400,
      width: 0.3,
      height: 140 / 2400,
      body,
      must_fix: false,
      client_mark_id: crypto.randomUUID(),
    });
  }
  await link.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  const marks = [1, 2].map((id) => ({ id, status: 'resolved' as const }));
  await client.call('resolve_marks', { id: first.id, marks });
  const next = await client.call('create_review', {
    title: 'Checkout page',
    parent_id: first.id,
    images: [{ image: await page(['#18723f', '#a9b8ae', '#c02626']), label: 'Desktop' }],
  });
  await soon(async () => (await client.call('get_review', { id: next.id })).screenshots[0]?.change?.areas.length).toBe(
    2,
  );
  return next.review_url;
}

test('on a phone the stepper is large enough to press and hangs over no side', async () => {
  const { page } = await openPage(browser, await secondPass(), true);
  const changes = page.getByRole('group', { name: 'Changes since the last pass' });
  await changes.getByText('2 changes').waitFor();
  const sizes = await changes.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height, left, right } = button.getBoundingClientRect();
      return { large: width >= 44 && height >= 44, inside: left >= 0 && right <= innerWidth };
    }),
  );
  expect(sizes).toEqual(Array.from({ length: 3 }, () => ({ large: true, inside: true })));
  await tap(changes.getByRole('button', { name: 'Next change' }));
  await changes.getByText('1 of 2 changes').waitFor();
  await page.context().close();
});
