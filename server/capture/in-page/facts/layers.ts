import type { PageNode, PageStyle, Rectangle } from '../dom.ts';
import * as dom from '../dom.ts';
import { type Edges, edgesOf, meet } from '../edges.ts';

/** An area that cuts off content reaching beyond it. */
export interface Clip {
  edges: Edges;
  /** The element that clips; null: the image itself */
  by: Layer | null;
  /** The axes on which it cuts, and those on which people can scroll to the rest */
  x: boolean;
  y: boolean;
  scrollsX: boolean;
  scrollsY: boolean;
  up: Clip | null;
}

/** A drawn element, with the state that it inherits from its ancestors. */
export interface Layer {
  element: PageNode;
  tag: string;
  up: Layer | null;
  style: PageStyle;
  edges: Edges;
  /** The clip of its own content */
  clip: Clip;
  display: string;
  isVisible: boolean;
  /** It or an ancestor is rotated, moved or scaled */
  isMoved: boolean;
  /** It or an ancestor keeps its place while people scroll */
  isFixed: boolean;
  isSilent: boolean;
  isDisabled: boolean;
  isInert: boolean;
}

const never = new Set(
  'head script style template meta link title base noscript param source track datalist defs symbol clippath mask filter lineargradient radialgradient'.split(
    ' ',
  ),
);
/** All drawn elements, in document order */
export const all: Layer[] = [];
/** The layers by element */
export const of = new Map<PageNode, Layer>();
/** The area of the image */
export let room: Edges = { left: 0, top: 0, right: 0, bottom: 0 };
/** The clip of what nothing else clips */
let whole: Clip = { edges: room, by: null, x: true, y: true, scrollsX: false, scrollsY: false, up: null };

interface Step {
  element: PageNode;
  up: Layer | null;
  flow: Clip;
  absolute: Clip;
  fixed: Clip;
}

function isForReaders(value: (name: string) => string): boolean {
  const shape = value('clip-path');
  if (/^inset\((50|100)%/.test(shape)) return true;
  return /^rect\((0px|1px)?,? ?(0px|1px),? (0px|1px),? (0px|1px)\)$/.test(value('clip'));
}

/** Whether an element is disabled, by an attribute or by styles that prevent pressing it */
function isDisabled(element: PageNode, tag: string, value: (name: string) => string): boolean {
  if (dom.attribute(element, 'aria-disabled') === 'true') return true;
  if (dom.attribute(element, 'disabled') !== null && /^(button|input|select|textarea|fieldset|option)$/.test(tag))
    return true;
  const isPressed = /^(a|button|input)$/.test(tag) || dom.attribute(element, 'role') === 'button';
  return isPressed && (value('pointer-events') === 'none' || value('cursor') === 'not-allowed');
}

function enter(step: Step, hidden: ReadonlySet<PageNode>, hasModal: boolean): Step[] {
  const { element, up } = step;
  const tag = dom.tag(element);
  if (never.has(tag.toLowerCase()) || hidden.has(element)) return [];
  const style = dom.style(element);
  const value = (name: string) => style.getPropertyValue(name);
  const display = value('display');
  if (display === 'none' || Number.parseFloat(value('opacity')) === 0 || isForReaders(value)) return [];
  const position = value('position');
  const outer = dom.isOnTop(element, position) ? { flow: whole, absolute: whole, fixed: whole } : step;
  const cut = position === 'absolute' ? outer.absolute : position === 'fixed' ? outer.fixed : outer.flow;
  const edges = edgesOf(dom.box(element));
  const transforms = ['transform', 'rotate', 'scale', 'translate'].some((name) => value(name) !== 'none');
  const layer: Layer = {
    element,
    tag,
    up,
    style,
    edges,
    clip: cut,
    display,
    isVisible: value('visibility') === 'visible' && (display === 'contents' || dom.isRendered(element)),
    isMoved: transforms || up?.isMoved === true,
    isFixed: position === 'fixed' || position === 'sticky' || up?.isFixed === true,
    isSilent: dom.attribute(element, 'aria-hidden') === 'true' || up?.isSilent === true,
    isDisabled: isDisabled(element, tag, value) || up?.isDisabled === true,
    isInert: false,
  };
  const isModal = hasModal && tag === 'dialog' && dom.matches(element, ':modal');
  const inherited = up === null ? hasModal : up.isInert;
  layer.isInert = (inherited && !isModal) || dom.attribute(element, 'inert') !== null;
  all.push(layer);
  of.set(element, layer);
  let flow = cut;
  const isRoot = tag === 'html' || tag === 'body';
  const [overX, overY] = [value('overflow-x'), value('overflow-y')];
  const clips = !isRoot && display !== 'inline' && display !== 'contents';
  if (clips && (overX !== 'visible' || overY !== 'visible')) {
    const inner = meet(edges, cut.edges);
    const [x, y] = [overX !== 'visible', overY !== 'visible'];
    flow = {
      edges: {
        left: x ? inner.left : cut.edges.left,
        right: x ? inner.right : cut.edges.right,
        top: y ? inner.top : cut.edges.top,
        bottom: y ? inner.bottom : cut.edges.bottom,
      },
      by: layer,
      x,
      y,
      scrollsX: /auto|scroll|overlay/.test(overX),
      scrollsY: /auto|scroll|overlay/.test(overY),
      up: cut,
    };
  }
  layer.clip = flow;
  const holdsAll = transforms || ['filter', 'contain', 'perspective'].some((name) => value(name) !== 'none');
  const inner = {
    up: layer,
    flow,
    absolute: holdsAll || position !== 'static' ? flow : outer.absolute,
    fixed: holdsAll ? flow : outer.fixed,
  };
  return dom
    .flatChildren(element)
    .filter((child) => dom.isElement(child))
    .map((child) => ({ element: child, ...inner }));
}

/**
 * Lists the drawn elements, in document order and into open shadow trees, with their clips. Leaves out elements only
 * for screen readers, and those in `hidden`. Returns false if it took longer than `limitMs` and stopped early.
 */
export function walkLayers(
  image: { width: number; height: number },
  limitMs: number,
  hidden: ReadonlySet<PageNode> = new Set(),
): boolean {
  const end = performance.now() + limitMs;
  dom.setImageWidth(image.width);
  const hasModal = dom.select(dom.document, 'dialog:modal').length > 0;
  room = { left: 0, top: 0, right: image.width, bottom: image.height };
  whole = { ...whole, edges: room };
  const steps: Step[] = [];
  if (dom.documentElement !== null) {
    steps.push({ element: dom.documentElement, up: null, flow: whole, absolute: whole, fixed: whole });
  }
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ((all.length & 63) === 0 && performance.now() > end) return false;
    for (const inner of enter(step, hidden, hasModal).reverse()) steps.push(inner);
  }
  return true;
}

/** Returns the visible part of a rectangle; null where it is narrower or lower than 3 CSS pixels. */
export function visible(edges: Edges, clip: Clip): Rectangle | null {
  const seen = meet(edges, clip.edges);
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  return width < 3 || height < 3 ? null : { x: seen.left, y: seen.top, width, height };
}

/** Returns the closest ancestor for which `test` holds, starting with the layer itself; null for none. */
export function closest(layer: Layer, test: (each: Layer) => boolean): Layer | null {
  for (let at: Layer | null = layer; at !== null; at = at.up) if (test(at)) return at;
  return null;
}
