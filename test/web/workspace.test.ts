import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { home } from '../../server/web/home/strings.ts';
import { site } from '../../server/web/shared/strings.ts';
import { workspace } from '../../server/web/workspace/strings.ts';
import { sql } from '../api/support/sql.ts';
import { approvedReview, decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { intercept, oneTab } from './support/browser.ts';
import { smallTargets, visit } from './support/home.ts';
import {
  detail,
  dialogOf,
  enter,
  enterButton,
  focused,
  nextLook,
  openDetail,
  row,
  rows,
  startWithReceiver,
  tokenField,
} from './support/workspace.ts';

const { service, browser, receiver } = await startWithReceiver();
const tab = oneTab(browser, visit);

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

test('a token opens it, is kept only in this tab, and never shows in address, title or log', async () => {
  const client = await service.newClient();
  await review(client, { title: 'Prices' });
  const { page, complaints } = await visit(tab, `${service.url}/workspace`);
  await enterButton(page).click();
  await page.getByText(site.token.missing).waitFor();
  expect(await page.locator('.site-head [aria-current=page]').allInnerTexts()).toEqual([site.nav.workspace]);
  await tokenField(page).fill('slt_too-short');
  await enterButton(page).click();
  await page.getByText(site.token.form).waitFor();
  await tokenField(page).fill(`slt_${'a'.repeat(49)}`);
  await enterButton(page).click();
  await page.getByText(site.token.unknown).waitFor();
  await expect.poll(() => tokenField(page).inputValue()).toBe(`slt_${'a'.repeat(49)}`);
  await intercept(page, '**/api/billing', (route) => route.fulfill({ status: 500 }));
  await enterButton(page).click();
  await page.getByText(site.token.broken).waitFor();
  await page.unroute('**/api/billing');
  await page.context().setOffline(true);
  await enterButton(page).click();
  await page.getByText(site.token.offline).waitFor();
  await page.context().setOffline(false);
  await tokenField(page).fill(`  ${client.token} `);
  await enterButton(page).click();
  await row(page, 'Prices').waitFor();
  const kept = () => page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]);
  expect((await kept()).map((each) => each.includes(client.token))).toEqual([false, true]);
  await page.reload();
  await row(page, 'Prices').waitFor();
  await openDetail(page, 'Prices');
  expect(page.url()).not.toContain('slt_');
  expect(await page.title()).toBe(workspace.documentTitle);
  expect(service.logged()).not.toContain(client.token);

  await page.getByRole('button', { name: workspace.head.forget }).click();
  await page.getByText(workspace.enter.forgotten).waitFor();
  await expect.poll(() => focused(page)).toBe(workspace.enter.title);
  expect((await kept()).join('')).not.toContain('slt_');
  expect(complaints).toEqual([]);
});

test('the workspace page is served to everybody, with the headers of our other pages', async () => {
  const headersOf = async (path: string) => {
    const { status, headers } = await fetch(service.url + path);
    const names = ['content-security-policy', 'cache-control', 'referrer-policy', 'x-robots-tag'];
    return [status, ...names.map((name) => headers.get(name))];
  };
  expect(await headersOf('/workspace')).toEqual(await headersOf('/'));
  expect(await headersOf('/workspace')).toContain('no-store');
});

