import { expect, test } from 'vitest';
import { checklist as words } from '../../../server/web/workspace/checklist-strings.ts';
import { sql } from '../../api/support/sql.ts';
import { review } from '../../support/factories.ts';
import { findings } from '../../web/support/axe.ts';
import { openPage } from '../../web/support/browser.ts';
import { openGroups, rule, startOpinions } from '../../web/support/second-opinion.ts';
import { tap } from '../../web/support/tap.ts';
import { enter } from '../../web/support/workspace.ts';

const opinions = await startOpinions();

test('a model’s finding is marked as such', async () => {
  const client = await opinions.service.newClient();
  const made = await review(client);
  await client.call('second_opinion', { id: made.id });
  await opinions.look(made);
  await sql(opinions.service, "UPDATE finding SET found_by = 'model' WHERE review_id = $1", [made.id]);
  const { page } = await openPage(opinions.browser, made.review_url);
  await page.locator('#findings summary').first().click();
  await expect
    .poll(() => page.locator('#findings .facts-line').innerText())
    .toContain('found by a model: it may be wrong');
  await page.context().close();
});

test('on a phone the checklist fits, and its switches are large enough to press', async () => {
  const client = await opinions.service.newClient();
  const { page } = await enter(opinions.browser, opinions.service.url, client.token, { phone: true });
  await openGroups(page);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wide()).toBe(0);
  const size = await rule(page, 'Tiny text').boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await tap(rule(page, 'Tiny text'));
  await page.getByText(words.off('Tiny text')).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});
