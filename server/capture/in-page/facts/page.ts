import type { CapturedPageFacts } from '../../captured-facts.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';

const maxSpills = 20;
/** CSS pixels: a taller element at the page's left edge is a wrapper rather than the overflowing content */
const limitOfWrappers = 900;
const screenWidth = (): number => dom.length('clientWidth');

function meta(name: string): string | null {
  const found = Array.from(dom.select(dom.document, 'meta[name]')).find(
    (each) => (dom.attribute(each, 'name') ?? '').trim().toLowerCase() === name,
  );
  return found === undefined ? null : (dom.attribute(found, 'content') ?? '').trim().slice(0, 1_000);
}

function hidesWidth(): boolean {
  return layers.all.some(
    ({ tag, style }) => (tag === 'html' || tag === 'body') && /hidden|clip/.test(style.getPropertyValue('overflow-x')),
  );
}

/** Returns how far it is visible beyond the screen on the side where the page grows, ignoring the image's own edge */
function reach(layer: Layer): number {
  let { left, right } = layer.edges;
  for (let clip = (layer.up ?? layer).clip; clip.up !== null; clip = clip.up) {
    if (!clip.x) continue;
    left = Math.max(left, clip.edges.left);
    right = Math.min(right, clip.edges.right);
  }
  return dom.hiddenLeft() > 0 ? dom.hiddenLeft() - left : right - screenWidth();
}

/** Returns how far it reaches beyond the edge where the page starts, where people cannot scroll to */
function lost({ left, right }: Layer['edges']): number {
  return dom.hiddenLeft() > 0 ? right - dom.hiddenLeft() - screenWidth() : -left;
}

function spilling(): Layer[] {
  const over = new Set<Layer>();
  for (const layer of layers.all) {
    if (!layer.isVisible || layer.isFixed || layer.tag === 'html' || layer.tag === 'body') continue;
    const { left, right, top, bottom } = layer.edges;
    if (right - left < 2 || bottom - top < 2 || lost(layer.edges) > 1) continue;
    if (reach(layer) > 1) over.add(layer);
  }
  // A wrapper that only grew with its content is not the cause.
  const holdsOther = new Set<Layer>();
  for (const layer of over) {
    const wrapper = layer.up;
    if (wrapper === null || !over.has(wrapper)) continue;
    const isTall = wrapper.edges.bottom - wrapper.edges.top > limitOfWrappers;
    const isAlone = over.size > 1 && isTall && lost(wrapper.edges) >= -1;
    if (isAlone) holdsOther.add(wrapper);
  }
  const named = new Set([...over].filter((layer) => !holdsOther.has(layer)));
  return [...named].filter(
    (layer) => layers.closest(layer.up ?? layer, (each) => each !== layer && named.has(each)) === null,
  );
}

function spills(): CapturedPageFacts['spills'] {
  if (dom.length('scrollWidth') <= screenWidth() + 1 || hidesWidth()) return [];
  return spilling()
    .slice(0, 400)
    .map((layer) => ({ layer, box: layers.visible(layer.edges, (layer.up ?? layer).clip) }))
    .sort((one, other) => reach(other.layer) - reach(one.layer))
    .flatMap(({ layer, box }) => {
      const text = names.text(layer.element) || names.accessibleName(layer.element, 'img') || '';
      return box === null ? [] : [{ box, text: text.slice(0, 100) }];
    })
    .slice(0, maxSpills);
}

/** Returns how many rules a stylesheet has; null where its origin hides them */
function ruleCount(link: PageNode): number | null {
  try {
    return dom.property<{ cssRules: ArrayLike<unknown> }>(link, 'HTMLLinkElement', 'sheet')?.cssRules.length ?? 0;
  } catch {
    return null;
  }
}

/** Counts the stylesheets for this screen. One that failed to load has no rules. */
function stylesheets(): CapturedPageFacts['stylesheets'] {
  const links = Array.from(dom.select(dom.document, 'link[rel~="stylesheet" i][href]:not([disabled])')).filter(
    (link) => {
      const media = dom.attribute(link, 'media') ?? '';
      const isOther = /\balternate\b/i.test(dom.attribute(link, 'rel') ?? '');
      return !isOther && (media === '' || matchMedia(media).matches);
    },
  );
  const counts = links.map(ruleCount);
  return {
    linked: links.length,
    empty: counts.filter((count) => count === 0).length,
    unknown: counts.filter((count) => count === null).length,
  };
}

function usesBrowserFont(): boolean {
  const body = dom.select(dom.document, 'body')[0];
  return (
    body !== undefined && /^["']?(Times New Roman|Times|serif)\b/.test(dom.style(body).getPropertyValue('font-family'))
  );
}

/** Returns what the page declares about itself, and what makes it wider than its screen. */
export function describePage(): Omit<CapturedPageFacts, 'hasMenuButton' | 'unseenLinks' | 'cutTables' | 'maskedTo'> {
  const root = dom.documentElement;
  return {
    title: (dom.property<string>(dom.document, 'Document', 'title') ?? '').trim().slice(0, 300),
    description: meta('description'),
    language: root === null ? null : (dom.attribute(root, 'lang')?.trim().slice(0, 60) ?? null),
    viewportTag: meta('viewport'),
    screenWidth: screenWidth(),
    contentWidth: hidesWidth() ? screenWidth() : dom.length('scrollWidth'),
    hiddenLeft: dom.hiddenLeft(),
    spills: spills(),
    stylesheets: stylesheets(),
    usesBrowserFont: usesBrowserFont(),
  };
}
