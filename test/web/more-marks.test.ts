import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { intercept, keepUndo, launchBrowser, oneTab } from './support/browser.ts';
import { dialog, outcome, reviewToDecide } from './support/decide.ts';
import { words } from './support/review-page.ts';
import { frameOf } from './support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const update = (page: Page) => page.getByRole('button', { name: 'Update request', exact: true });
const row = (page: Page, body: string) => page.locator('.mark-row').filter({ hasText: body });

async function leaveMark(page: Page, body: string): Promise<void> {
  const frame = await frameOf(page);
  await page.mouse.click(frame.x + 300, frame.y + 300);
  await words(page).fill(body);
  await page.keyboard.press('Control+Enter');
  await row(page, body).waitFor();
}

/** Opens the page of a review on which changes were requested, with three marks. */
async function openDecided(more: { note?: string; name?: string } = {}) {
  const made = await reviewToDecide(service);
  await made.link.call('decide', { outcome: 'changes_requested', after_decision: 0, ...more });
  const opened = await tab(made.review.review_url);
  await opened.page.getByText('You can add marks until the next pass').waitFor();
  const read = () => made.client.call('get_review', { id: made.review.id });
  return { ...made, ...opened, read };
}

test('marks that are added, deleted and restored after a decision are sent with one press', async () => {
  const { page, complaints, read } = await openDecided();
  await leaveMark(page, 'Too small');
  await expect.poll(() => outcome(page).textContent()).toContain('1 change is not sent yet.');
  await row(page, 'Too small').getByText('Not sent.').waitFor();
  await row(page, 'Two').locator('.row-main').click();
  await row(page, 'Two').getByRole('button', { name: 'Delete' }).click();
  await keepUndo(page);
  await expect.poll(() => outcome(page).textContent()).toContain('2 changes are not sent yet.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outcome(page).textContent()).toContain('1 change is not sent yet.');
  expect((await read()).marks).toHaveLength(3);

  // Leaving loses nothing.
  await page.reload();
  await row(page, 'Too small').getByText('Not sent.').waitFor();
  await update(page).click();
  await page.getByText('Request updated.').waitFor();
  await expect.poll(() => outcome(page).textContent()).toContain('4 marks were sent to be fixed.');
  expect(await read()).toMatchObject({ decision: { number: 2 }, outstanding_marks: 4 });
  expect(complaints).toEqual([]);
});

test('by key, the dialog says what is sent, and keeps the note and the name', async () => {
  const { page, read } = await openDecided({ note: 'Nearly', name: 'Mara' });
  await page.getByText('Mara requested changes.').waitFor();
  await leaveMark(page, 'Too small');
  await update(page).waitFor();
  await page.keyboard.press('d');
  await dialog(page).getByRole('heading', { name: 'Update your request for changes' }).waitFor();
  await dialog(page).getByText('4 marks will be sent to be fixed.').waitFor();
  expect(await dialog(page).getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Nearly');
  await page.keyboard.press('Control+Enter');
  await dialog(page).waitFor({ state: 'detached' });
  expect((await read()).decision).toMatchObject({ number: 2, note: 'Nearly', decided_by: 'Mara' });
});

test('a draft, or a request without any mark, is not sent before the dialog has asked', async () => {
  const { page, read } = await openDecided();
  const frame = await frameOf(page);
  await row(page, 'One').locator('.row-main').click();
  await row(page, 'One').getByRole('button', { name: 'Delete' }).click();
  await update(page).waitFor();
  await page.mouse.click(frame.x + 300, frame.y + 300);
  await words(page).fill('Half a thought');
  await page.keyboard.press('Escape');
  await update(page).click();
  await dialog(page).getByText('1 draft of yours is not part of this decision').waitFor();
  await dialog(page).getByRole('button', { name: 'Discard: Half a thought' }).click();
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  for (const body of ['Two', 'Three']) {
    await row(page, body).locator('.row-main').click();
    await row(page, body).getByRole('button', { name: 'Delete' }).click();
    await page.getByText(body === 'Two' ? '2 changes are' : '3 changes are').waitFor();
  }
  await update(page).click();
  await dialog(page).getByText('required, as there are no open marks').waitFor();
  expect((await read()).decision?.number).toBe(1);
});

test('a mark that was reported as fixed meanwhile says what sending its change does', async () => {
  const { page, client, review } = await openDecided();
  for (const body of ['One', 'Two']) {
    await row(page, body).locator('.row-main').click();
    if (body === 'Two') await row(page, body).getByRole('button', { name: 'Delete' }).click();
    else {
      await row(page, body).getByRole('button', { name: 'Edit' }).click();
      await words(page).fill('One more time');
      await page.keyboard.press('Control+Enter');
      await page.getByText('1 change is not sent yet.').waitFor();
      await words(page).waitFor({ state: 'detached' });
    }
  }
  await page.getByText('2 changes are not sent yet.').waitFor();
  const marks = [1, 2].map((id) => ({ id, status: 'resolved' as const }));
  await client.call('resolve_marks', { id: review.id, marks });
  await page.getByText('sending the change asks for it again').waitFor();
  await page.getByText('deleting the mark does not undo the fix').waitFor();
});

test('a request that another person changed meanwhile is not sent', async () => {
  const { page, link, read } = await openDecided();
  await leaveMark(page, 'Too small');
  await intercept(page, '**/decision', async (route) => {
    await link.call('decide', { outcome: 'approved', name: 'Ola', after_decision: 1 });
    await route.continue();
  });
  await update(page).click();
  await page.getByText('Approved by Ola. The review changed').waitFor();
  expect((await read()).decision?.number).toBe(2);
});
