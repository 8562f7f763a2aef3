import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '../../../server/web/shared/strings.ts';
import { workspace } from '../../../server/web/workspace/strings.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { putRetriesOff, sql } from '../../api/support/sql.ts';
import { approvedReview, decide, rejectedReview, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { looks, visit } from '../../web/support/home.ts';
import { detail, dialogOf, enter, enterButton, row, tokenField } from '../../web/support/workspace.ts';

const [service, browser, receiver] = await Promise.all([
  startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }),
  launchBrowser(),
  startReceiver(),
]);
await putRetriesOff(service);

test('every state is free of serious findings, in both themes, wide and narrow', async () => {
  const client = await service.newClient();
  receiver.answerWith(() => 500);
  const hooked = await review(client, { title: 'Hooked', reference: 'shop#1', webhook_url: receiver.url });
  for (let n = 0; n < 5; n += 1) {
    await decide(hooked, n % 2 === 0 ? 'approved' : 'changes_requested');
    const tried = async () => (await client.call('list_deliveries', { id: hooked.id })).deliveries[0]?.attempts.length;
    await expect.poll(tried).toBe(1);
  }
  await rejectedReview(client, [{ must_fix: true }], { title: 'דף התשלום' });
  await approvedReview(client, { title: 'Approved' });
  await client.call('cancel_review', { id: (await review(client, { title: 'Withdrawn' })).id });
  await sql(service, `UPDATE review SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    (await review(client, { title: 'Expired' })).id,
  ]);
  await review(client, { title: 'Open', context: 'x', revision: '4f1c9ab' });
  const empty = await service.newClient();
  let states = 0;
  const clean = async (page: Page) => {
    states += 1;
    expect(await findingsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  };
  for (const look of looks) {
    const { page: first } = await visit(browser, `${service.url}/workspace`, look);
    await enterButton(first).click();
    await first.getByText(site.token.missing).waitFor();
    await clean(first);
    await tokenField(first).fill(empty.token);
    await enterButton(first).click();
    await first.getByText(workspace.list.empty).waitFor();
    await clean(first);
    await first.context().close();

    const { page } = await enter(browser, service.url, client.token, look);
    await row(page, 'Open').waitFor();
    await clean(page);
    await page.getByRole('button', { name: workspace.paused.show }).click();
    await row(page, 'Hooked').click();
    await detail(page).getByText(workspace.webhook.paused).waitFor();
    await clean(page);
    for (const name of [workspace.end.remove, workspace.head.rotate]) {
      const button = page.getByRole('button', { name, exact: true });
      if (!(await button.isVisible())) continue;
      await button.click();
      await dialogOf(page).waitFor();
      await clean(page);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  }
  console.log(`${states} states of the workspace page: 0 serious or critical findings`);
});

test('an invalid link shows a calm, clean page that links home', async () => {
  for (const look of looks) {
    const { page } = await visit(browser, `${service.url}/r/${'x'.repeat(43)}`, look);
    await page.getByRole('heading', { name: 'There is no review at this address' }).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sightline', exact: true }).click();
    await page.getByRole('heading', { name: 'Get a human sign-off before you ship' }).waitFor();
    await page.context().close();
  }
});
