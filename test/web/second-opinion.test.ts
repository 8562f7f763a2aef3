import { expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import type { Ports } from '../../server/domain/ports.ts';
import { checklist as words } from '../../server/web/workspace/checklist-strings.ts';
import { workspace } from '../../server/web/workspace/strings.ts';
import { base64, review } from '../support/factories.ts';
import { findings } from './support/axe.ts';
import { intercept, openPage } from './support/browser.ts';
import { offIn, openGroups, rule, startOpinions } from './support/second-opinion.ts';
import { detail, enter, nextLook, openDetail } from './support/workspace.ts';

const opinions = await startOpinions();

const broken = (): Ports => ({
  ...opinions.ports,
  checklist: { ...opinions.ports.checklist, check: () => Promise.reject(new Error('no')) },
});

const twoShots = async (client: Client) => {
  const image = await base64();
  const images = [
    { image, label: 'Home' },
    { image, label: 'Cart' },
  ];
  return review(client, { title: 'The shop', images });
};

test('the review page shows its progress and result', async () => {
  const client = await opinions.service.newClient();
  const made = await twoShots(client);
  const { page, complaints } = await openPage(opinions.browser, made.review_url);
  const line = page.locator('.opinion');
  await line.waitFor({ state: 'attached' });
  expect(await line.textContent()).toBe('');
  await client.call('second_opinion', { id: made.id });
  await expect.poll(() => line.textContent()).toBe('Checking 2 screenshots…');
  expect(await line.getAttribute('role')).toBe('status');
  await opinions.look(made, 1);
  await expect.poll(() => line.textContent()).toBe('Checking 1 screenshot…');
  await opinions.look(made, 1, broken());
  await expect.poll(() => line.textContent()).toBe('“Cart” could not be checked. Ask again.');

  const finding = page.locator('#findings li');
  await page.locator('#findings summary').first().click();
  await expect.poll(() => finding.count()).toBe(1);
  expect(await finding.locator('.body').textContent()).toMatch(
    /^The image is one flat colour.+There is nothing to review/,
  );
  expect(await finding.locator('.body .quiet').textContent()).toMatch(
    /^ There is nothing to review\. Send one with what is to be reviewed/,
  );
  await expect.poll(() => finding.locator('.facts-line').innerText()).toContain('found automatically');

  await client.call('second_opinion', { id: made.id, skip_rules: ['blank-picture'] });
  await opinions.look(made);
  await expect.poll(() => line.textContent()).toBe('Checked automatically: nothing found.');
  await expect.poll(() => page.locator('#findings').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('the workspace page starts, follows and repeats it', async () => {
  const client = await opinions.service.newClient();
  const made = await twoShots(client);
  const { page, complaints } = await enter(opinions.browser, opinions.service.url, client.token, { clock: true });
  await openDetail(page, 'The shop');
  const part = detail(page).getByRole('region', { name: words.opinion.title });
  await intercept(page, '**/second-opinion', (route) => route.abort());
  await part.getByRole('button', { name: words.opinion.ask }).click();
  await page.getByText(workspace.failure.offline).waitFor();
  await page.unroute('**/second-opinion');
  await part.getByRole('button', { name: words.opinion.ask }).click();
  await expect.poll(() => part.getByRole('status').textContent()).toBe('0 of 2 screenshots checked…');
  const again = part.getByRole('button', { name: words.opinion.again });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await opinions.look(made, 1);
  await nextLook(page);
  await expect.poll(() => part.getByRole('status').textContent()).toBe('1 of 2 screenshots checked…');
  await opinions.look(made, 1, broken());
  await nextLook(page);
  await expect
    .poll(() => part.getByRole('status').textContent())
    .toBe('1 screenshot checked: 1 finding. “Cart” could not be checked. Ask again.');
  await again.click();
  await expect.poll(() => part.getByRole('status').textContent()).toBe('0 of 2 screenshots checked…');
  await opinions.look(made);
  await nextLook(page);
  await expect.poll(() => part.getByRole('status').textContent()).toBe('2 screenshots checked: 2 findings.');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('the checklist’s rules switch at once, also by keyboard, and each switch can be undone', async () => {
  const client = await opinions.service.newClient();
  const { page, complaints } = await enter(opinions.browser, opinions.service.url, client.token);
  await openGroups(page);
  await rule(page, 'Tiny text').focus();
  await page.keyboard.press('Space');
  await page.getByText(words.off('Tiny text')).waitFor();
  await expect.poll(() => offIn(client)).toEqual(['tiny-text']);
  await expect.poll(() => rule(page, 'Tiny text').isChecked()).toBe(false);
  await page.getByRole('button', { name: words.undo }).click();
  await page.getByText(words.on('Tiny text')).waitFor();
  await expect.poll(() => offIn(client)).toEqual([]);

  // A rule that another page switched meanwhile stays so.
  await client.call('update_checklist', { off: ['small-target'] });
  for (const title of ['Tiny text', 'Broken image', 'Stretched image']) await rule(page, title).click();
  await expect
    .poll(async () => (await offIn(client)).toSorted())
    .toEqual(['broken-image', 'small-target', 'stretched-image', 'tiny-text']);
  await expect.poll(() => rule(page, 'Small target').isChecked()).toBe(false);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a switch that cannot be saved returns with the reason; a list that cannot be read is read again', async () => {
  const client = await opinions.service.newClient();
  const { page } = await enter(opinions.browser, opinions.service.url, client.token);
  await openGroups(page);
  await intercept(page, '**/api/checklist', (route) => route.abort());
  await rule(page, 'Tiny text').click();
  await page.getByText(/cannot be reached\. Nothing was changed/).waitFor();
  await expect.poll(() => rule(page, 'Tiny text').isChecked()).toBe(true);
  expect(await offIn(client)).toEqual([]);
  await page.reload();
  await page.getByText(words.broken).waitFor();
  await page.unroute('**/api/checklist');
  await page.getByRole('button', { name: words.retry }).click();
  await openGroups(page);
  await rule(page, 'Tiny text').waitFor();
  expect(await page.getByText(words.broken).count()).toBe(0);
  await page.context().close();
});
