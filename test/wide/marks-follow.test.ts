import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contextOptions, viewports } from '../../server/capture/index.ts';
import { elementAt, toElement } from '../../server/domain/mark/element.ts';
import { findAgain } from '../../server/domain/mark/find-again.ts';
import type { ElementMap, MappedElement } from '../../server/domain/port-types.ts';
import { elementsOf } from '../capture/support/element-map.ts';
import { testBrowser } from '../support/browser.ts';
import { foreignPages } from '../support/foreign/pages.ts';
import { serveForeignPages } from '../support/foreign/serve.ts';
import {
  type Box,
  chooseTargets,
  type Target,
  type Variation,
  variations,
  vary,
  whereIs,
} from '../support/foreign/variations.ts';

const names = [
  ...['resume', 'agency', 'sb-admin-tables', 'material-tables', 'material-dashboard', 'webslides-components'],
  ...['jsgrid-static', 'han', 'material-rtl', 'material-kit'],
];

const near = (a: number, b: number): boolean => Math.abs(a - b) < 2;

interface Shown {
  map: ElementMap;
  width: number;
  height: number;
}

async function look(page: Page): Promise<Shown> {
  const { width } = viewports.desktop;
  const height = await page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { documentElement: { scrollHeight: number } } };
    return document.documentElement.scrollHeight;
  });
  return { width, height, map: { scale: 1, elements: await elementsOf(page, { width, height }) } };
}

/** Returns the element that the service finds for a box drawn around an element; null when it finds another one. */
function marked({ map, width, height }: Shown, { tag, box }: Target): MappedElement | null {
  const place = { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
  const found = elementAt(map, place, { width, height });
  const isIt = found?.tag === tag && near(found.box.x, box.x) && near(found.box.y, box.y);
  return isIt && near(found.box.width, box.width) && near(found.box.height, box.height) ? found : null;
}

/** Returns whether a box is the visible part of another: a scrolling parent cuts its content. */
function shows(seen: Box, whole: Box): boolean {
  const isInside =
    seen.x > whole.x - 2 &&
    seen.y > whole.y - 2 &&
    seen.x + seen.width < whole.x + whole.width + 2 &&
    seen.y + seen.height < whole.y + whole.height + 2;
  return isInside && seen.width * seen.height > whole.width * whole.height * 0.5;
}

type Verdict = 'right' | 'removed' | 'uncertain' | 'wrong' | 'unusable';

async function judge(context: BrowserContext, url: string, variation: Variation, seed: number): Promise<Verdict> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const targets = await chooseTargets(page, 12);
  const before = await look(page);
  const fit = targets.flatMap((target) => {
    const element = marked(before, target);
    return element === null ? [] : [{ element, handle: target.handle }];
  });
  const chosen = fit[seed % Math.max(1, fit.length)];
  if (chosen === undefined || !(await vary(chosen.handle, variation))) return 'unusable';
  const after = await look(page);
  const truth = await whereIs(chosen.handle);
  // Even a person who sees both could not tell them apart.
  const isUnseen = after.map.elements.some(
    ({ text, tag, box }) =>
      variation === 'move it' &&
      tag === chosen.element.tag &&
      text === chosen.element.text &&
      near(box.x, chosen.element.box.x) &&
      near(box.y, chosen.element.box.y),
  );
  if (isUnseen) return 'unusable';
  const found = findAgain(toElement(chosen.element), before.map, after.map);
  if (found === 'uncertain') return 'uncertain';
  if (found === 'removed') return truth === null ? 'removed' : 'wrong';
  const verdict = truth !== null && shows(found.element.box, truth) ? 'right' : 'wrong';
  if (verdict === 'wrong') console.log(url, variation, chosen.element.selectors[0], truth, found.element.box);
  return verdict;
}

test('marks on foreign pages follow their elements, or report that they do not', async () => {
  const [site, browser] = [await serveForeignPages(), await testBrowser()];
  const counts = new Map<Variation, Record<Verdict, number>>();
  for (const [seed, name] of names.entries()) {
    const page = foreignPages.find((each) => each.name === name);
    if (page === undefined) throw new Error(`There is no page ${name}.`);
    // Each page has every second variation, and the next page the others.
    for (const [at, variation] of variations.entries()) {
      if ((at + seed) % 2 === 1) continue;
      const verdict = await browser.withContext(
        (version) => contextOptions({ viewport: viewports.desktop, proxyServer: site.proxyServer }, version),
        (context) => judge(context, site.url(page), variation, seed + at),
      );
      const row = counts.get(variation) ?? { right: 0, removed: 0, uncertain: 0, wrong: 0, unusable: 0 };
      row[verdict] += 1;
      counts.set(variation, row);
    }
  }
  console.table(Object.fromEntries(counts));
  const sum = (verdict: Verdict): number => [...counts.values()].reduce((all, row) => all + row[verdict], 0);
  const marks = sum('right') + sum('removed') + sum('uncertain') + sum('wrong');
  console.log(
    `${marks} marks: ${sum('right')} right, ${sum('removed')} removed and said so, ${sum('uncertain')} uncertain and said so, ${sum('wrong')} wrong`,
  );
  expect(marks).toBeGreaterThanOrEqual(30);
  expect(sum('wrong')).toBe(0);
  expect(sum('right')).toBeGreaterThanOrEqual(22);
});
