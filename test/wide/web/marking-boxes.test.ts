import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { findings } from '../../web/support/axe.ts';
import { launchBrowser, openPage, soon } from '../../web/support/browser.ts';
import { pageImage } from '../../web/support/page-image.ts';
import { boxOf, focused, focusSeen, frameOf, marker, scroller, words } from '../../web/support/stage.ts';

let service: TestService;
let browser: Browser;
let shot: string;

beforeAll(async () => {
  [service, browser, shot] = await Promise.all([startService(), launchBrowser(), pageImage(1280, 2400, '#a9b8ae')]);
});
afterAll(() => Promise.all([service.close(), browser.close()]));

const place = { screenshot_index: 0, kind: 'box', x: 0.2, y: 0.1, width: 0.2, height: 0.1 } as const;

async function open(...bodies: string[]) {
  const client = await service.newClient();
  const review = await client.call('create_review', { title: 'Shop', images: [{ image: shot, label: 'Home' }] });
  const link = service.byLink(review.review_url);
  for (const [at, body] of bodies.entries())
    await link.call('place_mark', {
      ...place,
      y: 0.1 + at * 0.15,
      body,
      must_fix: false,
      client_mark_id: crypto.randomUUID(),
    });
  const watched = await openPage(browser, review.review_url);
  await watched.page.getByRole('img', { name: 'Home, pass 1' }).waitFor();
  const mark = async (id = 1) => {
    const found = (await link.call('read_review', {})).review.marks.find((each) => each.id === id);
    if (found?.x == null || found.y == null) throw new Error(`no mark ${id}`);
    return { ...found, x: found.x, y: found.y, width: found.width ?? 0, height: found.height ?? 0 };
  };
  return { ...watched, mark };
}

describe('a saved mark', () => {
  test('is moved by a click on its new place, after “Move”; “Cancel” leaves it', async () => {
    const { page, mark } = await open('Crowded');
    const frame = await frameOf(page);
    await marker(page, 1).click();
    const move = page.getByRole('button', { name: 'Move or resize mark 1' });
    await move.click();
    await page.mouse.click(frame.x + frame.width * 0.6, frame.y + 400);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await mark()).x).toBe(place.x);
    await move.click();
    await page.mouse.click(frame.x + frame.width * 0.6, frame.y + 400);
    expect(await findings(page, '.stage')).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await soon(async () => (await mark()).x).toBeCloseTo(0.5, 3);
    expect((await mark()).y + place.height / 2).toBeCloseTo(400 / frame.height, 3);
    await soon(() => focused(page)).toMatch(/^Mark 1, open: Crowded, on Home at 60 % from the left/);
    await page.context().close();
  });

  test('among others is reached in reading order, each marker in sight though the composer is open', async () => {
    const { page } = await open('First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth');
    const frame = await frameOf(page);
    await page.mouse.click(frame.x + frame.width * 0.12, frame.y + 330);
    await words(page).waitFor();
    await scroller(page).focus();
    const seen: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await page.keyboard.press('Tab');
      await soon(() => focusSeen(page)).toBe(true);
      seen.push((await focused(page)).split(',')[0] ?? '');
    }
    expect(seen).toEqual(['Mark 1', 'Mark 2', 'Mark 3', 'Mark 4', 'Mark 5', 'Mark 6']);
    console.log(`${seen.length} pins by Tab: ${seen.length} in sight`);
    await page.context().close();
  });

  test('withdrawn leaves the focus on the page, in sight', async () => {
    const { page, mark } = await open('Crowded', 'Pale');
    await marker(page, 1).click();
    await page.getByRole('button', { name: 'Delete mark 1' }).focus();
    await page.keyboard.press('Enter');
    await soon(async () => (await mark()).status).toBe('withdrawn');
    await marker(page, 1).waitFor({ state: 'detached' });
    await soon(() => focusSeen(page)).toBe(true);
    await page.context().close();
  });
});

test('the composer is where the mark is, inside the stage, wherever one clicks', async () => {
  const { page } = await open();
  const stage = await boxOf(scroller(page));
  const frame = await frameOf(page);
  let clicks = 0;
  for (const x of [0.01, 0.5, 0.99]) {
    for (const y of [5, 300, 600, 690]) {
      await page.mouse.click(frame.x + frame.width * x, stage.y + y + 24);
      await words(page).waitFor();
      const form = await boxOf(page.getByRole('form', { name: 'New mark' }));
      expect(form.x).toBeGreaterThanOrEqual(stage.x);
      expect(form.y).toBeGreaterThanOrEqual(stage.y);
      expect(form.x + form.width).toBeLessThanOrEqual(stage.x + stage.width);
      expect(form.y + form.height).toBeLessThanOrEqual(stage.y + stage.height);
      await soon(() => focused(page)).toBe('What should change here?');
      await page.keyboard.press('Escape');
      clicks += 1;
    }
  }
  console.log(`${clicks} clicks over the stage: 12 composers inside it, each with the focus`);
  await page.context().close();
});
