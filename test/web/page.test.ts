import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { findings } from './support/axe.ts';
import { keepUndo, launchBrowser, openPage, type Watched } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';
import { ready } from './support/review-page.ts';
import { tap, tapPoint, tooSmallToTap } from './support/tap.ts';

let service: TestService;
let browser: Browser;
let pale: string;
let phone: string;

beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
  pale = await pageImage(1440, 4000, '#a9b8ae');
  phone = await pageImage(390, 1600, '#a9b8ae');
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

type Client = Awaited<ReturnType<TestService['newClient']>>;

async function newReview(): Promise<{ client: Client; id: string; url: string }> {
  const client = await service.newClient();
  const images = [
    { image: pale, label: 'Desktop' },
    { image: phone, label: 'Mobile' },
  ];
  const review = await client.call('create_review', {
    title: 'Checkout page',
    context: 'Is the button right?',
    images,
  });
  return { client, id: review.id, url: review.review_url };
}

const stage = (page: Page) => page.getByRole('region', { name: 'Desktop' });
const words = (page: Page) => page.getByRole('textbox', { name: 'What should change here?' });
const marker = (page: Page, id: number) => page.getByRole('button', { name: new RegExp(`^Mark ${id}, `) });
const save = (page: Page) => page.getByRole('button', { name: 'Save mark' });
const shot = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Screenshots' }).getByRole('button', { name: label });

const loaded = ({ page }: Watched, label = 'Desktop') => ready(page, label);

describe('on a laptop', () => {
  test('a click, text, must fix and Ctrl Enter make a mark at the click', async () => {
    const { url, client, id } = await newReview();
    const watched = await openPage(browser, url);
    const { page } = watched;
    await loaded(watched);
    const frame = await page.getByRole('img', { name: 'Desktop' }).boundingBox();
    if (frame === null) throw new Error('no picture');
    await page.mouse.click(frame.x + frame.width / 4, frame.y + 200);
    await page.keyboard.type('Far too pale');
    await page.keyboard.press('Alt+m');
    await expect.poll(() => page.getByRole('checkbox', { name: 'Must fix' }).isChecked()).toBe(true);
    const [field, button] = [await words(page).boundingBox(), await save(page).boundingBox()];
    const end = (box: typeof field) => (box === null ? Number.NaN : box.x + box.width);
    expect(end(button)).toBeLessThanOrEqual(end(field) + 1);
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    await expect
      .poll(() => marker(page, 1).getAttribute('aria-label'))
      .toMatch(/^Mark 1, must fix, open: Far too pale, on Desktop at 25 % from the left, \d+ % from the top$/);
    const { marks } = await client.call('get_review', { id });
    expect(marks).toMatchObject([{ body: 'Far too pale', must_fix: true, kind: 'point' }]);
    expect(marks[0]?.x).toBeCloseTo(0.25, 3);
    expect(marks[0]?.y).toBeCloseTo(200 / frame.height, 3);
    expect(await findings(page)).toEqual([]);
    expect(watched.complaints).toEqual([]);
    await page.context().close();
  });

  test('a drag makes an area whose draft survives Escape and a reload; saving and deleting can be undone', async () => {
    const { url, client, id } = await newReview();
    const { page } = await openPage(browser, url);
    const box = await stage(page).boundingBox();
    if (box === null) throw new Error('no stage');
    await page.mouse.move(box.x + 200, box.y + 150);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 260, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.type('This part is crowded');
    await page.keyboard.press('Escape');
    await words(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => words(page).inputValue()).toBe('This part is crowded');
    await save(page).click();
    await marker(page, 1).waitFor();
    expect((await client.call('get_review', { id })).marks[0]).toMatchObject({ kind: 'box' });

    await marker(page, 1).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await keepUndo(page);
    await marker(page, 1).waitFor({ state: 'detached' });
    // Saving can be undone too, with its own button.
    const withdrawn = page.locator('.toast', { hasText: 'Mark 1 deleted.' });
    await withdrawn.getByRole('button', { name: 'Undo' }).click();
    await marker(page, 1).waitFor();
    await page.context().close();
  });

  test('a dragged marker stays at its new place', async () => {
    const { url, client, id } = await newReview();
    const at = { screenshot_index: 0, kind: 'point', x: 0.2, y: 0.05 } as const;
    await service
      .byLink(url)
      .call('place_mark', { ...at, body: 'Move me', must_fix: false, client_mark_id: crypto.randomUUID() });
    const { page } = await openPage(browser, url);
    const from = await marker(page, 1).boundingBox();
    const frame = await page.getByRole('img', { name: 'Desktop' }).boundingBox();
    if (from === null || frame === null) throw new Error('no pin');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10 + frame.width / 2, from.y + 110, { steps: 5 });
    const moved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.mouse.up();
    await moved;
    const [mark] = (await client.call('get_review', { id })).marks;
    expect(mark?.x).toBeCloseTo(0.7, 3);
    expect(mark?.y).toBeCloseTo(0.05 + 100 / frame.height, 3);
    await page.context().close();
  });

  test('the keyboard alone places a mark', async () => {
    const { url } = await newReview();
    const { page } = await openPage(browser, url);
    await stage(page).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: /^Crosshair/ }).waitFor();
    for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('Reached by keyboard');
    await page.keyboard.press('Control+Enter');
    await marker(page, 1).waitFor();
    await page.context().close();
  });

  test('a screenshot keeps its place when it is shown again', async () => {
    const { url } = await newReview();
    const watched = await openPage(browser, url);
    const { page } = watched;
    await loaded(watched);
    const top = () => stage(page).evaluate((element) => element.scrollTop);
    await stage(page).evaluate((element) => element.scrollTo(0, 900));
    await expect.poll(top).toBe(900);
    await shot(page, 'Mobile').click();
    await loaded(watched, 'Mobile');
    await shot(page, 'Desktop').click();
    await stage(page).waitFor();
    expect(Math.abs((await top()) - 900)).toBeLessThanOrEqual(1);
    await page.context().close();
  });
});

