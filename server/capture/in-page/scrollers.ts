import type { FoundScroller } from '../in-page.ts';
import { growsLeft } from './dom.ts';
import { childrenOf } from './trees.ts';
import { wait, waitTwoFrames } from './wait.ts';

/** An element that scrolls, or a frame whose document does. */
export interface Scroller {
  /** The element that scrolls */
  inner: HTMLElement;
  /** The element with a size in the page: the same, or the frame */
  outer: HTMLElement;
  /** Its `scrollTop` when it was found */
  start: number;
}

interface Axes {
  overflowX: string;
  overflowY: string;
  direction: string;
}

interface Point {
  x: number;
  y: number;
}

interface Kept extends Scroller {
  found: FoundScroller;
}

/** CSS pixels; less does not count as hidden */
const minHidden = 8;
const nouns: Record<string, string> = {
  table: 'table',
  ul: 'list',
  ol: 'list',
  pre: 'code block',
  code: 'code block',
  textarea: 'text field',
  select: 'list',
  iframe: 'frame',
  nav: 'navigation',
  aside: 'side bar',
};

/** The scrollers of the last call of `findScrollers` */
export let keptScrollers: Scroller[] = [];

function nounOf(element: Element): string {
  const role = element.getAttribute('role') ?? '';
  if (/^(table|grid|treegrid)$/.test(role)) return 'table';
  if (/^(list|listbox|tree|feed)$/.test(role)) return 'list';
  const [only, ...others] = childrenOf(element);
  const held = others.length === 0 && only !== undefined ? nouns[only.tagName.toLowerCase()] : undefined;
  return nouns[element.tagName.toLowerCase()] ?? held ?? 'part';
}

/**
 * Describes a scroller that hides something people can scroll to, or that cuts off more than half a screen; null
 * otherwise.
 */
function judge(
  { inner, outer }: Omit<Scroller, 'start'>,
  offset: Point,
  axes: Axes,
  isDrawn: boolean,
): FoundScroller | null {
  const root = document.documentElement;
  const pageScrolls = root !== null && root.scrollHeight > innerHeight + 1;
  const hidden = { x: inner.scrollWidth - inner.clientWidth, y: inner.scrollHeight - inner.clientHeight };
  const can = (how: string) => /auto|scroll|overlay/.test(how);
  const below = can(axes.overflowY) && hidden.y >= minHidden ? hidden.y : 0;
  const aside = can(axes.overflowX) && hidden.x >= minHidden ? hidden.x : 0;
  const { clientWidth: width, clientHeight: height } = outer;
  const isPage = width >= innerWidth * 0.8 && height >= innerHeight * 0.8;
  const cutOff = /hidden|clip/.test(axes.overflowY) && isPage && !pageScrolls && hidden.y >= innerHeight / 2;
  if (below === 0 && aside === 0 && !cutOff) return null;
  if (!outer.checkVisibility({ visibilityProperty: true, opacityProperty: isDrawn })) return null;
  const { left, top } = outer.getBoundingClientRect();
  const [x, y] = [left + outer.clientLeft + offset.x, top + outer.clientTop + offset.y];
  const isOutside = x + width <= 0 || y + height <= 0 || x >= Math.max(innerWidth, root?.scrollWidth ?? 0);
  if (width < 40 || height < 16 || isOutside) return null;
  const isTall = height >= innerHeight / 2 && y <= innerHeight / 2 && y + height >= innerHeight * 0.75;
  const isField = /^(textarea|select)$/i.test(inner.tagName);
  return {
    name: nounOf(outer),
    x,
    y,
    width,
    height,
    hiddenBelow: cutOff ? hidden.y : below,
    hiddenAside: aside,
    side: axes.direction === 'rtl' ? 'left' : 'right',
    isPage,
    isShell: below > 0 && !isField && (isPage || (isTall && !pageScrolls)),
    scrolls: !cutOff,
  };
}