test('a remembered token works in a new tab; forgetting it in one removes it from the other', async () => {
  const client = await service.newClient();
  const { page } = await visit(browser, `${service.url}/workspace`);
  await tokenField(page).fill(client.token);
  await page.getByLabel(site.token.remember).check();
  await enterButton(page).click();
  await page.getByText(workspace.list.empty).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${service.url}/workspace`);
  await other.getByText(workspace.list.empty).waitFor();
  await other.getByRole('button', { name: workspace.head.forget }).click();
  await enterButton(other).waitFor();
  await enterButton(page).waitFor();
  await page.context().close();
});

test('each chain shows its newest pass: screenshot, state, marks, the next step and its links', async () => {
  const client = await service.newClient();
  await approvedReview(client, { title: 'Approved one', reference: 'github:57:41:visual' });
  const rejected = await rejectedReview(client, [{ must_fix: true }, {}], { title: 'Rejected one', reference: 'a#1' });
  await client.call('resolve_marks', { id: rejected.id, marks: [{ id: 1, status: 'resolved' }] });
  const second = await nextPass(client, await approvedReview(client, { title: 'First' }), { title: 'Second pass' });
  await nextPass(client, await rejectedReview(client, [{}], { title: 'Continued one' }), {
    title: 'What continues it',
  });
  await client.call('cancel_review', { id: (await review(client, { title: 'Cancelled one' })).id });
  const { page, complaints } = await enter(tab, service.url, client.token);
  await expect.poll(() => rows(page).count()).toBe(5);
  const shown = rows(page).locator('img');
  const isLoaded = (images: HTMLImageElement[]) => images.every(({ naturalWidth }) => naturalWidth > 0);
  await expect.poll(() => shown.evaluateAll(isLoaded)).toBe(true);
  expect(await shown.count()).toBe(5);
  const rowText = async (title: string) =>
    (await rows(page).filter({ hasText: title }).innerText()).replace(/\s+/g, ' ');
  expect(await rowText('Approved one')).toContain(workspace.status.approved);
  expect(await rowText('Approved one')).toContain('PR #41');
  expect(await rowText('Rejected one')).toContain('a#1');
  expect(await rowText('Rejected one')).toContain(workspace.status.changes_requested);
  expect(await rowText('Rejected one')).toContain('1 mark to fix');
  expect(await rowText('Rejected one')).toContain('1 to verify');
  expect(await rowText('Rejected one')).toContain('Fix 1 mark, then send the next pass.');
  expect(await rowText('Rejected one')).not.toContain('marks/resolve');
  expect(await rowText('What continues it')).toContain('1 mark to fix');
  expect(await rowText('Second pass')).toContain('pass 2');
  expect(await rowText('Cancelled one')).toContain(workspace.status.cancelled);
  // Buttons that belong together stand beside each other.
  const lines = (groups: Element[]) =>
    groups.map(
      (group) => new Set([...group.querySelectorAll('.button')].map((each) => each.getBoundingClientRect().y)).size,
    );
  expect(await page.locator('.workspace-tools, .row-links').evaluateAll(lines)).toEqual([1, 1, 1, 1, 1, 1]);
  const row2 = rows(page).filter({ hasText: 'Second pass' });
  await expect.poll(() => row2.locator('time').getAttribute('datetime')).toBe(second.expires_at);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await row2.getByRole('button', { name: workspace.list.link }).click();
  await row2.getByText(': copied').waitFor({ state: 'attached' });
  expect(await copied()).toBe(second.review_url);
  const guest = row2.getByRole('button', { name: workspace.list.guest });
  await intercept(page, '**/api/reviews/*', (route) => route.abort());
  await guest.click();
  await page.getByText(workspace.list.guestFailed).waitFor();
  await page.unroute('**/api/reviews/*');
  await guest.click();
  await expect.poll(copied).toBe(second.guest_share_url);
  await row2.getByRole('link', { name: workspace.list.openOf('Second pass') }).click();
  await page.waitForURL(second.review_url);
  expect(complaints).toEqual([]);
});

test('the earlier passes of a chain are behind a button, each with its details', async () => {
  const client = await service.newClient();
  const first = await rejectedReview(client, [{}], { title: 'Cart' });
  const second = await nextPass(client, first, { title: 'Cart' });
  const { page } = await enter(browser, service.url, client.token, { clock: true });
  await expect.poll(() => rows(page).count()).toBe(1);
  const button = page.getByRole('button', { name: workspace.list.earlierOf('Cart') });
  const earlier = page.locator('.earlier-pass');
  await button.click();
  await expect
    .poll(() => earlier.allInnerTexts())
    .toEqual([expect.stringContaining(workspace.status.changes_requested)]);
  await nextPass(client, second, { title: 'Cart, renamed' });
  await nextLook(page);
  await expect.poll(() => earlier.count()).toBe(2);
  await earlier.getByRole('button', { name: workspace.list.passNamed(1, 'Cart') }).click();
  await detail(page).getByText(workspace.list.pass(1)).waitFor();
  await page.getByRole('button', { name: workspace.list.earlierOf('Cart, renamed') }).click();
  await expect.poll(() => earlier.count()).toBe(0);
  await page.context().close();
});

/** Makes 25 reviews, the first of them with a webhook that was paused after five failures. */
async function makeMany() {
  const client = await service.newClient();
  receiver.answerWith(() => 500);
  const hooked = await review(client, { title: 'Hooked', webhook_url: `${receiver.url}/hook` });
  await sql(
    service,
    `INSERT INTO webhook_state (chain_id, url_hash, workspace_id, paused, failure_count)
     SELECT chain_id, webhook_url_hash, workspace_id, false, 4 FROM review WHERE id = $1`,
    [hooked.id],
  );
  await decide(hooked, 'approved');
  const tried = async () => (await client.call('list_deliveries', { id: hooked.id })).deliveries[0]?.attempts.length;
  await expect.poll(tried).toBe(1);
  const numbers = Array.from({ length: 24 }, (_, n) => n + 1);
  const made = await Promise.all(
    numbers.map((n) => review(client, { title: `Review ${n}`, reference: `shop#${n % 5}` })),
  );
  return { client, made };
}
let madeMany: ReturnType<typeof makeMany> | undefined;
function many(): ReturnType<typeof makeMany> {
  madeMany ??= makeMany();
  return madeMany;
}

