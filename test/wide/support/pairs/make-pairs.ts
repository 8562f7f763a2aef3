import type { JSHandle, Page } from 'playwright-core';
import { contextOptions, viewports } from '../../../../server/capture/index.ts';
import type { PixelBox } from '../../../../server/domain/port-types.ts';
import { elementsOf } from '../../../capture/support/element-map.ts';
import { testBrowser } from '../../../support/browser.ts';
import { plans } from './plans.ts';
import type { Edit, Pair, PairPlan, PairSide } from './types.ts';

// These functions run in the page. The types of this project have no DOM.
// biome-ignore lint/suspicious/noExplicitAny: the page's own objects
type Dom = any;

/** Takes the names of the regions out of the page, so that no element map shows them. */
const takeRegions = (page: Page): Promise<JSHandle> =>
  page.evaluateHandle(() => {
    const regions = new Map();
    for (const each of (globalThis as Dom).document.querySelectorAll('[data-region]')) {
      regions.set(each.dataset.region, each);
      each.removeAttribute('data-region');
    }
    return regions;
  });

const boxesOf = (regions: JSHandle): Promise<[string, PixelBox | null][]> =>
  regions.evaluate((all: Dom) =>
    [...all].map(([name, element]: [string, Dom]) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [name, element.isConnected ? { x, y, width, height } : null];
    }),
  );

const apply = (regions: JSHandle, edit: Edit): Promise<void> =>
  regions.evaluate((all: Dom, given: Dom) => {
    const { document } = globalThis as Dom;
    const at = (place: string): Dom => {
      const found = place.startsWith('@') ? all.get(place.slice(1)) : document.querySelector(place);
      if (found == null) throw new Error(`The page has no ${place}.`);
      return found;
    };
    if ('insert' in given) at(given.before).insertAdjacentHTML('beforebegin', given.insert);
    else if ('remove' in given) at(given.remove).remove();
    else if ('move' in given) at(given.before).before(at(given.move));
    else if ('text' in given) at(given.at).textContent = given.text;
    else if ('style' in given) at(given.at).style.cssText += `;${given.style}`;
    else {
      for (const row of document.querySelectorAll(given.rows)) {
        row.insertBefore(row.children[given.column], row.children[given.before]);
      }
    }
  }, edit);

/** Makes the screenshot of a page as it is. */
export async function show(page: Page, source: PairPlan['source']): Promise<PairSide> {
  const bytes = await page.screenshot({ fullPage: true, animations: 'disabled' });
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const elements = source === 'image' ? null : { scale: 1, elements: await elementsOf(page, { width, height }) };
  return { bytes, width, height, elements };
}

async function makePair(plan: PairPlan): Promise<Pair> {
  const viewport = { ...viewports.desktop, width: plan.design.width };
  const browser = await testBrowser();
  return browser.withContext(
    (version) => contextOptions({ viewport }, version),
    async (context) => {
      const page = await context.newPage();
      await page.setContent(plan.design.html);
      const handles = await takeRegions(page);
      const was = await boxesOf(handles);
      const before = await show(page, plan.source);
      for (const edit of plan.edits) await apply(handles, edit);
      const is = new Map(await boxesOf(handles));
      const after = await show(page, plan.source);
      const regions = was.flatMap(([name, box]) =>
        box === null ? [] : [{ name, before: box, after: is.get(name) ?? null, changed: plan.changed.includes(name) }],
      );
      const { design, kind, source } = plan;
      return { name: `${design.name}: ${kind} (${source})`, kind, source, before, after, regions };
    },
  );
}

/** Yields the pairs one after the other: two versions of a design, and what became of each of its regions. */
export async function* makePairs(): AsyncGenerator<Pair> {
  for (const plan of plans) yield await makePair(plan);
}