/** Returns the axes of a frame's document. There, `visible` overflow scrolls. */
function axesOfFrame(scrolled: Element): Axes {
  const { overflowX, overflowY, direction } = getComputedStyle(scrolled);
  const auto = (overflow: string): string => overflow.replace('visible', 'auto');
  return { overflowX: auto(overflowX), overflowY: auto(overflowY), direction };
}

/** Returns whether an element has more content than it shows, and does not scroll with the screen. */
function mayScroll(element: Element): boolean {
  const isLarger = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
  if (!isLarger || element.clientHeight === 0 || element === element.ownerDocument.scrollingElement) return false;
  const above = element.ownerDocument.documentElement;
  // The browser gives the screen the body's value, unless the root has a value of its own.
  const isOfScreen = element.tagName === 'BODY' && above !== null && getComputedStyle(above).overflowY === 'visible';
  return !isOfScreen && element !== above;
}

function scrollersIn(tree: ParentNode, offset: Point, isDrawn: boolean): Kept[] {
  const kept: Kept[] = [];
  const consider = (scroller: Omit<Scroller, 'start'>, axes: Axes): void => {
    const found = judge(scroller, offset, axes, isDrawn);
    if (found !== null) kept.push({ ...scroller, start: scroller.inner.scrollTop, found });
  };
  for (const element of tree.querySelectorAll<HTMLElement>('*')) {
    try {
      const inside = element.tagName === 'IFRAME' ? (element as HTMLIFrameElement).contentDocument : null;
      const scrolled = inside?.scrollingElement ?? null;
      if (inside !== null && scrolled !== null) {
        consider({ inner: scrolled as HTMLElement, outer: element }, axesOfFrame(scrolled));
        const { left, top } = element.getBoundingClientRect();
        const [x, y] = [offset.x + left + element.clientLeft, offset.y + top + element.clientTop];
        kept.push(...scrollersIn(inside, { x, y }, isDrawn));
      } else {
        if (element.shadowRoot !== null) kept.push(...scrollersIn(element.shadowRoot, offset, isDrawn));
        if (mayScroll(element)) consider({ inner: element, outer: element }, getComputedStyle(element));
      }
    } catch {
      // A frame of another origin, or a form with fields named like the properties used here.
    }
  }
  return kept;
}

/**
 * Finds every part that hides something people can scroll to, and parts that cut off more than half a screen, including
 * open shadow trees and frames of the same origin. `isDrawn` is false while the page is kept from being drawn.
 */
export function findScrollers(isDrawn: boolean): FoundScroller[] {
  const root = document.documentElement;
  const hiddenLeft = growsLeft() && root !== null ? root.scrollWidth - root.clientWidth : 0;
  const kept = scrollersIn(document, { x: scrollX + hiddenLeft, y: scrollY }, isDrawn);
  keptScrollers = kept;
  return kept.map(({ found }) => found);
}

/**
 * Returns the `scrollTop` that shows the top of a scroller's content. A list that begins at its lower edge, as that of a
 * chat, counts from there.
 */
export const topOf = (inner: Element): number =>
  getComputedStyle(inner).flexDirection === 'column-reverse' ? inner.clientHeight - inner.scrollHeight : 0;

/**
 * Scrolls one of the found scrollers to a position from the top of its content, or to where it was found. Returns the
 * position that it reached.
 */
export async function scrollOne(index: number, to: number | 'start', waitMs: number): Promise<number> {
  const scroller = keptScrollers[index];
  if (scroller === undefined) return 0;
  const { inner, start } = scroller;
  const top = topOf(inner);
  inner.scrollTo({ top: to === 'start' ? start : top + to, behavior: 'instant' });
  await Promise.race([wait(500), waitTwoFrames().then(() => wait(waitMs))]);
  return inner.scrollTop - top;
}

/** Returns the current size of one of the found scrollers. */
export function measureOne(index: number): Pick<FoundScroller, 'height' | 'hiddenBelow'> {
  const scroller = keptScrollers[index];
  if (scroller === undefined) return { height: 0, hiddenBelow: 0 };
  const { inner, outer } = scroller;
  return { height: outer.clientHeight, hiddenBelow: inner.scrollHeight - inner.clientHeight };
}
