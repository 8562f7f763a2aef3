import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { mobileImage } from '../../web/support/guests.ts';
import { atWork, openCounted, pointed, reviewOfTwoShots } from '../../web/support/live-page.ts';
import { marker, stage, toastWith, write } from '../../web/support/review-page.ts';

// Two services over one database and folder. The page is connected to one, and changes go through the other.
const [there, browser] = await Promise.all([startService(), launchBrowser()]);
const here = await startService({ DATABASE_URL: there.databaseUrl, DATA_DIR: there.dataDir, ROLE: 'web' });
const client = await there.newClient();
const pathOf = (url: string) => new URL(url).pathname;

describe('changes that arrive through another replica', () => {
  test('marks reported fixed, another’s decision and change of mind', async () => {
    const review = await reviewOfTwoShots(client);
    const other = there.byLink(review.review_url);
    await other.call('place_mark', pointed('Too pale'));
    await other.call('place_mark', pointed('Too small', { y: 0.5 }));
    const { page, loads } = await openCounted(browser, here.url + pathOf(review.review_url));
    await stage(page).evaluate((element) => element.scrollTo({ top: 500, behavior: 'instant' }));
    const before = await atWork(page);
    await other.call('decide', { outcome: 'changes_requested', name: 'Bo', after_decision: 0 });
    await toastWith(page, 'Bo has decided.').waitFor();
    await page.getByRole('region', { name: 'Decision' }).getByText('Bo requested changes.').waitFor();
    await client.call('resolve_marks', { id: review.id, marks: [{ id: 1, status: 'in_progress' }] });
    await toastWith(page, 'Mark 1 is in progress.').waitFor();
    const resolved = [1, 2].map((id) => ({ id, status: 'resolved' as const }));
    await client.call('resolve_marks', { id: review.id, marks: resolved });
    await toastWith(page, 'Marks 1 and 2 were reported fixed.').waitFor();
    await page.getByRole('button', { name: 'Looks fixed: mark 2' }).waitFor();
    await other.call('decide', { outcome: 'approved', name: 'Bo', after_decision: 1 });
    await page.getByRole('region', { name: 'Decision' }).getByText('Approved by Bo.').waitFor();
    expect(await atWork(page)).toEqual(before);
    expect(loads()).toBe(0);
    await page.context().close();
  });
});

describe('a newer pass while somebody is marking', () => {
  test('two tabs that open it make one copy of each draft; a missing screenshot is named', async () => {
    const review = await reviewOfTwoShots(client);
    const { page } = await openCounted(browser, here.url + pathOf(review.review_url));
    await write(page, { x: 400, y: 200 }, 'Only once');
    await page.keyboard.press('Escape');
    const images = [{ image: await mobileImage(), label: 'Other' }];
    const next = await client.call('create_review', { title: 'Checkout page', parent_id: review.id, images });
    const address = here.url + pathOf(next.review_url);
    const second = await page.context().newPage();
    await Promise.all([page.goto(address), second.goto(address)]);
    for (const tab of [page, second]) await tab.getByRole('img', { name: 'Other' }).first().waitFor();
    const drafts = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.includes(':draft:'))
          .map(([key]) => key),
      );
    await expect.poll(drafts).toEqual([expect.stringContaining(next.id)]);
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await page.getByText('Written on “Desktop” of pass 1, which is not in this pass.').waitFor();
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    await second.getByRole('button', { name: /^Mark 1, / }).waitFor({ state: 'attached' });
    expect((await client.call('get_review', { id: next.id })).marks).toHaveLength(1);
    await expect.poll(drafts).toEqual([]);
    await page.context().close();
  });
});