describe('deciding', () => {
  test('changes without a mark need a note, the result is explained, and a decision can be changed', async () => {
    const { url, client, id } = await newReview();
    const { page } = await openPage(browser, url);
    await page.getByRole('button', { name: 'Request changes', exact: true }).click();
    const confirm = page.getByRole('button', { name: 'Request changes now' });
    await confirm.click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Write a note');
    await page.getByRole('textbox', { name: 'Note' }).fill('More air');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await confirm.click();
    await page.getByText('Ada requested changes.').waitFor();
    await page.getByRole('button', { name: 'Change decision' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ada');
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page.getByText('Approved by Ada.').waitFor();
    expect(await client.call('get_review', { id })).toMatchObject({ status: 'approved', decision: { number: 2 } });
    await page.context().close();
  });

  test('on the next pass each fix is compared and verified, and an approval settles must-fix marks', async () => {
    const { url, client, id } = await newReview();
    const link = service.byLink(url);
    for (const [index, body] of ['Too pale', 'Too small', 'Too low'].entries()) {
      const at = {
        screenshot_index: 0,
        kind: 'box',
        x: 0.02,
        y: 0.03 + index * 0.1,
        width: 0.15,
        height: 0.02,
      } as const;
      await link.call('place_mark', { ...at, body, must_fix: index === 1, client_mark_id: crypto.randomUUID() });
    }
    await link.call('decide', { outcome: 'changes_requested', after_decision: 0 });
    const marks = [1, 2, 3].map((mark) => ({ id: mark, status: 'resolved' as const, note: `Fixed ${mark}` }));
    await client.call('resolve_marks', { id, marks });
    const images = [{ image: await pageImage(1440, 4000, '#18723f'), label: 'Desktop' }];
    const next = await client.call('create_review', { title: 'Checkout page', parent_id: id, images });
    const watched = await openPage(browser, next.review_url);
    const { page } = watched;
    await page.getByRole('img', { name: 'Mark 1 before, pass 1' }).waitFor();
    await page.getByRole('img', { name: 'Mark 1 after, pass 2' }).waitFor();
    await page.getByText('Fixed 1').waitFor();

    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).click();
    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Not fixed yet: mark 2' }).click();
    await page.getByRole('textbox', { name: 'What is still wrong?' }).fill('Same as before');
    await page.getByRole('button', { name: 'Report as not fixed' }).click();
    await page.getByText('Not fixed because: Same as before').waitFor();

    for (const [key, name] of [
      ['2', 'Side by side'],
      ['3', 'Swipe'],
      ['1', 'Now'],
    ] as const) {
      await page.keyboard.press(key);
      await expect
        .poll(() => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed'))
        .toBe('true');
    }
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Approve now' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('for each mark');
    await page
      .getByRole('group', { name: /^Mark 2/ })
      .getByRole('radio', { name: 'Remove' })
      .check();
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page.getByRole('button', { name: 'Approve anyway' }).click();
    await page.getByText('Approved.').waitFor();
    const decided = await client.call('get_review', { id: next.id });
    expect(decided.marks.map(({ status }) => status)).toEqual(['verified', 'withdrawn', 'verified']);
    expect(watched.complaints).toEqual([]);

    await page.goto(url);
    await page.getByRole('link', { name: 'Open pass 2' }).click();
    await page.waitForURL(next.review_url);
    await page.context().close();
  });
});

describe('on a phone', () => {
  test('a tap makes a point, a resting finger draws an area, and scrolling places nothing', async () => {
    const { url, client, id } = await newReview();
    const watched = await openPage(browser, url, true);
    const { page } = watched;
    await tap(shot(page, 'Mobile'));
    await loaded(watched, 'Mobile');
    await tapPoint(page, 200, 260);
    await words(page).fill('Tapped');
    await tap(save(page));
    await marker(page, 1).waitFor();
    await words(page).waitFor({ state: 'detached' });

    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    await touch('touchStart', 120, 360);
    await page.locator('[data-kind="preview"]').waitFor();
    await touch('touchMove', 200, 400);
    await touch('touchMove', 280, 440);
    await touch('touchEnd');
    await words(page).fill('Held');
    await tap(save(page));
    await marker(page, 2).waitFor();
    await words(page).waitFor({ state: 'detached' });

    const mobile = page.getByRole('region', { name: 'Mobile' });
    const before = await mobile.evaluate((element) => element.scrollTop);
    // Sent together, because a finger that rests for half a second starts to draw.
    await Promise.all([touch('touchStart', 200, 500), touch('touchMove', 200, 470)]);
    for (let y = 460; y >= 300; y -= 10) await touch('touchMove', 200, y);
    await touch('touchEnd');
    await expect.poll(() => mobile.evaluate((element) => element.scrollTop)).toBeGreaterThan(before);
    expect(await words(page).count()).toBe(0);
    expect((await client.call('get_review', { id })).marks.map(({ kind }) => kind)).toEqual(['point', 'box']);
    expect(watched.complaints).toEqual([]);
    await page.context().close();
  });

  test('nothing is wider than the screen, and buttons are large enough', async () => {
    const { url } = await newReview();
    const { page } = await openPage(browser, url, true);
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    const size = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));
    expect(size.page).toBe(size.window);
    expect(await tooSmallToTap(page.getByRole('button'))).toEqual([]);
    await page.context().close();
  });
});

test('an unknown link explains what to do', async () => {
  const { page } = await openPage(browser, `${service.url}/r/${'x'.repeat(43)}`);
  await page.getByRole('heading', { name: 'There is no review at this address' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});
