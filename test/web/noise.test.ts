import { expect, test } from 'vitest';
import type { Review } from '../../server/contract/review.ts';
import { baselines } from '../../server/web/workspace/baselines-strings.ts';
import { decide } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { keepUndo, launchBrowser, openPage } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';
import { enter } from './support/workspace.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const client = await service.newClient();

const commit = 'abc1234def5678';
const main = { repository: 'shop/web', name: 'visual', branch: 'main' };
const images = (buttons: Record<string, string>) =>
  Promise.all(
    Object.entries(buttons).map(async ([label, button]) => ({ label, image: await pageImage(600, 400, button) })),
  );

async function request(buttons: Record<string, string>): Promise<Review> {
  const base = { ...main, commits: [{ commit }] };
  const { id } = await client.call('create_review', { title: 'Update', images: await images(buttons), base });
  await expect.poll(async () => (await client.call('get_review', { id })).base?.compared).toBe(true);
  return client.call('get_review', { id });
}

test('a reviewer calls a difference noise, undoes it, approves it, and the workspace ends it', async () => {
  await client.call('create_baseline', { ...main, commit, images: await images({ Home: '#112233', Cart: '#445566' }) });
  const review = await request({ Home: '#ddeeff', Cart: '#998877' });
  const { page, complaints } = await openPage(browser, review.review_url);
  const section = page.locator('details', { hasText: 'Changes since main' });
  const home = section.locator('li', { hasText: 'Home' });

  await home.getByRole('button', { name: 'This is noise' }).click();
  const form = page.getByRole('form', { name: 'Why “Home” differs by itself' });
  await form.getByLabel('Why does it differ without a change?').fill('The banner is random.');
  await form.getByLabel('Counts as noise for').selectOption('7 days');
  await page.keyboard.press('Escape');
  await expect.poll(() => form.count()).toBe(0);
  await home.getByRole('button', { name: 'This is noise' }).click();
  await expect
    .poll(() => form.getByLabel('Why does it differ without a change?').inputValue())
    .toBe('The banner is random.');
  await form.getByRole('button', { name: 'Call it noise' }).click();
  await keepUndo(page);
  await home.getByText('The banner is random.').waitFor();
  await home.getByText('changed, noise').waitFor();
  await page.getByRole('button', { name: 'Approve 1 change' }).waitFor();

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Approve 2 changes' }).waitFor();
  await home.getByRole('button', { name: 'This is noise' }).click();
  await form.getByLabel('Why does it differ without a change?').fill('The banner is random.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Approve 1 change' }).click();
  await page.getByText('1 screenshot differs by noise alone.').waitFor();
  await page.getByRole('button', { name: 'Approve now' }).click();
  await page.getByText('Approved.').first().waitFor();
  await expect.poll(() => home.getByRole('button', { name: 'Look at it again' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();

  const later = await openPage(browser, (await request({ Home: '#00ff00', Cart: '#445566' })).review_url);
  const listed = later.page.locator('details', { hasText: 'Changes since main' }).locator('li');
  await listed.getByText('changed, noise').waitFor();
  expect(await listed.locator('.row-note').innerText()).toMatch(/^The banner is random\. \(noise until .*20\d\d\)/);
  const shots = later.page.getByRole('navigation', { name: 'Screenshots' });
  await shots.getByRole('button', { name: 'Show 2 more' }).click();
  await shots.getByRole('button', { name: /^Home, .*, noise, / }).waitFor();
  await listed.getByRole('button', { name: 'Look at it again' }).click();
  await later.page.getByRole('button', { name: 'Approve 1 change' }).waitFor();
  await later.page.context().close();
});

test('the workspace lists what people called noise, and ends it', async () => {
  const own = await service.newClient();
  const shop = { ...main, commit, images: await images({ Home: '#112233' }) };
  await own.call('create_baseline', shop);
  const base = { ...main, commits: [{ commit }] };
  const { id } = await own.call('create_review', { title: 'Update', images: await images({ Home: '#ddeeff' }), base });
  await expect.poll(async () => (await own.call('get_review', { id })).base?.compared).toBe(true);
  const review = await own.call('get_review', { id });
  const link = service.byLink(review.review_url);
  const call = { screenshot_index: 0, base_id: review.base?.id ?? '', reason: 'A <b> banner', days: 30 };
  await link.call('mark_noise', call);
  await decide(review, 'approved', { name: 'Mara' });

  const { page, complaints } = await enter(browser, service.url, own.token);
  const section = page.getByRole('region', { name: baselines.title });
  await section.getByText(baselines.noise(1)).click();
  const rule = section.locator('.unstable li');
  await expect
    .poll(() => rule.allInnerTexts())
    .toEqual([expect.stringMatching(/^Home\s+A <b> banner \(approved by Mara, until /)]);
  await rule.getByRole('button', { name: baselines.endNoiseOf('Home') }).click();
  await page.getByText(baselines.noiseEnded('Home')).waitFor();
  await expect.poll(() => section.locator('details').count()).toBe(0);
  expect((await own.call('get_review', { id })).screenshots[0]?.base_change?.noise).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
