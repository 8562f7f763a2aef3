import type { CapturedControl } from '../captured-facts.ts';
import type { Dom, PageNode } from './element-map-dom.ts';
import type { Names } from './element-map-names.ts';
import type { Layer, Layers } from './facts-layers.ts';
import type { Stack } from './facts-stack.ts';

/** Runs inside the page: what can be pressed or filled in. Where not all of it was walked through, an empty name is none. */
export function controlsKit(dom: Dom, layers: Layers, names: Names, stack: Stack, isComplete: boolean) {
  const mostControls = 500;
  const pressed = /^(button|tab|menuitem|menuitemcheckbox|menuitemradio|switch|option)$/;
  const filled = /^(textbox|searchbox|combobox|listbox|slider|spinbutton|checkbox|radio)$/;

  function kindOf(layer: Layer): CapturedControl['kind'] | null {
    const { element, tag } = layer;
    const role = (dom.attribute(element, 'role') ?? '').trim().toLowerCase();
    if (role === 'link') return 'link';
    if (pressed.test(role)) return 'button';
    if (/^(presentation|none)$/.test(role)) return null;
    if (tag === 'a') return dom.attribute(element, 'href') === null ? null : 'link';
    if (tag === 'button' || tag === 'summary') return 'button';
    if (tag === 'select' || tag === 'textarea' || filled.test(role)) return 'field';
    if (tag !== 'input') return null;
    const type = (dom.attribute(element, 'type') ?? 'text').toLowerCase();
    if (type === 'hidden') return null;
    return /^(submit|button|reset|image)$/.test(type) ? 'button' : 'field';
  }

  /** Where a link is only as tall as its line, what can be pressed may still be what it holds. */
  function edgesOf(layer: Layer): Layer['edges'] {
    let edges = layer.edges;
    if (layer.display !== 'inline') return edges;
    for (const child of dom.flatChildren(layer.element)) {
      const inner = layers.of.get(child);
      if (inner === undefined) continue;
      edges = {
        left: Math.min(edges.left, inner.edges.left),
        top: Math.min(edges.top, inner.edges.top),
        right: Math.max(edges.right, inner.edges.right),
        bottom: Math.max(edges.bottom, inner.edges.bottom),
      };
    }
    return edges;
  }

  function isInText(layer: Layer): boolean {
    if (layer.display !== 'inline' || layer.up === null) return false;
    const block = layers.closest(layer.up, ({ display }) => display !== 'inline' && display !== 'contents');
    if (block === null) return false;
    const [own, all] = [names.text(layer.element), names.text(block.element)];
    if (own === '') return false;
    const links = countLinks(block.element, 0);
    // A row of links with signs between them is no sentence.
    return all.length >= 300 || all.length - own.length > Math.max(6, links * 6);
  }

  function countLinks(element: PageNode, depth: number): number {
    if (depth > 4) return 0;
    let links = 0;
    for (const child of dom.flatChildren(element).slice(0, 60)) {
      if (!dom.isElement(child)) continue;
      links += dom.tag(child) === 'a' ? 1 : countLinks(child, depth + 1);
    }
    return links;
  }

  function controls(limitMs: number): CapturedControl[] {
    const found: { layer: Layer; fact: CapturedControl }[] = [];
    for (const layer of layers.layers) {
      if (found.length >= mostControls) break;
      if (!layer.isVisible || layer.isInert || layer.isSilent) continue;
      const kind = kindOf(layer);
      const box = kind === null ? null : layers.visible(edgesOf(layer), layer.up?.clip ?? layer.clip);
      if (kind === null || box === null) continue;
      const name = names.accessibleName(layer.element, names.role(layer.element) ?? kind) ?? '';
      if (name === '' && !isComplete) continue;
      const fact = {
        box,
        kind,
        name,
        inText: kind === 'link' && isInText(layer),
        covered: false,
        disabled: layer.isDisabled,
      };
      found.push({ layer, fact });
    }
    const asked = found.map(({ layer, fact: { box } }) => ({
      layer,
      base: null,
      points: [0.3, 0.5, 0.7].map((share) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })),
    }));
    stack.lookThrough(asked, limitMs).forEach((answer, at) => {
      const each = found[at];
      if (each !== undefined && answer !== null) each.fact.covered = answer.covered && !answer.isBehind;
    });
    return found.map(({ fact }) => fact);
  }

  return { controls };
}

export type Controls = ReturnType<typeof controlsKit>;
