// What the functions that run inside the page use of it. They run in a world of their own, so the page cannot replace it.
export interface ScrollBox {
  tagName: string;
  shadowRoot: ScrollRoot | null;
  contentDocument?: ScrollDocument | null;
  ownerDocument: ScrollDocument;
  children: Iterable<ScrollBox>;
  assignedSlot: ScrollBox | null;
  parentElement: ScrollBox | null;
  style: {
    getPropertyValue(name: string): string;
    getPropertyPriority(name: string): string;
    setProperty(name: string, value: string, priority: string): void;
  };
  scrollTop: number;
  scrollLeft: number;
  scrollWidth: number;
  scrollHeight: number;
  offsetHeight: number;
  clientWidth: number;
  clientHeight: number;
  clientLeft: number;
  clientTop: number;
  getAttribute(name: string): string | null;
  getRootNode(): object;
  getBoundingClientRect(): { left: number; top: number; bottom: number };
  checkVisibility(options: { visibilityProperty: boolean; opacityProperty: boolean }): boolean;
  scrollTo(options: { top: number; behavior: 'instant' }): void;
}

export interface ScrollRoot {
  querySelectorAll(selector: string): Iterable<ScrollBox>;
}

export interface ScrollDocument extends ScrollRoot {
  documentElement: ScrollBox | null;
  body: ScrollBox | null;
  scrollingElement: ScrollBox | null;
  defaultView: { frameElement: ScrollBox | null } | null;
}

/** An element that scrolls, or a frame whose document does. */
export interface Scroller {
  /** What is scrolled */
  inner: ScrollBox;
  /** What has a size in the page: the same, or the frame */
  outer: ScrollBox;
}

export interface FoundScroller {
  name: string;
  /** What of it can be seen, in CSS pixels from the page's upper left corner */
  x: number;
  y: number;
  width: number;
  height: number;
  hiddenBelow: number;
  /** To the right, or to the left of what is read from the right */
  hiddenAside: number;
  side: 'left' | 'right';
  /** It fills the screen */
  isPage: boolean;
  /** It fills the screen or a column of it, and the page itself does not scroll */
  isShell: boolean;
  /** People can scroll it; else it only cuts off what it holds */
  scrolls: boolean;
}

declare const document: ScrollDocument;
declare const window: {
  innerWidth: number;
  innerHeight: number;
  scrollX: number;
  scrollY: number;
  sightlineScrollers?: Scroller[];
  getComputedStyle(element: ScrollBox): Axes & { writingMode: string };
};

interface Axes {
  overflowX: string;
  overflowY: string;
  direction: string;
}

/**
 * Runs inside the page: every part that hides something one can scroll to, and what cuts off more than half a screen,
 * open shadow trees and frames of the same origin included. Keeps them for the functions that scroll and grow them.
 * `isDrawn` is false while the page is kept from being drawn.
 */
