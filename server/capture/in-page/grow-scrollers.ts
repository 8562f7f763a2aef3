import { keptScrollers, type Scroller, topOf } from './scrollers.ts';
import { childrenOf, elementsIn, parentOf } from './trees.ts';

/** The steps that `undoGrowth` runs, and the heights that `restoreHeights` keeps */
let undo: (() => void)[] = [];
const heights = new Map<HTMLElement, number>();

const frameOf = (element: Element): Element | null => element.ownerDocument.defaultView?.frameElement ?? null;
const above = (element: Element): HTMLElement | null => (parentOf(element) ?? frameOf(element)) as HTMLElement | null;

/** Returns the element's bottom edge from the top of the screen, across frames */
function bottomOf(element: Element): number {
  let edge = element.getBoundingClientRect().bottom;
  for (let frame = frameOf(element); frame !== null; frame = frameOf(frame)) {
    edge += frame.getBoundingClientRect().top + frame.clientTop;
  }
  return edge;
}

const isFixedToScreen = (element: Element): boolean =>
  element.ownerDocument === document && getComputedStyle(element).position === 'fixed';

function set({ style }: HTMLElement, name: string, value: string): void {
  const [before, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
  undo.push(() => style.setProperty(name, before, priority));
  style.setProperty(name, value, 'important');
}

function setLeastHeight(element: HTMLElement, border: number): void {
  heights.delete(element);
  const style = getComputedStyle(element);
  const around = [style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth];
  const extra = around.reduce((sum, length) => sum + (Number.parseFloat(length) || 0), 0);
  set(element, 'transition', 'none');
  set(element, 'min-height', `${Math.max(0, style.boxSizing === 'border-box' ? border : border - extra)}px`);
}

/** Keeps the height of siblings in a flex column, which would otherwise shrink first. */
function keepBeside(element: HTMLElement): void {
  const { parentElement, parentNode } = element;
  // Elements at the top of a shadow tree are laid out by its host.
  const parent = parentNode instanceof ShadowRoot ? parentNode.host : parentElement;
  if (parent === null) return;
  const { display, flexDirection } = getComputedStyle(parent);
  if (!/flex$/.test(display) || !flexDirection.startsWith('column')) return;
  const children = parentNode instanceof ShadowRoot ? parentNode.children : childrenOf(parent);
  for (const beside of children as Iterable<HTMLElement>) {
    if (beside !== element) setLeastHeight(beside, beside.offsetHeight);
  }
}

function grow({ inner, outer, start: scrolled }: Scroller, maxHeight: number): void {
  const start = bottomOf(outer);
  const chain: { element: HTMLElement; gap: number }[] = [];
  let isFixed = isFixedToScreen(outer);
  for (let each = above(outer); each !== null; each = above(each)) {
    const gap = bottomOf(each) - start;
    // The page behind a menu that is fixed to the screen may be taller; only a bar below the menu needs its place.
    chain.push({ element: each, gap: isFixed ? Math.min(gap, Math.max(0, innerHeight - start)) : gap });
    isFixed ||= isFixedToScreen(each);
  }
  const room = maxHeight - Math.max(start, ...chain.map(({ element }) => bottomOf(element)));
  const hidden = Math.min(inner.scrollHeight - inner.clientHeight, room);
  if (!(hidden > 0)) return;
  undo.push(() => inner.scrollTo({ top: scrolled, behavior: 'instant' }));
  inner.scrollTo({ top: topOf(inner), behavior: 'instant' });
  for (const element of [outer, ...chain.map((each) => each.element)]) keepBeside(element);
  setLeastHeight(outer, outer.offsetHeight + hidden);
  for (const { element, gap } of chain) {
    // An ancestor that the scroller already stuck out of, without being cut off, does not contain it.
    const isCut = getComputedStyle(element).overflowY !== 'visible';
    if (gap < -1 && !isCut && element !== document.documentElement) continue;
    const lacks = Math.max(0, gap) - (bottomOf(element) - bottomOf(outer));
    if (lacks > 0.5) setLeastHeight(element, element.offsetHeight + lacks);
  }
}

/**
 * Makes scrollers as tall as their content, and their ancestors as much taller. The screen, and with it media queries
 * and `vh`, stays the same. Records the heights of the content, so that `restoreHeights` can restore those that depend
 * on the scroller's. The page becomes at most `maxHeight` CSS pixels tall.
 */
export function growScrollers(indexes: readonly number[], maxHeight: number): void {
  const scrollers = indexes.flatMap((index) => keptScrollers[index] ?? []);
  for (const { inner } of scrollers) {
    const isRoot = inner.ownerDocument.documentElement === inner;
    for (const element of elementsIn(isRoot ? inner.ownerDocument : inner)) {
      if (element !== inner) heights.set(element, element.offsetHeight);
    }
  }
  for (const element of elementsIn(document)) {
    const isReplaced = /^(img|video|canvas|iframe|svg|object|embed)$/i.test(element.tagName);
    if (isReplaced && !heights.has(element)) heights.set(element, element.offsetHeight);
  }
  for (const scroller of scrollers) grow(scroller, maxHeight);
}

/** Restores the height of elements that grew along with the scroller around them. */
export function restoreHeights(): void {
  const inflated = [...heights].filter(([element, height]) => element.offsetHeight > height + 0.5);
  for (const [element, height] of inflated) {
    set(element, 'transition', 'none');
    set(element, 'box-sizing', 'border-box');
    set(element, 'height', `${height}px`);
    set(element, 'min-height', '0');
    set(element, 'max-height', `${height}px`);
  }
  heights.clear();
}

/** Undoes the changes of `growScrollers` and `restoreHeights`. */
export function undoGrowth(): void {
  for (const each of undo.reverse()) each();
  undo = [];
  heights.clear();
}
