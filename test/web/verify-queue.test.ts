import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sql } from '../api/support/sql.ts';
import { mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { keepUndo, launchBrowser, oneTab, openPage } from './support/browser.ts';
import { blocks, type Passes, twoPasses } from './support/passes.ts';
import { drawn } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const fixed = (page: Page, id: number) => page.getByRole('button', { name: `Looks fixed: mark ${id}` });
const reason = (page: Page) => page.getByRole('textbox', { name: 'What is still wrong?' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const statuses = async ({ client, second }: Passes) =>
  (await client.call('get_review', { id: second.id })).marks.map(({ status }) => status);

test('each mark shows before, after, the difference of its region, and the fixing agent’s note', async () => {
  const passes = await twoPasses(service);
  const address = 'https://ci.example.com/fix.png';
  await sql(service, `UPDATE mark SET after_image = '${address}' WHERE body IN ('Too crowded', 'Too low')`);
  await sql(service, `UPDATE mark SET after_image_problem = 'It answered 404.' WHERE body = 'Too low'`);
  const { page, complaints } = await tab(passes.second.review_url);
  await page.getByRole('img', { name: 'Mark 1 before, pass 1' }).waitFor();
  const rows = page.locator('.verify-row');
  await rows.nth(1).getByText('Fetching the image of the fix…').waitFor();
  await rows.nth(2).getByText('Image of the fix: It answered 404.').waitFor();
  expect(await rows.getByRole('link', { name: 'Open the original' }).getAttribute('href')).toBe(address);
  await page.getByRole('img', { name: 'Mark 1 after, pass 2' }).waitFor();
  await page.getByText('Fixed 1').waitFor();
  const difference = page.getByRole('img', { name: 'What changed at mark 1' });
  expect(await difference.getAttribute('src')).toBe(
    new URL((await passes.client.call('get_review', { id: passes.second.id })).screenshots[0]?.change?.diff_url ?? '')
      .pathname,
  );
  // Where nothing changed, a sentence replaces the difference.
  expect(await page.getByRole('img', { name: 'What changed at mark 2' }).count()).toBe(0);
  await expect.poll(() => page.getByText('This area did not change.').count()).toBe(1);
  await page.getByRole('button', { name: 'Diff: Show mark 1' }).click();
  await expect.poll(() => page.locator('main').getAttribute('data-mode')).toBe('diff');
  await page.getByRole('button', { name: 'Side by side: Show mark 1' }).click();
  await expect.poll(() => page.locator('main').getAttribute('data-mode')).toBe('side');
  expect(complaints).toEqual([]);
});

test('a mark whose element is removed or uncertain says so, and how certain its place is', async () => {
  const client = await service.newClient();
  const shot = async (...names: string[]) => ({
    label: 'Desktop',
    image: await blocks(['#a9b8ae', '#a9b8ae', names.length > 3 ? '#a9b8ae' : '#18723f']),
    elements: names.map((text, at) => ({
      tag: text === 'Buy' ? 'button' : 'a',
      text,
      outer_html: `<b>${text}</b>`,
      selectors: [{ selector: `main > :nth-child(${at + 1})`, matches: 1 }],
      box: { x: 80, y: 200 + at * 450, width: 400, height: 120 },
    })),
  });
  const first = await client.call('create_review', {
    title: 'Shop',
    images: [await shot('Buy', 'More', 'More', 'More', 'Terms')],
  });
  const link = service.byLink(first.review_url);
  for (const at of [0, 2]) {
    const place = { x: 80 / 720, y: (200 + at * 450) / 2400, width: 400 / 720, height: 120 / 2400 };
    await link.call('place_mark', mark(place));
  }
  await link.call('decide', { outcome: 'changes_requested', name: 'Ada', after_decision: 0 });
  const marks = [1, 2].map((id) => ({ id, status: 'resolved' as const }));
  await client.call('resolve_marks', { id: first.id, marks });
  const images = [await shot('More', 'More', 'Terms')];
  const second = await client.call('create_review', { title: 'Shop', parent_id: first.id, images });
  const { page } = await tab(second.review_url);
  const rows = page.locator('.verify-row');
  await expect
    .poll(() => rows.locator('[data-position]').allTextContents())
    .toEqual([
      expect.stringContaining('Element removed What was marked is no longer on this screenshot'),
      expect.stringContaining(
        'Position uncertain What was marked was not found again for certain. Its place here is an',
      ),
    ]);
  // Neither is said to have changed or not, because that is unknown.
  expect(await page.getByText(/^This area/).count()).toBe(0);
});

test('V verifies and selects the next mark with the count left, R asks why, and both can be undone', async () => {
  const passes = await twoPasses(service);
  const { page } = await tab(passes.second.review_url);
  await fixed(page, 1).waitFor();
  await page.keyboard.press('v');
  await page.getByText('Mark 1 verified. 2 left to verify.').waitFor();
  const chosen = page.locator('.verify-row[data-selected="true"]');
  await expect.poll(() => chosen.textContent()).toContain('Too crowded');

  await page.keyboard.press('r');
  await reason(page).waitFor();
  await expect.poll(() => reason(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Still crowded');
  await page.keyboard.press('Escape');
  await reason(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Not fixed yet: mark 2');
  await page.keyboard.press('r');
  await expect.poll(() => reason(page).inputValue()).toBe('Still crowded');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Mark 2 was sent back to be fixed. 1 left to verify.').waitFor();
  await page.getByText('Not fixed because: Still crowded').waitFor();
  await expect.poll(() => chosen.textContent()).toContain('Too low');

  await page.keyboard.press('v');
  await page.getByText('Mark 3 verified. Nothing left to verify.').waitFor();
  await keepUndo(page);
  await expect.poll(() => statuses(passes)).toEqual(['verified', 'reopened', 'verified']);
  await page.keyboard.press('Control+z');
  await fixed(page, 3).waitFor();
  await expect.poll(() => statuses(passes)).toEqual(['verified', 'reopened', 'resolved']);
});

test('a verified mark can be viewed again, and restored', async () => {
  const passes = await twoPasses(service, { marks: 1 });
  const { page } = await tab(passes.second.review_url);
  await fixed(page, 1).click();
  const verified = page.locator('details', { hasText: 'Verified' }).last();
  await verified.locator('summary').click();
  await verified.getByRole('button', { name: 'Show mark 1' }).click();
  await verified.getByRole('img', { name: 'Mark 1 before, pass 1' }).waitFor();
  await verified.getByRole('button', { name: 'Restore' }).click();
  await fixed(page, 1).waitFor();
  await expect.poll(() => statuses(passes)).toEqual(['resolved']);
});

test('a mark that did not change is asked about once more, once', async () => {
  const passes = await twoPasses(service);
  const { page } = await tab(passes.second.review_url);
  const doubt = page.getByText('This area looks the same as in pass 1. Mark as fixed anyway?');
  await fixed(page, 2).click();
  await doubt.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Mark as fixed');
  await page.keyboard.press('Escape');
  await doubt.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Looks fixed: mark 2');
  await page.keyboard.press('v');
  await page.getByText('Mark 2 verified. 2 left to verify.').waitFor();
  await page.keyboard.press('Control+z');
  await fixed(page, 2).waitFor();

  await page.reload();
  await fixed(page, 2).click();
  await doubt.waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Mark 2 verified. 2 left to verify.').waitFor();
  await expect.poll(() => statuses(passes)).toEqual(['resolved', 'verified', 'resolved']);
});

test('an approval ends the undo of what was verified before it', async () => {
  const passes = await twoPasses(service, { marks: 1 });
  const { page } = await openPage(browser, passes.second.review_url);
  await fixed(page, 1).waitFor();
  await drawn(page);
  const counts = page.locator('.counts');
  await page.keyboard.press('j');
  await expect.poll(() => counts.innerText()).toBe('1 to verify');
  // The toast's time stands still.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('v');
  await page.getByText('Mark 1 verified. Nothing left to verify.').waitFor();
  expect(await counts.innerText()).toBe('No open marks');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Approve now' }).click();
  await page.getByText('Approved.').waitFor();
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.context().close();
});

describe('a reason that is being written', async () => {
  // Each test has marks of its own.
  const passes = await twoPasses(service, { marks: 6 });
  const statusOf = async (id: number) => (await statuses(passes))[id - 1];

  test('gives no verdict when typed on after another reviewer’s verdict has closed the form', async () => {
    const { page } = await tab(passes.second.review_url);
    await page.getByRole('button', { name: 'Not fixed yet: mark 1' }).click();
    await reason(page).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await page.keyboard.type('S');
    await page.keyboard.press('Backspace');
    await service.byLink(passes.second.review_url).call('reopen_mark', { mark_id: 1 });
    await reason(page).waitFor({ state: 'detached' });
    await page.keyboard.type('Still very red');
    await page.keyboard.press('Control+Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await reason(page).count()).toBe(0);
    expect(sent).toEqual([]);
    expect(await statusOf(1)).toBe('reopened');
    // A press ends it.
    await page.getByRole('button', { name: /^Show mark 3:/ }).click();
    await page.keyboard.press('v');
    await expect.poll(() => statusOf(3)).toBe('verified');
    expect(await statusOf(1)).toBe('reopened');
  });

  test('stays open when another reviewer verifies the mark', async () => {
    const { page, complaints } = await tab(passes.second.review_url);
    await page.getByRole('button', { name: 'Not fixed yet: mark 4' }).click();
    await reason(page).fill('Still very');
    await service.byLink(passes.second.review_url).call('verify_mark', { mark_id: 4 });
    await page
      .getByRole('listitem')
      .filter({ has: reason(page) })
      .getByText('verified')
      .waitFor();
    await expect.poll(() => reason(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(' red');
    await page.getByRole('button', { name: 'Report as not fixed' }).click();
    await expect.poll(() => statusOf(4)).toBe('reopened');
    await page.getByText('Still very red').waitFor();
    expect(complaints).toEqual([]);
  });

  test('becomes a reply when another reviewer reopens the mark', async () => {
    const { page, complaints } = await tab(passes.second.review_url);
    await page.getByRole('button', { name: /^Filter marks: All marks/ }).click();
    await page
      .getByRole('group', { name: 'Filter marks' })
      .getByRole('button', { name: /^To verify/ })
      .click();
    await page.getByRole('button', { name: 'Not fixed yet: mark 6' }).click();
    await reason(page).fill('Much too');
    const other = service.byLink(passes.second.review_url);
    await other.call('reopen_mark', { mark_id: 6, reason: 'Too red' });
    const reply = page.getByRole('textbox', { name: 'Your reply' });
    await expect.poll(() => reply.inputValue()).toBe('Much too');
    await page.getByText('What you wrote is now a reply to it, not sent yet.').waitFor();
    await page.keyboard.type(' red');
    await page.keyboard.press('Control+Enter');
    await reply.waitFor({ state: 'detached' });
    const now = (await other.call('read_review', {})).review.marks.find(({ id }) => id === 6);
    expect(now).toMatchObject({ status: 'reopened', reopen_reason: 'Too red', replies: [{ body: 'Much too red' }] });
    expect(complaints).toEqual([]);
  });
});
