import { expect, test } from 'vitest';
import { baselines as words } from '../../server/web/workspace/baselines-strings.ts';
import { base64 } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { enter } from './support/workspace.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('the workspace lists the newest baselines, and what varied between runs of the same commit', async () => {
  const client = await service.newClient();
  const commit = 'abc1234def5678';
  const shop = { repository: 'shop/web', name: 'visual', commit };
  const images = async (clock: string) => [
    { image: await base64('#111111'), label: 'Home' },
    { image: await base64(clock), label: 'Clock <b>' },
  ];
  for (const clock of ['#000001', '#000002']) {
    await client.call('create_baseline', { ...shop, branch: 'main', images: await images(clock) });
  }
  await client.call('create_baseline', { ...shop, branch: 'next', images: await images('#000002'), complete: false });
  const { page, complaints } = await enter(browser, service.url, client.token);
  const section = page.getByRole('region', { name: words.title });
  await expect.poll(() => section.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['shop/web · visual']);
  const facts = await section.locator('.row-facts').allInnerTexts();
  expect(facts).toEqual([expect.stringMatching(/^main at abc1234\s+2 screenshots/)]);
  await section.getByText(words.unstable(1)).click();
  const varied = section.locator('.unstable li');
  expect(await varied.allInnerTexts()).toEqual([
    expect.stringMatching(/^Clock <b>\s+2 versions in 3 runs of abc1234, /),
  ]);
  // A dot belongs to the fact after it: it is clipped where that fact begins a line.
  const dots = await section
    .locator('.row-facts')
    .evaluate((list) => [
      getComputedStyle(list).clipPath,
      ...Array.from(list.children, (fact) =>
        ['::before', '::after'].map((part) => getComputedStyle(fact, part).content).join(),
      ),
    ]);
  expect(dots).toEqual(['inset(0px)', 'none,none', '"·",none', '"·",none']);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('without a baseline the workspace says how one is recorded', async () => {
  const { token } = await service.newClient();
  const { page } = await enter(browser, service.url, token);
  const section = page.getByRole('region', { name: words.title });
  await section.getByText(words.how).waitFor();
  const { url, status } = await section
    .getByRole('link', { name: words.about })
    .evaluate((link: HTMLAnchorElement) => fetch(link.href).then(({ url, status }) => ({ url, status })));
  expect([url, status]).toEqual([expect.stringContaining('/help/baselines'), 200]);
  await page.context().close();
});
