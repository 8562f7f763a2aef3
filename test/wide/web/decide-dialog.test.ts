import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { approve, confirm, dialog, note, passesToDecide, read } from '../../web/support/decide.ts';
import { twoPasses } from '../../web/support/passes.ts';
import { hasParts, words, write } from '../../web/support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('on a phone a double tap on the bar does not press what appears under it', async () => {
  const made = await passesToDecide(service);
  const { page, complaints } = await openPage(browser, made.second.review_url, true);
  const box = await approve(page).boundingBox();
  if (box === null) throw new Error('no button');
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await Promise.all([page.touchscreen.tap(...at), page.touchscreen.tap(...at)]);
  await dialog(page).waitFor();
  expect((await read(made)).status).toBe('open');
  await note(page).fill('Good');
  // A tap too soon after the dialog opens is ignored, and can be repeated until the dialog is gone.
  const approved = page.getByText('Approved.');
  await expect
    .poll(async () => {
      await Promise.race([confirm(page).tap(), approved.waitFor()]);
      return approved.count();
    })
    .toBe(1);
  expect((await read(made)).status).toBe('approved');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('D opens the likely decision, and a draft is saved or discarded there', async () => {
  const { client, second } = await twoPasses(service);
  const { page } = await openPage(browser, second.review_url);
  await page.getByRole('img', { name: 'Desktop, pass 2' }).first().waitFor();
  await hasParts(page);
  for (const [at, text] of ['Keep me', 'Save me', 'Drop me'].entries()) {
    await write(page, { x: 600, y: 150 + at * 150 }, text);
    await page.keyboard.press('Escape');
    await words(page).waitFor({ state: 'detached' });
  }
  await page.keyboard.press('d');
  await dialog(page)
    .getByRole('heading', { name: /^Approve/ })
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Request changes instead' }).click();
  await dialog(page)
    .getByRole('heading', { name: /^Request changes/ })
    .waitFor();
  await dialog(page)
    .getByText(/^3 drafts of yours are not part of this decision/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Save as mark: Save me' }).click();
  await dialog(page).getByText('1 mark will be sent to be fixed.').waitFor();
  await dialog(page).getByRole('button', { name: 'Discard: Drop me' }).click();
  await dialog(page)
    .getByText(/^1 draft of yours is not part of this decision/)
    .waitFor();
  await expect
    .poll(async () => (await client.call('get_review', { id: second.id })).marks.at(-1)?.body)
    .toBe('Save me');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue editing' }).waitFor();
  await page.context().close();
});

test('when somebody else made the same decision there is nothing left to send', async () => {
  const made = await passesToDecide(service);
  const { page } = await openPage(browser, made.second.review_url);
  await approve(page).click();
  await note(page).focus();
  await service.byLink(made.second.review_url).call('decide', { outcome: 'approved', name: 'Bo', after_decision: 0 });
  await dialog(page).getByText('This is already the decision').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('modal-title');
  expect(await confirm(page).count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Approved by Bo.').waitFor();
  await page.context().close();
});