test('more than twenty come page by page; the service searches and filters all of them, the export has all', async () => {
  const { client, made } = await many();
  const { page } = await enter(tab, service.url, client.token);
  const more = page.getByRole('button', { name: workspace.list.more });
  await expect.poll(() => rows(page).count()).toBe(20);
  await more.click();
  await expect.poll(() => rows(page).count()).toBe(25);
  const next = await rows(page).nth(20).getByRole('heading').textContent();
  await expect.poll(() => focused(page)).toBe(next);
  await expect.poll(() => more.count()).toBe(0);
  // A second press while it runs starts no second one.
  const held = Promise.withResolvers<void>();
  let started = 0;
  await intercept(page, /\/api\/workspace\/export$/, async (route) => {
    started += 1;
    await held.promise;
    await route.continue();
  });
  const downloading = page.waitForEvent('download');
  const button = page.getByRole('group', { name: workspace.head.menu }).getByRole('button').first();
  await button.click();
  await page.getByRole('button', { name: workspace.head.exporting(0) }).press('Enter');
  held.resolve();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sightline-.+\.json$/);
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect([file.workspace_id, file.reviews.length, file.baselines]).toEqual([client.workspaceId, 25, []]);
  await page.getByText(workspace.head.exported(25, 0)).waitFor();
  expect(started).toBe(1);

  await client.call('cancel_review', { id: made[0]?.id ?? '' });
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(20);
  const search = page.getByLabel(workspace.list.search, { exact: true });
  const state = page.getByLabel(workspace.list.state, { exact: true });
  await search.pressSequentially('Review 24 ');
  await expect.poll(() => rows(page).count()).toBe(1);
  await search.pressSequentially('shop');
  await expect.poll(() => search.inputValue()).toBe('Review 24 shop');
  await search.fill('shop#1');
  await expect.poll(() => rows(page).count()).toBe(5);
  await state.selectOption({ label: workspace.list.states.cancelled });
  await expect.poll(() => rows(page).getByRole('heading').allInnerTexts()).toEqual(['Review 1']);
  await search.fill('no such thing');
  await page.getByText(workspace.list.none).waitFor();
  await page.getByRole('button', { name: workspace.list.clear }).click();
  await expect.poll(() => rows(page).count()).toBe(20);
  expect([await search.inputValue(), await state.inputValue()]).toEqual(['', 'all']);
  await expect.poll(() => isFocused(search)).toBe(true);
  await page.getByRole('link', { name: workspace.list.create }).click();
  await page.getByRole('button', { name: home.open, exact: true }).waitFor();
});