export function findScrollers(isDrawn: boolean): FoundScroller[] {
  const least = 8;
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
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const root = document.documentElement;
  const pageScrolls = root !== null && root.scrollHeight > screen.height + 1;
  const scrollers: Scroller[] = [];
  const found: FoundScroller[] = [];

  function nounOf(element: ScrollBox): string {
    const role = element.getAttribute('role') ?? '';
    if (/^(table|grid|treegrid)$/.test(role)) return 'table';
    if (/^(list|listbox|tree|feed)$/.test(role)) return 'list';
    const [only, ...others] = element.children;
    const held = others.length === 0 && only !== undefined ? nouns[only.tagName.toLowerCase()] : undefined;
    return nouns[element.tagName.toLowerCase()] ?? held ?? 'part';
  }

  function consider(scroller: Scroller, offset: { x: number; y: number }, axes: Axes): void {
    const { inner, outer } = scroller;
    const hidden = { x: inner.scrollWidth - inner.clientWidth, y: inner.scrollHeight - inner.clientHeight };
    const can = (how: string) => /auto|scroll|overlay/.test(how);
    const below = can(axes.overflowY) && hidden.y >= least ? hidden.y : 0;
    const aside = can(axes.overflowX) && hidden.x >= least ? hidden.x : 0;
    const { clientWidth: width, clientHeight: height } = outer;
    const isPage = width >= screen.width * 0.8 && height >= screen.height * 0.8;
    const cutOff = /hidden|clip/.test(axes.overflowY) && isPage && !pageScrolls && hidden.y >= screen.height / 2;
    if (below === 0 && aside === 0 && !cutOff) return;
    if (!outer.checkVisibility({ visibilityProperty: true, opacityProperty: isDrawn })) return;
    const { left, top } = outer.getBoundingClientRect();
    const [x, y] = [left + outer.clientLeft + offset.x, top + outer.clientTop + offset.y];
    if (
      width < 40 ||
      height < 16 ||
      x + width <= 0 ||
      y + height <= 0 ||
      x >= Math.max(screen.width, root?.scrollWidth ?? 0)
    )
      return;
    const isTall = height >= screen.height / 2 && y <= screen.height / 2 && y + height >= screen.height * 0.75;
    const tag = inner.tagName.toLowerCase();
    scrollers.push(scroller);
    found.push({
      name: nounOf(outer),
      x,
      y,
      width,
      height,
      hiddenBelow: cutOff ? hidden.y : below,
      hiddenAside: aside,
      side: axes.direction === 'rtl' ? 'left' : 'right',
      isPage,
      isShell: below > 0 && tag !== 'textarea' && tag !== 'select' && (isPage || (isTall && !pageScrolls)),
      scrolls: !cutOff,
    });
  }

  const auto = (overflow: string): string => overflow.replace('visible', 'auto');

  function visit(tree: ScrollRoot, offset: { x: number; y: number }): void {
    for (const element of tree.querySelectorAll('*')) {
      try {
        const inside = element.tagName === 'IFRAME' ? (element.contentDocument ?? null) : null;
        if (inside?.scrollingElement) {
          const style = window.getComputedStyle(inside.scrollingElement);
          const [overflowX, overflowY] = [auto(style.overflowX), auto(style.overflowY)];
          const axes = { overflowX, overflowY, direction: style.direction };
          consider({ inner: inside.scrollingElement, outer: element }, offset, axes);
          const { left, top } = element.getBoundingClientRect();
          visit(inside, { x: offset.x + left + element.clientLeft, y: offset.y + top + element.clientTop });
        } else {
          if (element.shadowRoot !== null) visit(element.shadowRoot, offset);
          const isLarger =
            element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
          if (!isLarger || element.clientHeight === 0 || element === element.ownerDocument.scrollingElement) continue;
          const above = element.ownerDocument.documentElement;
          // The browser gives the screen what the body says, unless the root says something itself.
          const isOfScreen =
            element.tagName === 'BODY' && above !== null && window.getComputedStyle(above).overflowY === 'visible';
          if (isOfScreen || element === above) continue;
          consider({ inner: element, outer: element }, offset, window.getComputedStyle(element));
        }
      } catch {
        // A frame of another origin, or a form whose fields are called like what it is asked.
      }
    }
  }

  // What does not fit on a page that is read from the right lies to the left of where it starts.
  const reading = document.body ?? root;
  const { direction = '', writingMode = '' } = reading === null ? {} : window.getComputedStyle(reading);
  const growsLeft = direction === 'rtl' || writingMode.endsWith('-rl');
  const hiddenLeft = growsLeft && root !== null ? root.scrollWidth - root.clientWidth : 0;
  visit(document, { x: window.scrollX + hiddenLeft, y: window.scrollY });
  window.sightlineScrollers = scrollers;
  return found;
}

/** Runs inside the page: scrolls one of those that were found, and returns how far it is scrolled then. */
export async function scrollOne(at: number, top: number, waitMs: number): Promise<number> {
  const inner = window.sightlineScrollers?.[at]?.inner;
  if (inner === undefined) return 0;
  inner.scrollTo({ top, behavior: 'instant' });
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 500);
    const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame(done: () => void): void };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, waitMs)));
  });
  return inner.scrollTop;
}

/** Runs inside the page: how large one of those that were found is now. */
export function measureOne(at: number): Pick<FoundScroller, 'height' | 'hiddenBelow'> {
  const scroller = window.sightlineScrollers?.[at];
  if (scroller === undefined) return { height: 0, hiddenBelow: 0 };
  const { inner, outer } = scroller;
  return { height: outer.clientHeight, hiddenBelow: inner.scrollHeight - inner.clientHeight };
}
