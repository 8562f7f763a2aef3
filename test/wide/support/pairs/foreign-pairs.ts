import type { Page } from 'playwright-core';
import { contextOptions, viewports } from '../../../../server/capture/index.ts';
import { testBrowser } from '../../../support/browser.ts';
import { foreignPages } from '../../../support/foreign/pages.ts';
import { serveForeignPages } from '../../../support/foreign/serve.ts';
import { chooseTargets, type Variation, variations, vary, whereIs } from '../../../support/foreign/variations.ts';
import { looksDifferent } from './looks-different.ts';
import { show } from './make-pairs.ts';
import type { EditKind, Pair } from './types.ts';

/** Pages of other people, on which nothing was tuned. */
const names = [
  ...['freelancer', 'resume', 'sb-admin-tables', 'material-dashboard', 'webslides-longforms', 'uikit-navbar'],
  ...['uikit-masonry', 'weui-article', 'material-kit-login', 'jstree', 'jsgrid-static', 'han-ruby', 'fauxton-config'],
];

const kindOf: Record<Variation, EditKind> = {
  'insert a banner': 'insert',
  'remove it': 'remove',
  'move it': 'move',
  'recolour it': 'recolour',
  'wrap a heading above': 'wrap',
  'reorder its columns': 'reorder columns',
  'change its text': 'wrap',
  'shift it sideways': 'insert',
};

/** Changes one of the elements that a reviewer would mark, and states what became of each. Null where it has none. */
async function pairOf(page: Page, name: string, variation: Variation, source: Pair['source']): Promise<Pair | null> {
  const before = await show(page, source);
  // What lies beside the page is on no screenshot.
  const targets = (await chooseTargets(page, 10)).filter(({ box }) => box.x + box.width <= before.width);
  const chosen = targets[Math.floor(targets.length / 2)];
  if (chosen === undefined || !(await vary(chosen.handle, variation))) return null;
  const boxes = await Promise.all(targets.map(({ handle }) => whereIs(handle)));
  const after = await show(page, source);
  // Nobody could tell two links apart that look the same.
  if (before.bytes.equals(after.bytes)) return null;
  const regions = targets.map(({ box, tag }, at) => {
    return { name: `${tag} ${at}`, before: box, after: boxes[at] ?? null, changed: false };
  });
  const pair = { name: `${name}: ${variation} (${source})`, kind: kindOf[variation], source, before, after, regions };
  const differing = await looksDifferent(pair);
  return { ...pair, regions: regions.map((region) => ({ ...region, changed: differing.has(region.name) })) };
}

/** Yields a pair of each page, every second one as a plain image. */
export async function* foreignPairs(): AsyncGenerator<Pair> {
  const [site, browser] = [await serveForeignPages(), await testBrowser()];
  for (const [at, name] of names.entries()) {
    const foreign = foreignPages.find((each) => each.name === name);
    if (foreign === undefined) throw new Error(`There is no page ${name}.`);
    const source = at % 2 === 0 ? 'image' : 'capture';
    const variation = variations[(at * 2 + (at % 2) * 3) % variations.length] ?? 'insert a banner';
    const pair = await browser.withContext(
      (version) => contextOptions({ viewport: viewports.desktop, proxyServer: site.proxyServer }, version),
      async (context) => {
        const page = await context.newPage();
        await page.goto(site.url(foreign), { waitUntil: 'load' });
        await page.evaluate('document.fonts.ready.then(() => undefined)');
        return pairOf(page, name, variation, source);
      },
    );
    if (pair !== null) yield pair;
  }
}
