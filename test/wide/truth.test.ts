import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { differs } from '../../server/adapters/images/pixels.ts';
import {
  type Capture,
  type CaptureViewport,
  capturePage,
  contextOptions,
  type NoticeCode,
  viewports,
} from '../../server/capture/index.ts';
import { table } from '../../server/cli/text.ts';
import { testBrowser } from '../support/browser.ts';
import { distinctPages, type ForeignPage, foreignPages } from '../support/foreign/pages.ts';
import { serveForeignPages } from '../support/foreign/serve.ts';
import { type Comparison, compareRows, type Image, reasons } from './support/compare-rows.ts';
import { imageOf } from './support/image-of.ts';
import { settle } from './support/in-page.ts';
import { knownDifferences } from './support/known-differences.ts';
import { pixelsOf, type Screen, takeScreens } from './support/screens.ts';

/** CSS pixels. Limits the work without changing the result. */
const maxHeight = 3_000;
/** As long as scripts wait that act after scrolling has ended. */
const LOOK_MS = 600;
/** The folder where screenshots with differences are kept for inspection, if any. */
const kept = process.env.KEEP_IMAGES;
/** Names of the pages to run, comma-separated; one of each layout when unset. */
const only = process.env.PAGES?.split(',');
interface Row extends Comparison {
  page: ForeignPage;
  viewport: CaptureViewport;
  /** null when it was captured once */
  isTwiceSame: boolean | null;
  notices: Capture['notices'];
}

if (kept !== undefined) mkdirSync(kept, { recursive: true });
const site = await serveForeignPages();
const concurrency = 2;
const browser = await testBrowser(concurrency);

function withContext<T>(viewport: CaptureViewport, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const options = { viewport, proxyServer: site.proxyServer };
  return browser.withContext((version) => contextOptions(options, version), work);
}

const captured = (page: ForeignPage, viewport: CaptureViewport): Promise<Capture> =>
  withContext(viewport, (context) =>
    capturePage(context, {
      url: site.url(page),
      viewport,
      maxHeight,
      deadlineMs: 120_000,
      proxyServer: site.proxyServer,
    }),
  );

/**
 * Compares two captures as a reviewer would see them. Chromium caches the sizes in which it drew an image and scales
 * the next size from a cached one, so two captures of an image may differ by a few of 255 steps.
 */
const isUnchanged = (a: Image, b: Image): boolean =>
  a.width === b.width && a.height === b.height && a.pixels.every((pixel, at) => !differs(pixel, b.pixels[at] ?? 0));

async function compared(page: ForeignPage, viewport: CaptureViewport, twice: boolean): Promise<Row> {
  const first = await captured(page, viewport);
  const second = twice ? await captured(page, viewport) : null;
  const image = await pixelsOf(first.png);
  return withContext(viewport, async (context) => {
    const shown = await context.newPage();
    await shown.goto(site.url(page));
    await settle(shown);
    const most = { width: image.width / viewport.scale, height: image.height / viewport.scale };
    const screens: Screen[] = await takeScreens(shown, most);
    let comparison = compareRows(image, screens);
    if (comparison.wrong !== null) {
      // The page may change by itself, or a while after scrolling. Chromium then shows it differently the next time.
      screens.push(...(await takeScreens(shown, most, LOOK_MS)));
      comparison = compareRows(image, screens);
    }
    const isTwiceSame = second && (first.png.equals(second.png) || isUnchanged(image, await pixelsOf(second.png)));
    const name = join(kept ?? '', `${page.name}-${viewport.name}`);
    if (kept !== undefined && second !== null && !isTwiceSame) writeFileSync(`${name}-second.png`, second.png);
    if (kept !== undefined && (isTwiceSame === false || comparison.wrong !== null)) {
      writeFileSync(`${name}.png`, first.png);
      writeFileSync(`${name}-differences.png`, await imageOf(image, screens, comparison));
    }
    const row = { ...comparison, page, viewport, isTwiceSame, notices: first.notices };
    if (kept !== undefined) appendFileSync(join(kept, 'rows.txt'), `${describe(row).join('\t')}\n`);
    return row;
  });
}

const knownOf = ({ name }: ForeignPage) => knownDifferences.find(({ page }) => page === name);

const describe = ({ page, viewport, rows, counts, wrong, isTwiceSame, notices }: Row): string[] => [
  page.name,
  viewport.name,
  `${rows}`,
  ...reasons.map((reason) => `${counts[reason]}`),
  isTwiceSame === null ? '' : isTwiceSame ? 'yes' : 'no',
  wrong === null ? '' : `${wrong.width}×${wrong.height} at ${wrong.x},${wrong.y}`,
  notices.map(({ code }) => code).join(' '),
  knownOf(page)?.why ?? '',
];

test('captures of foreign pages show what Chromium shows, row by row', { timeout: 1_800_000 }, async () => {
  const wanted = only === undefined ? distinctPages : foreignPages.filter(({ name }) => only.includes(name));
  // Each page is captured twice on one of the screens, in turn.
  const jobs = wanted.flatMap((page, at) =>
    Object.values(viewports).map((viewport, screen) => ({ page, viewport, twice: (at + screen) % 2 === 0 })),
  );
  const rows: Row[] = [];
  async function work(): Promise<void> {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      rows.push(await compared(job.page, job.viewport, job.twice));
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  const head = ['page', 'viewport', 'rows', ...reasons, 'twice', 'where', 'notices', 'known'];
  console.log(table([head, ...rows.map(describe)]));
  const names = (found: Row[]) => found.map(({ page, viewport }) => `${page.name}, ${viewport.name}`);
  const says = ({ notices }: Row, code: NoticeCode) => notices.some((notice) => notice.code === code);
  const mayDiffer = (row: Row) => knownOf(row.page) !== undefined || says(row, 'shown_on_scroll');
  const unlike = rows.filter((row) => row.wrong !== null && !mayDiffer(row));
  const unsteady = rows.filter(
    (row) =>
      row.isTwiceSame === false &&
      knownOf(row.page) === undefined &&
      !says(row, 'changes_by_itself') &&
      !says(row, 'shown_on_scroll'),
  );
  expect({ unlike: names(unlike), unsteady: names(unsteady) }).toEqual({ unlike: [], unsteady: [] });
});
