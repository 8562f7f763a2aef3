import { describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { launchBrowser, oneTab } from './support/browser.ts';
import { another, bodiesOf, kept, marksOf, newReview, open, secondPass, takenBy } from './support/nothing-lost.ts';
import { marker, save, toastAtLast, toastWith, words, write } from './support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

describe('offline', () => {
  test('new marks, edits and verifications wait on the device and arrive once each', async () => {
    const { client, id, url } = await secondPass(service);
    const { page } = await open(browser, url);
    const taken = takenBy(page.context());
    await page.clock.install();
    await page.context().setOffline(true);

    await write(page, { x: 200, y: 160 }, 'Placed on a train');
    await page.keyboard.press('Control+Enter');
    await toastWith(page, 'Saved on this device — sent once the service answers.').first().waitFor();
    await page.getByRole('button', { name: /^Saved on this device, .*: Placed on a train$/ }).waitFor();

    await page.getByRole('button', { name: 'Show mark 2' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Much too small');
    await page.keyboard.press('Control+Enter');
    await toastAtLast(page, '2 changes not sent yet.');

    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).click();
    // The area did not change.
    await page.getByRole('button', { name: 'Mark as fixed' }).click();
    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).waitFor({ state: 'detached' });
    await toastWith(page, /^Mark 1 verified/).waitFor();
    await toastAtLast(page, '3 changes not sent yet.');
    expect(taken).toEqual([]);

    await page.context().setOffline(false);
    await toastWith(page, 'Your 3 saved changes were sent.').waitFor();
    await marker(page, 3).waitFor();
    expect(taken.sort()).toEqual(['PATCH marks/2', 'POST marks', 'POST marks/1/verify']);
    expect((await marksOf(client, id)).map(({ body, status }) => [body, status])).toEqual([
      ['Too pale', 'verified'],
      ['Much too small', 'open'],
      ['Placed on a train', 'open'],
    ]);
    expect(await kept(page)).toBe(0);
    expect(await page.locator('.note').count()).toBe(0);
    console.log('3 changes made offline: each arrived once, 0 left on the device');
    await page.context().close();
  });

  test('a decision is never sent automatically later: the form stays and says so', async () => {
    const { client, id, url } = await newReview(service);
    const { page } = await open(tab, url);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Lovely');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Nothing was decided: .* Your note is saved/)
      .waitFor();
    await page.context().setOffline(false);
    const read = page.waitForResponse((response) => response.url().endsWith('/review') && response.ok());
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await read;
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Lovely');
    expect(await client.call('get_review', { id })).toMatchObject({ status: 'open', decision: null });
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page.getByText('Approved', { exact: false }).first().waitFor();
    await expect.poll(async () => (await client.call('get_review', { id })).status).toBe('approved');
  });
});

describe('unsent text', () => {
  test('survives a crash of the page, including the last key', async () => {
    const { url } = await newReview(service);
    const { page } = await open(browser, url);
    const context = page.context();
    await write(page, { x: 200, y: 160 }, 'Half a sentence, then it cra');
    await expect.poll(() => words(page).inputValue()).toBe('Half a sentence, then it cra');
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    const again = await another(context, url);
    await again.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => words(again).inputValue()).toBe('Half a sentence, then it cra');
    await context.close();
  });

  test('in two tabs stays separate, and the second to save sees the first one’s text beside its own', async () => {
    const { client, id, url } = await newReview(service, ['Too pale']);
    const { page: one } = await open(browser, url);
    const two = await another(one.context(), url);
    for (const [tab, text] of [
      [one, 'Words of one'],
      [two, 'Words of two'],
    ] as const) {
      await tab.bringToFront();
      await tab.getByRole('button', { name: 'Show mark 1' }).click();
      await tab.keyboard.press('w');
      await words(tab).fill(text);
    }
    await expect.poll(() => words(one).inputValue()).toBe('Words of one');
    // A tab notices a little later what the other has stored.
    await expect.poll(() => kept(one)).toBe(2);
    await one.bringToFront();
    await save(one).click();
    await words(one).waitFor({ state: 'detached' });
    await two.bringToFront();
    await two.getByRole('alert').getByText('Somebody changed this mark meanwhile: “Words of one”').waitFor();
    await save(two).click();
    expect(await bodiesOf(client, id)).toEqual(['Words of one']);
    await expect.poll(() => words(two).inputValue()).toBe('Words of two');
    await two.getByRole('button', { name: 'Keep mine' }).click();
    await words(two).waitFor({ state: 'detached' });
    await expect.poll(() => bodiesOf(client, id)).toEqual(['Words of two']);

    await two.getByRole('button', { name: 'Show mark 1' }).click();
    await two.keyboard.press('w');
    await words(two).fill('Mine again');
    await service.byLink(url).call('edit_mark', { mark_id: 1, body: 'Theirs' });
    await two.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => words(two).inputValue()).toBe('Theirs');
    await one.context().close();
  });
});

describe('undo', () => {
  test('reverts placing, editing, withdrawing, verifying and reopening, by button and by Ctrl Z', async () => {
    const { client, id, url } = await secondPass(service);
    const { page } = await open(tab, url);
    const states = async () =>
      (await marksOf(client, id)).map(({ id: number, body, status }) => `${number} ${body} ${status}`);
    const before = await states();
    const undo = (text: string | RegExp) =>
      page.locator('.toast').filter({ hasText: text }).getByRole('button', { name: 'Undo' });
    /** Hovers over a toast, which then stays however long the service takes. */
    const hold = (text: string) => undo(text).hover();
    let undone = 0;
    const back = async (to: string[]) => {
      await expect.poll(states).toEqual(to);
      undone += 1;
    };

    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).click();
    // The area did not change.
    await page.getByRole('button', { name: 'Mark as fixed' }).click();
    await hold('Mark 1 verified.');
    await expect.poll(states).toEqual(['1 Too pale verified', '2 Too small open']);
    await undo('Mark 1 verified.').click();
    await back(before);

    await page.getByRole('button', { name: 'Not fixed yet: mark 1' }).click();
    await page.getByRole('button', { name: 'Report as not fixed' }).click();
    await hold('Mark 1 was sent back to be fixed.');
    await expect.poll(states).toEqual(['1 Too pale reopened', '2 Too small open']);
    await undo('Mark 1 was sent back to be fixed.').click();
    await back(before);

    await page.getByRole('button', { name: 'Show mark 2' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Tiny');
    await page.keyboard.press('Control+Enter');
    await hold('Mark 2 changed.');
    await expect.poll(states).toEqual(['1 Too pale resolved', '2 Tiny open']);
    await page.keyboard.press('Control+z');
    await back(before);

    await page.getByRole('button', { name: 'Show mark 2' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await hold('Mark 2 deleted.');
    await expect.poll(states).toEqual(['1 Too pale resolved', '2 Too small withdrawn']);
    await page.keyboard.press('Control+z');
    await back(before);

    await write(page, { x: 200, y: 160 }, 'One more');
    // Inside a text field the same keys only undo typing.
    await page.keyboard.press('Control+z');
    await words(page).fill('One more');
    await page.keyboard.press('Control+Enter');
    await hold('Mark 3 saved.');
    await expect.poll(states).toEqual([...before, '3 One more open']);
    await undo('Mark 3 saved.').click();
    await back([...before, '3 One more withdrawn']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-scroller'))).toBe(true);
    console.log(`${undone} kinds of changes undone`);
  });
});
