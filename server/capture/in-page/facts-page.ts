import type { CapturedPageFacts } from '../captured-facts.ts';
import type { Dom } from './element-map-dom.ts';
import type { Names } from './element-map-names.ts';
import type { Layer, Layers } from './facts-layers.ts';

/** Runs inside the page: what it says of itself, and what makes it wider than its screen. */
export function pageKit(dom: Dom, layers: Layers, names: Names) {
  const mostSpills = 20;
  /** CSS pixels: taller ones at the page's left edge are wrappers, not what does not fit */
  const limitOfWrappers = 900;
  const root = dom.documentElement;
  const number = (name: string): number => (root === null ? 0 : (dom.property<number>(root, 'Element', name) ?? 0));
  const screenWidth = number('clientWidth');

  function meta(name: string): string | null {
    const found = Array.from(dom.select(dom.document, 'meta[name]')).find(
      (each) => (dom.attribute(each, 'name') ?? '').trim().toLowerCase() === name,
    );
    return found === undefined ? null : (dom.attribute(found, 'content') ?? '').trim().slice(0, 1_000);
  }

  function hidesWidth(): boolean {
    return layers.layers.some(
      ({ tag, style }) =>
        (tag === 'html' || tag === 'body') && /hidden|clip/.test(style.getPropertyValue('overflow-x')),
    );
  }

  /** How far right it can be seen, the picture's own edge left aside */
  function reach(layer: Layer): number {
    let right = layer.edges.right;
    for (let clip = (layer.up ?? layer).clip; clip.up !== null; clip = clip.up) {
      if (clip.x) right = Math.min(right, clip.edges.right);
    }
    return right;
  }

  function spilling(): Layer[] {
    const over = new Set<Layer>();
    for (const layer of layers.layers) {
      if (!layer.isVisible || layer.isFixed || layer.tag === 'html' || layer.tag === 'body') continue;
      const { left, right, top, bottom } = layer.edges;
      if (right - left < 2 || bottom - top < 2 || left < -1) continue;
      if (reach(layer) > screenWidth + 1) over.add(layer);
    }
    // What only grew with what it holds is not what does not fit.
    const holdsOther = new Set<Layer>();
    for (const layer of over) {
      const wrapper = layer.up;
      if (wrapper === null || !over.has(wrapper)) continue;
      const isTall = wrapper.edges.bottom - wrapper.edges.top > limitOfWrappers;
      const isAlone = over.size > 1 && isTall && wrapper.edges.left <= 1;
      if (isAlone) holdsOther.add(wrapper);
    }
    const named = new Set([...over].filter((layer) => !holdsOther.has(layer)));
    return [...named].filter(
      (layer) => layers.closest(layer.up ?? layer, (each) => each !== layer && named.has(each)) === null,
    );
  }

  function spills(): CapturedPageFacts['spills'] {
    if (number('scrollWidth') <= screenWidth + 1 || hidesWidth()) return [];
    return spilling()
      .slice(0, 400)
      .map((layer) => ({ layer, box: layers.visible(layer.edges, (layer.up ?? layer).clip) }))
      .sort((one, other) => reach(other.layer) - reach(one.layer))
      .flatMap(({ layer, box }) => {
        const text = names.text(layer.element) || names.accessibleName(layer.element, 'img') || '';
        return box === null ? [] : [{ box, text: text.slice(0, 100) }];
      })
      .slice(0, mostSpills);
  }

  return {
    page: (): CapturedPageFacts => ({
      title: (dom.property<string>(dom.document, 'Document', 'title') ?? '').trim().slice(0, 300),
      description: meta('description'),
      language: root === null ? null : (dom.attribute(root, 'lang')?.trim().slice(0, 60) ?? null),
      viewportTag: meta('viewport'),
      screenWidth,
      contentWidth: hidesWidth() ? screenWidth : number('scrollWidth'),
      spills: spills(),
    }),
  };
}

export type PageKit = ReturnType<typeof pageKit>;
