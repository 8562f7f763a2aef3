import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { findings } from '../../web/support/axe.ts';
import { openBoxes, place } from '../../web/support/boxes.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { marker, words } from '../../web/support/review-page.ts';
import { boxOf, focused, focusSeen, frameOf, scroller } from '../../web/support/stage.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

describe('a saved mark', () => {
  test('is moved by “Move” and a click on its new place; “Cancel” leaves it', async () => {
    const { page, mark } = await openBoxes(service, browser, 'Crowded');
    const frame = await frameOf(page);
    await marker(page, 1).click();
    const move = async () => {
      await page.getByRole('button', { name: 'Move or resize mark 1' }).click();
      await page.getByRole('dialog', { name: 'Move or resize mark 1' }).waitFor();
    };
    await move();
    await page.mouse.click(frame.x + frame.width * 0.6, frame.y + 400);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await mark()).x).toBe(place.x);
    await move();
    await page.mouse.click(frame.x + frame.width * 0.6, frame.y + 400);
    expect(await findings(page, '.stage')).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await mark()).x).toBeCloseTo(0.5, 3);
    expect((await mark()).y + place.height / 2).toBeCloseTo(400 / frame.height, 3);
    await expect.poll(() => focused(page)).toMatch(/^Mark 1, open: Crowded, on Home at 60 % from the left/);
    await page.context().close();
  });

  test('among others is reached in reading order, with each marker visible beside the open composer', async () => {
    const { page } = await openBoxes(service, browser, 'First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth');
    const frame = await frameOf(page);
    await page.mouse.click(frame.x + frame.width * 0.12, frame.y + 330);
    await words(page).waitFor();
    await scroller(page).focus();
    const seen: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => focusSeen(page)).toBe(true);
      seen.push((await focused(page)).split(',')[0] ?? '');
    }
    expect(seen).toEqual(['Mark 1', 'Mark 2', 'Mark 3', 'Mark 4', 'Mark 5', 'Mark 6']);
    console.log(`${seen.length} pins by Tab: ${seen.length} in sight`);
    await page.context().close();
  });

  test('that is withdrawn leaves the focus visible on the page', async () => {
    const { page, mark } = await openBoxes(service, browser, 'Crowded', 'Pale');
    await marker(page, 1).click();
    await page.getByRole('button', { name: 'Delete mark 1' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await mark()).status).toBe('withdrawn');
    await marker(page, 1).waitFor({ state: 'detached' });
    await expect.poll(() => focusSeen(page)).toBe(true);
    await page.context().close();
  });
});

test('the composer is beside the mark, inside the stage, wherever one clicks', async () => {
  const { page } = await openBoxes(service, browser);
  const stage = await boxOf(scroller(page));
  const frame = await frameOf(page);
  /** The sides of the stage over which the composer hangs. */
  const overhang = async () => {
    const form = await boxOf(page.getByRole('form', { name: 'New mark' }));
    const over = {
      left: form.x < stage.x,
      top: form.y < stage.y,
      right: form.x + form.width > stage.x + stage.width,
      bottom: form.y + form.height > stage.y + stage.height,
    };
    return Object.entries(over).flatMap(([side, hangs]) => (hangs ? [side] : []));
  };
  let clicks = 0;
  for (const x of [0.01, 0.5, 0.99]) {
    for (const y of [5, 300, 600, 690]) {
      await page.mouse.click(frame.x + frame.width * x, stage.y + y + 24);
      await words(page).waitFor();
      await expect.poll(overhang).toEqual([]);
      await expect.poll(() => focused(page)).toBe('What should change here?');
      await page.keyboard.press('Escape');
      clicks += 1;
    }
  }
  console.log(`${clicks} clicks over the stage: 12 composers inside it, each with the focus`);
  await page.context().close();
});