test('a paused webhook is shown, resumed and redelivered, and the log shows every attempt', async () => {
  const { client } = await many();
  const { page, complaints } = await enter(tab, service.url, client.token);
  await page.getByText(workspace.paused.some(1)).waitFor();
  const show = page.getByRole('button', { name: workspace.paused.show });
  await expect.poll(() => rows(page).count()).toBe(20);
  expect(await row(page, 'Hooked').count()).toBe(0);
  await show.click();
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(() => focused(page)).toBe(workspace.list.title);
  await row(page, 'Hooked').click();
  await detail(page).getByText(workspace.webhook.paused).waitFor();
  await expect.poll(() => focused(page)).toBe('Hooked');
  const newest = detail(page).locator('.delivery').first();
  await newest.getByText(workspace.webhook.status.held).waitFor();
  await newest.getByRole('cell', { name: '500' }).waitFor();
  expect(await page.content()).not.toContain(receiver.url);

  receiver.answerWith(() => 204);
  const sent = receiver.received.length;
  await page.getByRole('button', { name: workspace.webhook.resume }).click();
  await page.getByText(workspace.webhook.resumed).waitFor();
  await expect.poll(() => focused(page)).toBe(workspace.webhook.title);
  await newest.getByText(workspace.webhook.status.delivered, { exact: true }).waitFor();
  await expect.poll(async () => receiver.received.length).toBe(sent + 1);
  await page.getByText(workspace.paused.some(1)).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: workspace.webhook.again }).click();
  await page.getByText(workspace.webhook.sent).waitFor();
  await expect.poll(async () => receiver.received.length).toBe(sent + 2);
  await expect.poll(() => newest.locator('tbody tr').count()).toBe(3);
  expect(complaints).toEqual([]);
});

