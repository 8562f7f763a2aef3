import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { scroller, scrollStage } from '../../web/support/stage.ts';
import { lookedAt, openTall, settled, top, zoomed } from '../../web/support/zoom.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

/** Longer than a frame, and much shorter than the rest that ends a zoom. */
const FRAME_MS = 20;

describe('the wheel', () => {
  test('lays out the screenshot once after a zoom, and never during it', async () => {
    const { page } = await openTall(service, browser);
    await page.mouse.move(700, 420);
    const sizes = () =>
      page.evaluate(() => {
        const seen: string[] = [];
        const shot = document.querySelector<HTMLElement>('[data-scroller] .image');
        const observer = new MutationObserver(() => seen.push(`${shot?.style.width} ${shot?.style.transform !== ''}`));
        if (shot !== null) observer.observe(shot, { attributes: true, attributeFilter: ['style'] });
        Object.assign(globalThis, { seen });
      });
    await sizes();
    const seenSteps = () => page.evaluate<string[]>('globalThis.seen');
    // The page draws and waits only when the test says so, or a slow machine draws several turns as one.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 12; turn += 1) {
      const before = (await seenSteps()).length;
      await page.mouse.wheel(0, turn < 6 ? -40 : 20);
      await expect
        .poll(async () => {
          await page.clock.runFor(FRAME_MS);
          return (await seenSteps()).length;
        })
        .toBeGreaterThan(before);
    }
    await page.keyboard.up('Control');
    await page.clock.runFor(1_000);
    await settled(page);
    const seen = await seenSteps();
    const steps = seen.map((entry) => ({ width: entry.split(' ')[0], moving: entry.endsWith('true') }));
    const moved = steps.filter(({ moving }) => moving).length;
    const laid = steps.filter(({ width }, at) => at > 0 && width !== steps[at - 1]?.width);
    console.log(
      `${steps.length} changes of the picture while 12 turns zoom it: ${moved} transforms, ${laid.length} layouts`,
    );
    expect(moved).toBe(12);
    expect(laid.map(({ moving }) => moving)).toEqual([false]);
    expect(steps.at(-1)?.moving).toBe(false);
    await page.context().close();
  });

  test('scrolls without Ctrl, and sideways with Shift', async () => {
    const { page } = await openTall(service, browser);
    await page.keyboard.press('0');
    for (let turn = 0; turn < 2; turn += 1) await page.keyboard.press('+');
    await page.mouse.move(700, 420);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => top(page)).toBeGreaterThan(200);
    const left = () => scroller(page).evaluate((element) => element.scrollLeft);
    const before = await left();
    await page.keyboard.down('Shift');
    await page.mouse.wheel(200, 0);
    await page.keyboard.up('Shift');
    await expect.poll(left).not.toBe(before);
    await page.context().close();
  });
});

describe('panning', () => {
  test('by the space bar moves the screenshot after a button was pressed, without pressing it again', async () => {
    const { page } = await openTall(service, browser);
    await page.getByRole('button', { name: '100 %' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const zoom = page.locator('.zoom-now');
    await expect.poll(() => zoom.textContent()).toBe('125 %');
    await settled(page);
    const before = await top(page);
    await page.mouse.move(700, 600);
    await page.keyboard.down('Space');
    await page.mouse.down();
    await page.mouse.move(700, 450, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Space');
    await expect.poll(() => top(page)).toBe(before + 150);
    expect(await page.locator('.composer').count()).toBe(0);
    expect(await zoom.textContent()).toBe('125 %');
    await page.context().close();
  });

  test('by arrows works when the stage has the focus', async () => {
    const { page } = await openTall(service, browser);
    await scroller(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => top(page)).toBeGreaterThan(10);
    await page.context().close();
  });
});

describe('the view stays', () => {
  test('from screenshot to screenshot of one page, at its zoom; another page begins at its top, as wide as the stage', async () => {
    const { page } = await openTall(service, browser);
    const fit = await zoomed(page);
    const strip = page.getByRole('navigation', { name: 'Screenshots' });
    await page.keyboard.press('0');
    await scrollStage(scroller(page), 2500);
    await expect.poll(() => top(page)).toBe(2500);
    const before = await lookedAt(page);
    await page.keyboard.press('j');
    await page.getByRole('img', { name: 'Home, dark, pass 1' }).waitFor();
    await expect.poll(async () => Math.abs((await lookedAt(page)) - before) * 6000).toBeLessThan(3);
    expect(await zoomed(page)).toBe(1);
    await strip.getByRole('button', { name: /^Terms/ }).click();
    await page.getByRole('img', { name: 'Terms, pass 1' }).waitFor();
    await expect.poll(() => lookedAt(page)).toBeLessThan(0.01);
    await expect.poll(() => zoomed(page)).toBe(fit);
    await page.context().close();
  });
});
