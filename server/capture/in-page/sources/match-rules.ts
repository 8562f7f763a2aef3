import type { MatchLimits, RuleMatches } from '../../in-page.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import { lastMapped } from '../map/last-mapped.ts';

/** The attributes that build plugins leave on elements for editors. */
const sourceAttributes =
  /^data-(?:source|loc|source-loc|source-file|v-inspector|inspector-.+|insp-path|astro-source-.+|component-file|lov-id|dev-path)$/;

/** Whether the conditions of a rule hold on this screen. A condition that the browser does not know holds. */
function applies(conditions: readonly string[]): boolean {
  return conditions.every((each) => {
    try {
      return matchMedia(each).matches;
    } catch {
      return true;
    }
  });
}

function notesOf(element: PageNode): [string, string][] {
  const names = dom.attributeNames(element).filter((name) => sourceAttributes.test(name));
  return names.slice(0, 6).map((name) => [name, (dom.attribute(element, name) ?? '').slice(0, 400)]);
}

/** Returns the addresses of the stylesheets in the order of the cascade, and those of what the page has loaded. */
export function listSheets(): { sheets: string[]; served: string[] } {
  const sheets = Array.from(document.styleSheets).slice(0, 1_000);
  const loaded = performance.getEntriesByType('resource').slice(0, 1_000);
  return {
    sheets: sheets.map(({ href }) => (href ?? '').slice(0, 2_000)),
    served: loaded.map(({ name }) => name.slice(0, 1_000)),
  };
}

/**
 * Finds which of the listed elements, and of their ancestors, each selector matches. Returns for each listed element
 * its targets, itself first and then its unlisted ancestors; and for each rule the targets that it matches.
 */
export function matchRules(limits: MatchLimits): RuleMatches {
  const end = performance.now() + limits.timeMs;
  const mapped = lastMapped();
  const listed = limits.kept.map((index) => mapped[index]).filter((each) => each !== undefined);
  const numbers = new Map<PageNode, number>();
  const targets: PageNode[] = [];
  const add = (element: PageNode): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    numbers.set(element, targets.length);
    targets.push(element);
    return targets.length - 1;
  };
  for (const element of listed) add(element);
  const chains = listed.map((element) => {
    const chain = [add(element)];
    for (let at = dom.parent(element); at !== null && chain.length < 12; at = dom.parent(at)) {
      if (!dom.isElement(at)) break;
      const number = add(at);
      if (number < listed.length) break;
      chain.push(number);
    }
    return chain;
  });
  const matches: number[][] = [];
  let left = limits.maxMatches;
  for (const { selector, conditions } of limits.rules) {
    const found: number[] = [];
    matches.push(found);
    if (performance.now() > end || left <= 0 || !applies(conditions)) continue;
    const all = dom.select(dom.document, selector);
    for (let at = 0; at < all.length && at < 20_000; at += 1) {
      const number = numbers.get(all[at] as PageNode);
      if (number !== undefined) found.push(number);
    }
    left -= found.length;
  }
  const order = new Map<PageNode, number>();
  const all = dom.select(dom.document, '*');
  for (let at = 0; at < all.length && at < 100_000; at += 1) {
    const element = all[at] as PageNode;
    if (numbers.has(element)) order.set(element, at);
  }
  return {
    chains,
    matches,
    isInTime: performance.now() <= end,
    positions: listed.map((element) => order.get(element) ?? -1),
    notes: listed.map(notesOf),
    about: listed.map((element) => ({
      id: (dom.attribute(element, 'id') ?? '').slice(0, 200),
      classes: (dom.attribute(element, 'class') ?? '').slice(0, 400),
      href: (dom.attribute(element, 'href') ?? dom.attribute(element, 'src') ?? '').slice(0, 400),
    })),
  };
}