/** Presses a key until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}

test('withdrawing and deleting ask first, also by keyboard alone, and the focus stays on the page', async () => {
  const client = await service.newClient();
  const [one, two] = [await review(client, { title: 'One' }), await review(client, { title: 'Two' })];
  const { page } = await visit(tab, `${service.url}/workspace`);
  await tabTo(page, tokenField(page));
  await page.keyboard.type(client.token);
  await page.keyboard.press('Enter');
  await openDetail(page, 'One');
  await page.getByRole('button', { name: workspace.end.cancel, exact: true }).click();
  await dialogOf(page).getByText(workspace.end.cancelLead).waitFor();
  await dialogOf(page).getByRole('button', { name: workspace.end.keep }).click();
  await expect.poll(() => focused(page)).toBe(workspace.end.cancel);
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe(workspace.end.cancel);
  expect((await client.call('get_review', { id: one.id })).status).toBe('open');
  await page.getByRole('button', { name: workspace.end.cancel, exact: true }).click();
  await dialogOf(page).getByRole('button', { name: workspace.end.cancelConfirm }).click();
  await page.getByText(workspace.end.cancelled).waitFor();
  await expect.poll(() => focused(page)).toBe('One');
  expect((await client.call('get_review', { id: one.id })).status).toBe('cancelled');

  await tabTo(page, row(page, 'Two'));
  await page.keyboard.press('Enter');
  // The row has the same text, and keeps the focus until the detail is drawn.
  await expect.poll(() => isFocused(detail(page).getByRole('heading', { name: 'Two' }))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(row(page, 'Two'))).toBe(true);
  await page.keyboard.press('Enter');
  await detail(page).getByRole('heading', { name: workspace.webhook.title }).waitFor();
  await tabTo(page, page.getByRole('button', { name: workspace.end.remove, exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialogOf(page).getByRole('button', { name: workspace.end.removeConfirm }));
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText(workspace.end.removeMissing('delete')).waitFor();
  expect((await client.call('get_review', { id: two.id })).status).toBe('open');
  await tabTo(page, dialogOf(page).getByRole('textbox'));
  await page.keyboard.type('Delete');
  await page.keyboard.press('Enter');
  await page.getByText(workspace.end.removed).waitFor();
  await expect.poll(() => focused(page)).toBe(workspace.list.title);
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect(client.call('get_review', { id: two.id })).rejects.toMatchObject({ status: 404 });
});

test('a rotated token is shown once and used from then on, all by keyboard', async () => {
  const client = await service.newClient();
  await review(client, { title: 'Stays' });
  const { page } = await enter(tab, service.url, client.token);
  await tabTo(page, page.getByRole('button', { name: workspace.head.rotate }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialogOf(page).getByRole('button', { name: workspace.rotate.confirm }));
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText(workspace.rotate.done).waitFor();
  const fresh = await dialogOf(page).getByRole('textbox', { name: workspace.rotate.token }).inputValue();
  expect(fresh).not.toBe(client.token);
  await dialogOf(page)
    .getByRole('button', { name: `Copy: ${workspace.rotate.token}` })
    .click();
  await dialogOf(page).getByText(': copied').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fresh);
  await tabTo(page, dialogOf(page).getByRole('button', { name: workspace.rotate.close }));
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(workspace.head.rotate);
  expect(await page.content()).not.toContain(fresh);
  await row(page, 'Stays').waitFor();
  const { plan } = await createClient({ baseUrl: service.url, bearer: fresh }).call('get_billing', {});
  expect(plan).toBe('free');
  expect(service.logged()).not.toContain(fresh);
  await tabTo(page, page.getByRole('button', { name: workspace.head.forget }));
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(workspace.enter.title);
});

test('a token that expires while the page is open is reported; the page uses the device’s or asks for a new one', async () => {
  const client = await service.newClient();
  await review(client);
  const { page } = await enter(browser, service.url, client.token, { clock: true });
  await sql(service, `UPDATE access_token SET expires_at = now() - interval '1 minute' WHERE workspace_id = $1`, [
    client.workspaceId,
  ]);
  const other = await service.newClient();
  await review(other, { title: 'Of the device' });
  const device = await page.context().newPage();
  await device.goto(`${service.url}/workspace`);
  await tokenField(device).fill(other.token);
  await device.getByRole('checkbox').check();
  await enterButton(device).click();
  await row(device, 'Of the device').waitFor();
  await device.close();
  await nextLook(page);
  await page.getByText(workspace.other).waitFor();
  await row(page, 'Of the device').waitFor();
  await sql(service, `UPDATE access_token SET expires_at = now() - interval '1 minute' WHERE workspace_id = $1`, [
    other.workspaceId,
  ]);
  await nextLook(page);
  await page.getByText(workspace.enter.ended).waitFor();
  await expect.poll(() => focused(page)).toBe(workspace.enter.title);
  await page.context().close();
});

test('the page follows the service: new reviews, credits, decisions, and being offline', async () => {
  const client = await service.newClient();
  const { page } = await enter(browser, service.url, client.token, { clock: true });
  await page.getByText(workspace.list.empty).waitFor();
  const made = await review(client, { title: 'Comes by itself' });
  await nextLook(page);
  await row(page, 'Comes by itself').waitFor();
  await page.getByText(workspace.credits.left(199, 200)).waitFor();
  const { credits } = await client.call('get_billing', {});
  await expect.poll(() => page.locator('.credits time').getAttribute('datetime')).toBe(credits.refills_at);
  await page.getByText(workspace.credits.costs(1, 2, 2, 1)).waitFor();
  await sql(service, 'UPDATE credit_month SET spent = 200 WHERE workspace_id = $1', [client.workspaceId]);
  await nextLook(page);
  await page.getByText(workspace.credits.none).waitFor();

  await page.context().setOffline(true);
  await nextLook(page);
  await page.getByText(workspace.offline).waitFor();
  await reviewerOf(made).call('place_mark', mark());
  await decide(made, 'changes_requested');
  await page.context().setOffline(false);
  await rows(page).getByText(workspace.status.changes_requested).waitFor();
  await page.getByText(workspace.offline).waitFor({ state: 'detached' });
  await page.context().close();
});

test('on a phone the chosen review is shown alone, and the browser’s back button returns', async () => {
  const client = await service.newClient();
  await review(client, { title: 'On a phone' });
  const { page } = await enter(browser, service.url, client.token, { phone: true });
  await openDetail(page, 'On a phone');
  await expect.poll(() => rows(page).first().isVisible()).toBe(false);
  await page.goBack();
  await rows(page).first().waitFor();
  await openDetail(page, 'On a phone');
  await page.getByRole('button', { name: workspace.detail.back }).click();
  await rows(page).first().waitFor();
  await expect.poll(() => isFocused(row(page, 'On a phone'))).toBe(true);
  expect(await smallTargets(page)).toEqual([]);
  await page.context().close();
});
