import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as colours from './colours.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';

/** An element and the points at which the stack of elements is examined, from front to back. */
export interface Asked {
  layer: Layer;
  points: { x: number; y: number }[];
  /** The layer that paints the background in full; null: the page itself */
  base: Layer | null;
}

export interface Answer {
  /** Something else covers most of its points, and does not move away when people scroll */
  covered: boolean;
  /** Something lies over it on purpose: a dialog, a menu, an element that keeps its place while people scroll */
  isBehind: boolean;
  /** Something outside the flow, such as an open menu, hides it */
  isUnderPanel: boolean;
  /** A bar at the top of the screen lies over it before anyone scrolls, and so always */
  isBehindBar: boolean;
  /** Something else is painted between it and its background, or it could not be hit */
  hasOther: boolean;
}

/** Largest height of a bar in CSS pixels, and its smallest share of the screen's width */
const maxBar = 200;
const minShare = 0.6;

function isPartOf(one: PageNode, other: PageNode): boolean {
  for (let at: PageNode | null = one; at !== null; at = aboveOf(at)) if (at === other) return true;
  return false;
}

function aboveOf(node: PageNode): PageNode | null {
  const layer = layers.of.get(node);
  if (layer !== undefined) return layer.up?.element ?? null;
  const parent = dom.parent(node);
  return parent !== null && dom.isShadowRoot(parent) ? dom.host(parent) : parent;
}

function look(asked: Asked, x: number, y: number): Answer | null {
  const { element } = asked.layer;
  const hits = dom.hits(dom.root(element), x - dom.hiddenLeft() - scrollX, y - scrollY);
  const own = hits.findIndex((hit) => isPartOf(element, hit));
  if (own === -1) return null;
  const answer: Answer = { covered: false, isBehind: false, isUnderPanel: false, isBehindBar: false, hasOther: false };
  for (const hit of hits.slice(0, own)) {
    const layer = layers.of.get(hit);
    // A part of it, or an element that is drawn but not listed.
    if (layer === undefined || isPartOf(hit, element) || sameControl(hit, element)) continue;
    const { left, right, top, bottom } = layer.edges;
    if (!colours.hides(layer, x >= left && x <= right && y >= top && y <= bottom)) continue;
    answer.isUnderPanel ||= isOutOfFlow(layer, element);
    if (isOverlay(layer)) answer.isBehind = true;
    else if (isBarOver(layer, y)) answer.isBehindBar = true;
    else if (layer.isFixed) answer.isBehind = true;
    else answer.covered = true;
  }
  answer.covered ||= answer.isBehindBar;
  for (const hit of hits.slice(own)) {
    if (hit === asked.base?.element) break;
    if (isPartOf(element, hit)) continue;
    const layer = layers.of.get(hit);
    if (layer !== undefined && colours.tints(layer)) answer.hasOther = true;
  }
  return answer;
}

/** Whether a layer, or what holds it but not the element, is taken out of the flow of the page. */
const isOutOfFlow = (layer: Layer, element: PageNode): boolean =>
  layers.closest(
    layer,
    (each) => /^(absolute|fixed)$/.test(each.style.getPropertyValue('position')) && !isPartOf(element, each.element),
  ) !== null;

/** Returns whether a layer belongs to a bar fixed to the top, while the page is scrolled to its beginning */
function isBarOver(layer: Layer, y: number): boolean {
  if (!layer.isFixed || scrollY > 0) return false;
  const bar = layers.closest(layer, ({ style }) => /^(fixed|sticky)$/.test(style.getPropertyValue('position')));
  if (bar === null) return false;
  const { left, right, top, bottom } = bar.edges;
  const isBar = top <= 1 && bottom - top <= maxBar && right - left >= innerWidth * minShare;
  return isBar && y < bottom;
}

/** Whether both belong to the same label, button or select: a label over its field belongs to it. */
function sameControl(hit: PageNode, element: PageNode): boolean {
  const holder = (node: PageNode) =>
    layers.of.get(node) === undefined
      ? null
      : layers.closest(layers.of.get(node) as Layer, ({ tag }) => /^(label|button|select)$/.test(tag));
  const one = holder(hit);
  return one !== null && one === holder(element);
}

/** Whether a layer belongs to a dialog, a menu or the like, which lie over the page on purpose. */
function isOverlay(layer: Layer): boolean {
  return (
    layers.closest(layer, (each) => {
      if (each.tag === 'dialog' || dom.attribute(each.element, 'popover') !== null) return true;
      return /^(dialog|alertdialog|menu|listbox|tooltip|alert|status)$/.test(dom.attribute(each.element, 'role') ?? '');
    }) !== null
  );
}

function sumUp(answers: readonly (Answer | null)[]): Answer {
  const known = answers.filter((each) => each !== null);
  const most = (test: (each: Answer) => boolean) => known.length > 0 && known.filter(test).length * 2 > known.length;
  return {
    covered: most(({ covered }) => covered),
    isBehind: most(({ isBehind }) => isBehind),
    isUnderPanel: most(({ isUnderPanel }) => isUnderPanel),
    isBehindBar: most(({ isBehindBar }) => isBehindBar),
    hasOther: known.length === 0 || known.some(({ hasOther }) => hasOther),
  };
}

/** Set to false once a look-through stopped early */
export let isInTime = true;

/**
 * Finds out what lies over and under places. Scrolls the page and back within one task, so that the page does not
 * notice. The answers are in the order of the places; null where the time was not sufficient.
 */
export function lookThrough(asked: readonly Asked[], limitMs: number): (Answer | null)[] {
  const end = performance.now() + limitMs;
  const answers: (Answer | null)[] = asked.map(() => null);
  const from = { left: scrollX, top: scrollY };
  try {
    const order = asked.map((_, at) => at).sort((a, b) => topOf(asked[a]) - topOf(asked[b]));
    for (const at of order) {
      const each = asked[at];
      if (each === undefined) continue;
      if (performance.now() > end) {
        isInTime = false;
        break;
      }
      if (each.layer.isFixed) bringBack(from);
      else bringIntoView(each);
      answers[at] = sumUp(each.points.map(({ x, y }) => look(each, x, y)));
    }
  } finally {
    bringBack(from);
  }
  return answers;
}

const topOf = (asked: Asked | undefined): number => asked?.points[0]?.y ?? 0;

function bringBack(to: { left: number; top: number }): void {
  if (scrollX !== to.left || scrollY !== to.top) scrollTo({ ...to, behavior: 'instant' });
}

function bringIntoView({ points }: Asked): void {
  const start = dom.hiddenLeft();
  const inView = points.every(
    ({ x, y }) =>
      x - start >= scrollX && x - start < scrollX + innerWidth && y >= scrollY + 8 && y < scrollY + innerHeight - 8,
  );
  const [first] = points;
  if (inView || first === undefined) return;
  const x = first.x - start;
  const left = x >= 0 && x < innerWidth ? 0 : x - 40;
  // The next places are further down.
  scrollTo({ left, top: Math.max(0, first.y - innerHeight * 0.3), behavior: 'instant' });
}

/** Runs `work` while elements that let clicks through can be hit as well. */
export function whileSolid<T>(work: () => T): T {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important }');
  const sheets = dom.sheets();
  dom.setSheets([...sheets, sheet]);
  try {
    return work();
  } finally {
    dom.setSheets(sheets);
  }
}
