import type { Browser, Locator, Page } from 'playwright-core';
import type { Zoom } from '../../../server/web/screenshots/zoom.ts';
import { numberedRows, type RowsRead, readRows } from './numbered-rows.ts';
import { boxOf } from './stage.ts';

export const size = { width: 1440, height: 9000 };
export const zooms: Record<string, Zoom> = { '100 %': 1, '68 %': 0.68, 'fit width': 'fit', '200 %': 2 };

export const rowsImage = async (): Promise<{ image: string; label: string }> => ({
  image: await numberedRows(size.width, size.height),
  label: 'Long',
});

/** Opens a review in a tab that has shown it before, at the zoom of that time. */
export async function openAt(page: Page, review: { id: string; review_url: string }, zoom: Zoom): Promise<void> {
  await page.addInitScript(([key, look]) => sessionStorage.setItem(key, look), [
    `sightline:look:${review.id}:Long`,
    JSON.stringify({ fraction: { x: 0, y: -1 }, zoom }),
  ] as const);
  await page.goto(review.review_url);
  await page.locator('.strip img').first().waitFor();
}

export const newTab = (browser: Browser, deviceScaleFactor: number): Promise<Page> =>
  browser.newPage({ viewport: { width: 1366, height: 1800 }, deviceScaleFactor });

/** Scrolls the stage, and waits until every visible strip is drawn. */
const scrollTo = (page: Page, top: number): Promise<void> =>
  page.locator('[data-scroller]').evaluate(async (stage, to) => {
    stage.scrollTo(0, to);
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    const seen = () =>
      [...document.querySelectorAll('.strip')].filter((strip) => {
        const { top, bottom } = strip.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
    const isLoaded = (image: HTMLImageElement | null) => image?.complete === true && image.naturalWidth > 0;
    while (!seen().every((strip) => isLoaded(strip.querySelector('img')))) {
      const failed = document.querySelector('.strip-failed');
      if (failed) throw new Error(`at ${to}: ${failed.textContent}`);
      await frame();
    }
    await Promise.all(seen().map((strip) => strip.querySelector('img')?.decode()));
    await frame();
    await frame();
  }, top);

/** A scroll step that is whole device pixels at any pixel ratio that is a multiple of 1/40. */
const WHOLE = 40;

/** Reads the rows of an image on the stage: all of them, or only those around the seams of its strips. */
export async function readStage(page: Page, image: Locator, seamsOnly = false): Promise<RowsRead> {
  const stage = page.locator('[data-scroller]');
  const box = await boxOf(stage);
  // The names of the passes cover the top of the stage, the tools its bottom.
  const window = { ...box, y: box.y + 40, height: box.height - 104 };
  const scrollable = await stage.evaluate((element) => element.scrollHeight - element.clientHeight);
  const perRow = (await boxOf(image)).height / size.height;
  const seams = [2000, 4000, 6000, 8000].map((row) => row * perRow - box.height / 2);
  const step = Math.floor(window.height / WHOLE) * WHOLE;
  const everywhere = Array.from({ length: Math.ceil(scrollable / step) + 1 }, (_, at) => at * step);
  const all: RowsRead = { count: 0, wrong: [], furthest: 0 };
  for (const top of seamsOnly ? seams : everywhere) {
    await scrollTo(page, Math.floor(top / WHOLE) * WHOLE);
    const rows = await readRows(page, { image: await boxOf(image), window, size });
    all.count += rows.count;
    all.wrong.push(...rows.wrong);
    all.furthest = Math.max(all.furthest, rows.furthest);
  }
  return all;
}

/** Returns a line of the table that a test prints. */
export const lineOf = (name: object, rows: RowsRead) => ({
  ...name,
  'rows read': rows.count,
  'wrong rows': rows.wrong.length,
  'furthest off, rows': rows.furthest.toFixed(2),
});
