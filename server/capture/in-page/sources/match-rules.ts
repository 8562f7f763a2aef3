import type { ListedTargets, WantedRule } from '../../in-page.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import { lastMapped } from '../map/last-mapped.ts';

/** The attributes that build plugins leave on elements for editors. */
const sourceAttributes =
  /^data-(?:source|loc|source-loc|source-file|v-inspector|inspector-.+|insp-path|astro-source-.+|component-file|lov-id|dev-path)$/;

/** The listed elements and their unlisted ancestors, with their numbers. */
let numbers = new Map<PageNode, number>();

const known = new Map<string, boolean>();
/** For each `@container` query, the targets for which it holds */
const inContainer = new Map<string, Set<PageNode>>();

const isContainer = (condition: string): boolean => condition.startsWith('@container ');

/** Whether a media query or `@supports` holds on this screen. */
function holds(condition: string): boolean {
  const [, supported] = /^@supports (.*)$/s.exec(condition) ?? [];
  const answer =
    known.get(condition) ?? (supported === undefined ? matchMedia(condition).matches : CSS.supports(supported));
  known.set(condition, answer);
  return answer;
}

/** Lets the browser answer container queries: no script can. Nothing is painted meanwhile. */
function askContainers(rules: readonly WantedRule[]): void {
  const queries = new Set(rules.flatMap(({ conditions }) => conditions.filter(isContainer)));
  const asked = [...queries].filter((query) => !inContainer.has(query)).slice(0, 200);
  if (asked.length === 0) return;
  const sheet = new CSSStyleSheet();
  const answers = asked.map((query, at) => `${query} { * { --sightline-${at}: 1 !important } }`);
  sheet.replaceSync(`* { ${asked.map((_, at) => `--sightline-${at}: 0`).join('; ')} } ${answers.join(' ')}`);
  const sheets = dom.sheets();
  dom.setSheets([...sheets, sheet]);
  try {
    for (const [at, query] of asked.entries()) {
      const targets = [...numbers.keys()];
      const found = targets.filter((each) => dom.style(each).getPropertyValue(`--sightline-${at}`) === '1');
      inContainer.set(query, new Set(found));
    }
  } finally {
    dom.setSheets(sheets);
  }
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
 * Returns the address at which the page was loaded, the addresses of what it loaded since, whether it has stylesheets
 * that only scripts hold, and the classes and ids that rules can match.
 */
export function listSheets() {
  const loaded = performance.getEntriesByType('resource').slice(0, 1_000);
  return {
    page: performance.getEntriesByType('navigation')[0]?.name.slice(0, 2_000),
    adopts: dom.sheets().length > 0,
    served: loaded.map(({ name }) => name.slice(0, 1_000)),
    ...namesUsed(),
  };
}

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
    styles: [...numbers.keys()].map((element) => short(element, 'style', 4_000)),
    about: listed.map((element) => ({
      id: short(element, 'id', 200),
      classes: short(element, 'class', 400),
      href: short(element, 'href', 400) || short(element, 'src', 400),
    })),
  };
}

/** Returns for each rule the numbers of the targets that it matches. */
export function matchRules(rules: readonly WantedRule[]): number[][] {
  askContainers(rules);
  return rules.map(({ selector, conditions }) => {
    if (!conditions.every((each) => isContainer(each) || holds(each))) return [];
    const queries = conditions.filter(isContainer);
    const found: number[] = [];
    const all = dom.select(dom.document, selector);
    for (let at = 0; at < all.length && at < 20_000; at += 1) {
      const element = all[at] as PageNode;
      const number = numbers.get(element);
      if (number !== undefined && queries.every((query) => inContainer.get(query)?.has(element) === true))
        found.push(number);
    }
    return found;
  });
}
