import type { ScrollBox, ScrollDocument, Scroller, ScrollRoot } from './scrollers.ts';

type Undo = () => void;

declare const document: ScrollDocument;
declare const window: {
  sightlineScrollers?: Scroller[];
  sightlineGrown?: { undo: Undo[]; heights: Map<ScrollBox, number> };
  getComputedStyle(element: ScrollBox): Record<string, string>;
};

/**
 * Runs inside the page: makes scrollers as tall as what they hold, and what is around them as much taller; the screen,
 * and with it media queries and `vh`, stays as it is. What is inside them keeps its height, even where that follows from
 * the scroller's. `most` is how tall the page may become. Everything is kept for `shrink`.
 */
export function grow(places: readonly number[], most: number): void {
  const scrollers = places.flatMap((at) => window.sightlineScrollers?.[at] ?? []);
  const state = window.sightlineGrown ?? { undo: [], heights: new Map<ScrollBox, number>() };
  window.sightlineGrown = state;

  function all(root: ScrollRoot): ScrollBox[] {
    const found: ScrollBox[] = [];
    for (const element of root.querySelectorAll('*')) {
      found.push(element);
      if (element.shadowRoot !== null) found.push(...all(element.shadowRoot));
    }
    return found;
  }

  function frameOf(element: ScrollBox): ScrollBox | null {
    return element.ownerDocument.defaultView?.frameElement ?? null;
  }

  function above(element: ScrollBox): ScrollBox | null {
    const root = element.getRootNode();
    const host = 'host' in root ? (root.host as ScrollBox) : null;
    return element.assignedSlot ?? element.parentElement ?? host ?? frameOf(element);
  }

  /** From the upper edge of the page, also out of a frame */
  function bottom(element: ScrollBox): number {
    let edge = element.getBoundingClientRect().bottom;
    for (let frame = frameOf(element); frame !== null; frame = frameOf(frame)) {
      edge += frame.getBoundingClientRect().top + frame.clientTop;
    }
    return edge;
  }

  function set(element: ScrollBox, name: string, value: string): void {
    const [before, priority] = [element.style.getPropertyValue(name), element.style.getPropertyPriority(name)];
    state.undo.push(() => element.style.setProperty(name, before, priority));
    element.style.setProperty(name, value, 'important');
  }

  function setLeastHeight(element: ScrollBox, border: number): void {
    state.heights.delete(element);
    const style = window.getComputedStyle(element);
    const around = ['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'];
    const extra = around.reduce((sum, name) => sum + (Number.parseFloat(style[name] ?? '') || 0), 0);
    set(element, 'transition', 'none');
    set(element, 'min-height', `${Math.max(0, style.boxSizing === 'border-box' ? border : border - extra)}px`);
  }

  /** What stands beside it in a column would give it its own room first. */
  function keepBeside(element: ScrollBox): void {
    const parent = element.parentElement;
    if (parent === null) return;
    const { display, flexDirection } = window.getComputedStyle(parent);
    if (!/flex$/.test(display ?? '') || !flexDirection?.startsWith('column')) return;
    for (const beside of parent.children) if (beside !== element) setLeastHeight(beside, beside.offsetHeight);
  }

  function growOne({ inner, outer }: Scroller): void {
    const start = bottom(outer);
    const chain: { element: ScrollBox; gap: number }[] = [];
    for (let each = above(outer); each !== null; each = above(each)) {
      chain.push({ element: each, gap: bottom(each) - start });
    }
    const room = most - Math.max(start, ...chain.map(({ element }) => bottom(element)));
    const hidden = Math.min(inner.scrollHeight - inner.clientHeight, room);
    if (!(hidden > 0)) return;
    for (const element of [outer, ...chain.map((each) => each.element)]) keepBeside(element);
    setLeastHeight(outer, outer.offsetHeight + hidden);
    for (const { element, gap } of chain) {
      // What it already stuck out of, unless cut off there, does not hold it.
      const isCut = window.getComputedStyle(element).overflowY !== 'visible';
      if (gap < -1 && !isCut && element !== document.documentElement) continue;
      const lacks = Math.max(0, gap) - (bottom(element) - bottom(outer));
      if (lacks > 0.5) setLeastHeight(element, element.offsetHeight + lacks);
    }
  }

  for (const { inner } of scrollers) {
    const held =
      inner.ownerDocument.documentElement === inner ? all(inner.ownerDocument) : all(inner as unknown as ScrollRoot);
    for (const element of held) if (element !== inner) state.heights.set(element, element.offsetHeight);
  }
  for (const element of all(document)) {
    const isReplaced = /^(img|video|canvas|iframe|svg|object|embed)$/i.test(element.tagName);
    if (isReplaced && !state.heights.has(element)) state.heights.set(element, element.offsetHeight);
  }
  for (const scroller of scrollers) growOne(scroller);
}

/** Runs inside the page: gives back its height to what grew along with the scroller that it is in. */
export function pinHeights(): void {
  const state = window.sightlineGrown;
  if (state === undefined) return;
  const inflated = [...state.heights].filter(([element, height]) => element.offsetHeight > height + 0.5);
  for (const [element, height] of inflated) {
    const values = {
      transition: 'none',
      'box-sizing': 'border-box',
      height: `${height}px`,
      'min-height': '0',
      'max-height': `${height}px`,
    };
    for (const [name, value] of Object.entries(values)) {
      const [before, priority] = [element.style.getPropertyValue(name), element.style.getPropertyPriority(name)];
      state.undo.push(() => element.style.setProperty(name, before, priority));
      element.style.setProperty(name, value, 'important');
    }
  }
  state.heights.clear();
}

/** Runs inside the page: undoes all of it. */
export function shrink(): void {
  for (const undo of (window.sightlineGrown?.undo ?? []).reverse()) undo();
  delete window.sightlineGrown;
}
