import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atFileEnd } from '../../support/file-end.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser } from '../../web/support/browser.ts';
import { lineOf, newTab, openAt, readStage, rowsImage, zooms } from '../../web/support/rows-on-stage.ts';

const service = await startService();
atFileEnd(service.close);
const browser = await launchBrowser();
atFileEnd(() => browser.close());
const client = await service.newClient();
const review = await client.call('create_review', { title: 'Rows', images: [await rowsImage()] });

/** Opens a screen with this pixel ratio. Pages are laid out in its pixels, as on a person’s device. */
async function ownRatio(ratio: number): Promise<Page> {
  const scaled = await launchBrowser([`--force-device-scale-factor=${ratio}`, '--window-size=1366,1800']);
  atFileEnd(() => scaled.close());
  return scaled.newPage({ viewport: null });
}

async function tableOf(ratios: readonly number[], open: (ratio: number) => Promise<Page>): Promise<number> {
  const table = [];
  for (const ratio of ratios) {
    for (const [zoom, value] of Object.entries(zooms)) {
      const page = await open(ratio);
      await openAt(page, review, value);
      table.push(lineOf({ 'pixel ratio': ratio, zoom }, await readStage(page, page.locator('.image'))));
      await page.close();
    }
  }
  console.table(table);
  return table.reduce((sum, line) => sum + line['wrong rows'], 0);
}

test('all 9,000 rows of a screenshot are drawn where even scaling puts them', async () => {
  expect(await tableOf([1, 1.5, 2], (ratio) => newTab(browser, ratio))).toBe(0);
});

test('the same holds on screens with that native pixel ratio', async () => {
  expect(await tableOf([1.1, 2.625], ownRatio)).toBe(0);
});
