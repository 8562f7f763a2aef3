import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import type { Edges } from '../edges.ts';
import type { Clip, Layer } from './layers.ts';

/** CSS pixels; less is the space beside letters */
const minCut = 2;

const number = (layer: Layer, name: string): number =>
  dom.property<number>(layer.element, /^offset/.test(name) ? 'HTMLElement' : 'Element', name) ?? 0;

function isShortened(layer: Layer): boolean {
  for (let at: Layer | null = layer; at !== null; at = at.up) {
    const value = (name: string) => at?.style.getPropertyValue(name) ?? '';
    const cuts = value('overflow-x') !== 'visible';
    const clamp = value('-webkit-line-clamp');
    if (cuts && value('text-overflow') !== 'clip' && number(at, 'scrollWidth') > number(at, 'clientWidth') + 1) {
      return true;
    }
    if (cuts && !/^(none|)$/.test(clamp) && number(at, 'scrollHeight') > number(at, 'clientHeight') + 1) return true;
    if (!at.display.startsWith('inline') && at !== layer && at.up !== layer) break;
  }
  return false;
}

function hasNeighbours(layer: Layer, axis: 'x' | 'y'): boolean {
  const parent = dom.parent(layer.element);
  if (parent === null) return false;
  return dom.childNodes(parent).some((other) => {
    if (other === layer.element || !dom.isElement(other)) return false;
    const box = dom.box(other);
    if (box.width < 2 || box.height < 2) return false;
    const { left, right, top, bottom } = layer.edges;
    const sameRow = box.y < bottom - 1 && box.y + box.height > top + 1;
    const sameColumn = box.x < right - 1 && box.x + box.width > left + 1;
    return axis === 'x' ? sameRow && !sameColumn : sameColumn && !sameRow;
  });
}

/** Whether a clip cuts a text off by design: slides of a carousel, panels moved out of view, content that fades out. */
function isMeant(layer: Layer, clip: Clip, axis: 'x' | 'y'): boolean {
  const { edges } = clip;
  for (let at: Layer | null = layer; at !== null && at !== clip.by; at = at.up) {
    const value = (name: string) => at?.style.getPropertyValue(name) ?? '';
    if (at.isMoved !== (clip.by?.isMoved ?? false)) return true;
    if (/absolute|fixed|sticky/.test(value('position'))) return true;
    const beyond =
      axis === 'x'
        ? at.edges.right > edges.right + minCut || at.edges.left < edges.left - minCut
        : at.edges.bottom > edges.bottom + minCut || at.edges.top < edges.top - minCut;
    if (beyond && axis === 'x' && hasNeighbours(at, axis)) return true;
    if (!/^(none|)$/.test(value('animation-name'))) return true;
  }
  const by = clip.by;
  if (by === null) return false;
  const value = (name: string) => by.style.getPropertyValue(name);
  if (!/^(none|)$/.test(value('mask-image')) || !/^(none|)$/.test(value('-webkit-mask-image'))) return true;
  return value('scroll-snap-type') !== 'none' && value('scroll-snap-type') !== '';
}

function hasFade(clip: Clip): boolean {
  const fades = (element: PageNode, part?: '::before' | '::after') =>
    /gradient/.test(dom.style(element, part).getPropertyValue('background-image'));
  const by = clip.by;
  if (by === null) return false;
  if (fades(by.element, '::before') || fades(by.element, '::after')) return true;
  return dom.childNodes(by.element).some((child) => dom.isElement(child) && fades(child));
}

/**
 * Whether the clipping element itself, rather than one around it, cuts off the letters of a line; vertically, the space
 * above and below them does not count
 */
function isLineCut(line: Edges, { edges, by }: Clip, axis: 'x' | 'y'): boolean {
  const own = by?.edges ?? edges;
  if (axis === 'x') {
    const seen = Math.min(line.right, edges.right) - Math.max(line.left, edges.left);
    return seen > 4 && (line.right > own.right + minCut || line.left < own.left - minCut);
  }
  const height = line.bottom - line.top;
  const [top, baseline] = [line.top + height * 0.25, line.top + height * 0.76];
  const isSeen = Math.min(baseline, edges.bottom) - Math.max(top, edges.top) > 1;
  return isSeen && (own.bottom < baseline - 1.5 || own.top > top + 1.5);
}

/** Returns whether the page hides its horizontal overflow instead of scrolling to it. */
export const isPageCut = (): boolean =>
  ['html', 'body'].some((tag) => {
    const element = dom.select(dom.document, tag)[0];
    return element !== undefined && /hidden|clip/.test(dom.style(element).getPropertyValue('overflow-x'));
  });

/**
 * Returns how a text is cut off where people cannot reach the rest; null where it is not. `lines` are the whole lines,
 * visible or not.
 */
export function cutOf(layer: Layer, lines: readonly Edges[]): 'ellipsis' | 'edge' | null {
  if (isShortened(layer)) return 'ellipsis';
  for (let clip: Clip | null = layer.clip; clip !== null; clip = clip.up) {
    for (const axis of ['x', 'y'] as const) {
      // The screenshot, rather than the page, may end at the image's lower edge.
      const canScroll = clip.by === null && (axis === 'y' || !isPageCut());
      if (!clip[axis] || canScroll) continue;
      if (!lines.some((line) => clip !== null && isLineCut(line, clip, axis))) continue;
      if (clip[axis === 'x' ? 'scrollsX' : 'scrollsY'] || isMeant(layer, clip, axis) || hasFade(clip)) return null;
      return 'edge';
    }
  }
  return null;
}
