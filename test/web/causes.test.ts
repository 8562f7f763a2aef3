import { expect, test } from 'vitest';
import { changedPages, pagesWith } from '../support/changed-pages.ts';
import { startService } from '../support/service.ts';
import { intercept, launchBrowser, oneTab, openPage } from './support/browser.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const section = 'details:has(> summary:has-text("Changes by cause"))';

test('changed screenshots take one action for each cause, and two for the decision', async () => {
  const review = await changedPages(await service.newClient(), 9, 3);
  const { page, complaints } = await tab(review.review_url);
  const causes = page.locator(section);
  await expect.poll(() => causes.getByRole('listitem').count()).toBe(3);
  await causes.getByText('3 screenshots').first().waitFor();
  for (const _ of Array.from({ length: 3 })) {
    await causes
      .getByRole('button', { name: /^Looks right/, pressed: false })
      .first()
      .click();
  }
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve now', exact: true }).click();
  await expect
    .poll(async () => (await service.byLink(review.review_url).call('read_review', {})).review.status)
    .toBe('approved');
  expect(complaints).toEqual([]);
});

test('a cause shows its places one after the other, says why each changed, and is marked with all of them', async () => {
  const client = await service.newClient();
  const review = await changedPages(client, 4, 2);
  const { page } = await tab(review.review_url);
  const first = page.locator(section).getByRole('listitem').first();
  const show = first.getByRole('button', { name: /^background-color/ });
  await show.click();
  await page.getByText('place 1 of 2').waitFor();
  await page
    .locator('.change-cause', { hasText: 'Why: background-color #4477aa → #aa4477 on button.kind-a' })
    .waitFor();
  await show.click();
  await page.getByText('place 2 of 2').waitFor();
  await first.getByRole('button', { name: /^Mark/ }).click();
  const text = page.getByRole('textbox', { name: 'What should change here?' });
  await text.pressSequentially('Keep it blue.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await client.call('get_review', { id: review.id })).marks.length).toBe(1);
  const { marks, work_packets: packets } = await client.call('get_review', { id: review.id });
  expect(marks[0]?.body).toBe('background-color #4477aa → #aa4477 on button.kind-a (2 screenshots): Keep it blue.');
  expect(packets.pins[0]?.causes).toEqual([
    {
      summary: 'background-color #4477aa → #aa4477 on button.kind-a',
      ...{ selector: 'button.kind-a', certainty: 'certain', since: 'pass', screenshots: 2 },
    },
  ]);
});

test('what looks right since the base needs no second look, although the rest is to be changed', async () => {
  const client = await service.newClient();
  const of = { repository: 'shop/web', name: 'visual', branch: 'main' };
  const commit = 'a'.repeat(40);
  await client.call('create_baseline', { ...of, commit, images: await pagesWith('#4477aa', 4, 2) });
  const request = async () => {
    const images = await pagesWith('#aa4477', 4, 2);
    const { id } = await client.call('create_review', {
      title: 'Colours',
      images,
      base: { ...of, commits: [{ commit }] },
    });
    const read = () => client.call('get_review', { id });
    await expect.poll(async () => (await read()).base?.compared).toBe(true);
    return read();
  };
  const review = await request();
  const { page, complaints } = await tab(review.review_url);
  const [right, wrong] = [
    page.locator(section).getByRole('listitem').first(),
    page.locator(section).getByRole('listitem').last(),
  ];
  const fine = (row: typeof right) => row.getByRole('button', { name: /^Looks right/ });
  await fine(right).click();
  await fine(wrong).click();
  await wrong.getByRole('button', { name: /^Mark/ }).click();
  await expect.poll(() => fine(wrong).getAttribute('aria-pressed')).toBe('false');
  await page.getByRole('textbox', { name: 'What should change here?' }).pressSequentially('Keep it blue.');
  // On a slow network the dialog opens before the mark is saved.
  const held = Promise.withResolvers<void>();
  await intercept(page, '**/marks', (route) => held.promise.then(() => route.continue()));
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  const decide = async (confirm: string, number: number) => {
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await expect.poll(async () => (await client.call('get_review', { id: review.id })).decision?.number).toBe(number);
  };
  await page.getByRole('button', { name: 'Request changes', exact: true }).click();
  await dialog.getByText('Nothing that looks right to you counts as approved by this request').waitFor();
  held.resolve();
  await dialog
    .getByText(
      'The changes of 2 screenshots since main at aaaaaaa look right to you: they count as approved in later passes and in other reviews.',
    )
    .waitFor();
  await decide('Request changes now', 1);
  const { id } = await request();
  const approvals = async () =>
    (await client.call('get_review', { id })).screenshots.map(
      ({ base_change }) => base_change?.approved_in?.review_id ?? null,
    );
  expect(await approvals()).toEqual([review.id, null, review.id, null]);

  await fine(right).click();
  await page.getByRole('button', { name: 'Update request', exact: true }).click();
  await dialog.getByText('Update your request for changes').waitFor();
  await decide('Update request now', 2);
  expect(await approvals()).toEqual([null, null, null, null]);
  expect(complaints).toEqual([]);
});

test('on a phone the list stays beside the change that it shows next', async () => {
  const review = await changedPages(await service.newClient(), 4, 2);
  const { page } = await openPage(browser, review.review_url, true);
  await page.getByRole('button', { name: /Show more of the list/ }).click();
  await page
    .getByRole('button', { name: /^Looks right/ })
    .first()
    .click();
  await page.getByText('place 1 of 2').waitFor();
  await page.getByRole('button', { name: /^Looks right/, pressed: false }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Looks right/, pressed: true }).count()).toBe(2);
  await page.context().close();
});
