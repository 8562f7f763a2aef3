import type { ListedTargets, WantedRule } from '../../in-page.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import { lastMapped } from '../map/last-mapped.ts';

/** The attributes that build plugins leave on elements for editors. */
const sourceAttributes =
  /^data-(?:source|loc|source-loc|source-file|v-inspector|inspector-.+|insp-path|astro-source-.+|component-file|lov-id|dev-path)$/;

/** Whether the media queries of a rule hold on this screen. */
function applies(conditions: readonly string[], known: Map<string, boolean>): boolean {
  return conditions.every((each) => {
    const holds = known.get(each) ?? matchMedia(each).matches;
    known.set(each, holds);
    return holds;
  });
}

function notesOf(element: PageNode): [string, string][] {
  const names = dom.attributeNames(element).filter((name) => sourceAttributes.test(name));
  return names.slice(0, 6).map((name) => [name, (dom.attribute(element, name) ?? '').slice(0, 400)]);
}

/** Returns the classes and ids of the elements of the document. */
function namesUsed(): { classes: string[]; ids: string[] } {
  const classes = new Set<string>();
  const ids = new Set<string>();
  const values = new Set<string>();
  const all = dom.select(dom.document, '[class], [id]');
  for (let at = 0; at < all.length && at < 50_000; at += 1) {
    const element = all[at] as PageNode;
    const value = dom.attribute(element, 'class');
    if (value !== null) values.add(value);
    const id = dom.attribute(element, 'id');
    if (id !== null) ids.add(id.slice(0, 300));
  }
  for (const value of values) for (const name of value.split(/\s+/, 200)) classes.add(name.slice(0, 300));
  return { classes: [...classes].slice(0, 20_000), ids: [...ids].slice(0, 20_000) };
}

/**
 * Returns the addresses of the stylesheets in the order of the cascade, those of what the page has loaded, and the
 * classes and ids that rules can match.
 */
export function listSheets() {
  const sheets = Array.from(document.styleSheets).slice(0, 1_000);
  const loaded = performance.getEntriesByType('resource').slice(0, 1_000);
  return {
    sheets: sheets.map(({ href }) => (href ?? '').slice(0, 2_000)),
    served: loaded.map(({ name }) => name.slice(0, 1_000)),
    ...namesUsed(),
  };
}

/** The listed elements and their unlisted ancestors, with their numbers. */
let numbers = new Map<PageNode, number>();
const known = new Map<string, boolean>();

/** Describes the elements of the last map that were kept, and numbers them and their unlisted ancestors. */
export function listTargets(kept: readonly number[]): ListedTargets {
  const mapped = lastMapped();
  const listed = kept.map((index) => mapped[index]).filter((each) => each !== undefined);
  numbers = new Map(listed.map((element, number) => [element, number]));
  const chains = listed.map((element, number) => {
    const chain = [number];
    for (let at = dom.parent(element); at !== null && chain.length < 12; at = dom.parent(at)) {
      if (!dom.isElement(at)) break;
      const above = numbers.get(at) ?? numbers.size;
      numbers.set(at, above);
      if (above < listed.length) break;
      chain.push(above);
    }
    return chain;
  });
  const order = new Map<PageNode, number>();
  const all = dom.select(dom.document, '*');
  for (let at = 0; at < all.length && at < 100_000; at += 1) {
    const element = all[at] as PageNode;
    if (numbers.has(element)) order.set(element, at);
  }
  const short = (element: PageNode, name: string, max: number) => (dom.attribute(element, name) ?? '').slice(0, max);
  return {
    chains,
    positions: listed.map((element) => order.get(element) ?? -1),
    notes: listed.map(notesOf),
    about: listed.map((element) => ({
      id: short(element, 'id', 200),
      classes: short(element, 'class', 400),
      href: short(element, 'href', 400) || short(element, 'src', 400),
    })),
  };
}

/** Returns for each rule the numbers of the targets that it matches. */
export function matchRules(rules: readonly WantedRule[]): number[][] {
  return rules.map(({ selector, conditions }) => {
    if (!applies(conditions, known)) return [];
    const found: number[] = [];
    const all = dom.select(dom.document, selector);
    for (let at = 0; at < all.length && at < 20_000; at += 1) {
      const number = numbers.get(all[at] as PageNode);
      if (number !== undefined) found.push(number);
    }
    return found;
  });
}
