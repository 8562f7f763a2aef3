import type { PageNode, Rectangle } from './dom.ts';
import * as dom from './dom.ts';
import { type Edges, edgesOf, meet } from './edges.ts';

/** An element that can be seen. */
export interface Seen {
  element: PageNode;
  tag: string;
  /** Index of the closest visible ancestor in the list; -1 at the top */
  parent: number;
  /** Its visible part, in CSS pixels from the page's upper left corner */
  box: Rectangle;
  hasOwnText: boolean;
}

/** The state of every element that the walk passed, listed or not. */
export interface Drawn {
  shown: boolean;
  inline: boolean;
}

const minSize = 4;
const never = new Set(
  'head script style template meta link title base br wbr param source track datalist area col colgroup defs symbol clippath mask filter lineargradient radialgradient'.split(
    ' ',
  ),
);
// Inside an SVG, only these elements are listed.
const inDrawing = new Set(['svg', 'text', 'a', 'image', 'foreignobject']);

function hasOwnText(children: readonly PageNode[]): boolean {
  return children.some((child) => dom.isText(child) && /\S/.test(dom.textOf(child)));
}

function isSilentShape(element: PageNode, tag: string): boolean {
  if (dom.isHtml(element) || inDrawing.has(tag.toLowerCase())) return false;
  return ['role', 'aria-label', 'id', 'data-testid'].every((name) => dom.attribute(element, name) === null);
}

/** Every element that the walk passed, listed or not */
export const drawn = new Map<PageNode, Drawn>();

/**
 * Walks through the drawn elements, in document order and into open shadow trees, and lists those visible within
 * `limits`. Stops after `limitMs`, complete or not.
 */
export function walk(limits: { width: number; height: number }, limitMs: number) {
  const end = performance.now() + limitMs;
  dom.setImageWidth(limits.width);
  const seen: Seen[] = [];
  const image: Edges = { left: 0, top: 0, right: limits.width, bottom: limits.height };
  // The clip of a child depends on its position: absolute children escape ancestors that are not positioned, fixed ones
  // escape all.
  interface Step {
    element: PageNode;
    parent: number;
    flow: Edges;
    absolute: Edges;
    fixed: Edges;
  }
  const root = dom.documentElement;
  const steps: Step[] =
    root === null ? [] : [{ element: root, parent: -1, flow: image, absolute: image, fixed: image }];
  let complete = true;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ((drawn.size & 63) === 0 && performance.now() > end) {
      complete = false;
      break;
    }
    const { element } = step;
    const tag = dom.tag(element);
    if (never.has(tag.toLowerCase())) continue;
    const style = dom.style(element);
    const value = (name: string) => style.getPropertyValue(name);
    const display = value('display');
    if (display === 'none' || Number.parseFloat(value('opacity')) === 0) continue;
    const position = value('position');
    const outer = dom.isOnTop(element, position) ? { flow: image, absolute: image, fixed: image } : step;
    const cut = position === 'absolute' ? outer.absolute : position === 'fixed' ? outer.fixed : outer.flow;
    const box = dom.box(element);
    const edges = edgesOf(box);
    const inView = meet(edges, cut);
    const width = inView.right - inView.left;
    const height = inView.bottom - inView.top;
    const isVisible = value('visibility') === 'visible' && (display === 'contents' || dom.isRendered(element));
    const hasBox = box.width > 0 && box.height > 0;
    const isOpen = cut.right - cut.left > 1 && cut.bottom - cut.top > 1;
    drawn.set(element, {
      shown: isVisible && isOpen && (!hasBox || (width > 1 && height > 1)),
      inline: display.startsWith('inline') || display === 'contents',
    });
    const children = dom.flatChildren(element);
    let place = step.parent;
    if (isVisible && width >= minSize && height >= minSize && tag !== 'html' && !isSilentShape(element, tag)) {
      place = seen.length;
      seen.push({
        element,
        tag,
        parent: step.parent,
        box: { x: inView.left, y: inView.top, width, height },
        hasOwnText: hasOwnText(children),
      });
    }
    const isRoot = tag === 'html' || tag === 'body';
    let flow = cut;
    if (!isRoot && display !== 'inline' && display !== 'contents') {
      const { left, right, top, bottom } = meet(edges, cut);
      if (value('overflow-x') !== 'visible') flow = { ...flow, left, right };
      if (value('overflow-y') !== 'visible') flow = { ...flow, top, bottom };
    }
    const isCut = flow !== outer.absolute || flow !== outer.fixed;
    const holdsAll = isCut && ['transform', 'filter', 'contain'].some((name) => value(name) !== 'none');
    const inner = {
      flow,
      absolute: holdsAll || position !== 'static' ? flow : outer.absolute,
      fixed: holdsAll ? flow : outer.fixed,
    };
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child !== undefined && dom.isElement(child)) steps.push({ element: child, parent: place, ...inner });
    }
  }
  return { seen, complete };
}
