import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { png } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { openBoxes } from './support/boxes.ts';
import { keepUndo, launchBrowser, oneTab } from './support/browser.ts';
import { marker, save, words, write } from './support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const tab = oneTab(browser);

const preview = (page: Page) => page.getByRole('img', { name: 'How this should look' });
const shown = (page: Page, id: number) => page.getByRole('img', { name: `How mark ${id} should look` });

/** Pastes or drops a file on the words of the composer. */
async function give(page: Page, how: 'paste' | 'drop', file: Buffer, type: string, text = ''): Promise<void> {
  const base64 = file.toString('base64');
  await words(page).evaluate(
    (field, { how, base64, type, text }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'image', { type }));
      if (text !== '') data.setData('text/plain', text);
      const given = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...given, clipboardData: data })
          : new DragEvent('drop', { ...given, dataTransfer: data }),
      );
    },
    { how, base64, type, text },
  );
}

test('a pasted image belongs to the mark, is shown with it, and can be removed and brought back', async () => {
  const { page, mark, complaints } = await openBoxes(service, tab);
  await write(page, { x: 300, y: 200 }, 'Like the button of the start page');
  // Copied cells come as an image too.
  await give(page, 'paste', await png(), 'image/png', 'a table');
  await give(page, 'paste', await png('#336699', 2400, 1200), 'image/png');
  await preview(page).waitFor();
  await save(page).click();
  await shown(page, 1).waitFor();
  const { reference_image_url: url } = await mark();
  expect(url).toMatch(/^http.*\/reference-image$/);
  await expect.poll(() => shown(page, 1).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);

  await marker(page, 1).click();
  await page.getByRole('button', { name: 'Edit mark 1', exact: true }).click();
  await preview(page).waitFor();
  await page.getByRole('button', { name: 'Remove the image' }).click();
  await preview(page).waitFor({ state: 'detached' });
  await save(page).click();
  await keepUndo(page);
  await expect.poll(async () => (await mark()).reference_image_url).toBeNull();
  await shown(page, 1).waitFor({ state: 'detached' });
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await mark()).reference_image_url).toBe(url);
  expect(complaints).toEqual([]);
});

test('an image that is dropped without a connection waits on the device, and is sent with its mark', async () => {
  const { page, mark } = await openBoxes(service, tab);
  await write(page, { x: 300, y: 200 }, 'Like this');
  await page.context().setOffline(true);
  await give(page, 'drop', await png('#336699'), 'image/png');
  await preview(page).waitFor();
  await save(page).click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':outbox:')).length))
    .toBe(1);
  await page.context().setOffline(false);
  await shown(page, 1).waitFor();
  expect((await mark()).reference_image_url).toMatch(/\/reference-image$/);
});

test('what cannot be added or kept is refused with the reason, and the words stay', async () => {
  const { page, complaints } = await openBoxes(service, tab);
  await write(page, { x: 300, y: 200 }, 'Like this');
  await give(page, 'paste', Buffer.from('GIF89a'), 'image/gif');
  await page.getByText('Only PNG, JPEG and WebP images can be added.').waitFor();
  await give(page, 'drop', Buffer.from('not a PNG'), 'image/png');
  await page.getByText('This file cannot be read as an image.').waitFor();
  await page.evaluate(() => {
    for (let size = 1 << 22; size > 16; size >>= 1) {
      try {
        for (let at = 0; ; at += 1) localStorage.setItem(`full-${size}-${at}`, 'x'.repeat(size));
      } catch {}
    }
    localStorage.removeItem('full-1024-0');
  });
  await give(page, 'paste', await png('#336699', 600, 400), 'image/png');
  await page.getByText('This device has no space left to keep the image').waitFor();
  expect([await preview(page).count(), await words(page).inputValue()]).toEqual([0, 'Like this']);
  expect(complaints).toEqual([]);
});
