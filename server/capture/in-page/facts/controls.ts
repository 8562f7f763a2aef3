import type { CapturedControl } from '../../captured-facts.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';
import { lookThrough } from './stack.ts';

const maxControls = 500;
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

/** Returns the area that can be pressed: for an inline link also its children, which may be taller than its line. */
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

/** Returns whether a link is part of a sentence: its line has more text than links and separators. */
function isInText(layer: Layer): boolean {
  if (layer.display !== 'inline' || layer.up === null || names.text(layer.element) === '') return false;
  let inner = layer;
  while (inner.up !== null && (inner.up.display === 'inline' || inner.up.display === 'contents')) inner = inner.up;
  if (inner.up === null) return false;
  let isOwnRun = false;
  let [words, links] = [0, 0];
  for (const child of dom.flatChildren(inner.up.element).slice(0, 200)) {
    const drawn = layers.of.get(child);
    if (dom.isText(child)) words += dom.textOf(child).replace(/\s+/g, ' ').length;
    else if (drawn === undefined) continue;
    else if (drawn.tag === 'br' || !drawn.display.startsWith('inline')) {
      if (isOwnRun) break;
      [words, links] = [0, 0];
    } else if (drawn.tag === 'a' || child === inner.element) links += 1;
    else words += names.text(child).length;
    isOwnRun ||= child === inner.element;
  }
  return isOwnRun && words > Math.max(6, links * 6);
}

/**
 * Returns the elements that can be pressed or filled in. Without `isComplete` the page was not read to its end, so
 * elements without a name are left out: their name may be missing for that reason.
 */
export function findControls(limitMs: number, isComplete: boolean): CapturedControl[] {
  const found: { layer: Layer; fact: CapturedControl }[] = [];
  for (const layer of layers.all) {
    if (found.length >= maxControls) break;
    if (!layer.isVisible || layer.isInert || layer.isSilent) continue;
    const kind = kindOf(layer);
    if (kind === null) continue;
    const edges = edgesOf(layer);
    const box = layers.visible(edges, layer.up?.clip ?? layer.clip);
    if (box === null) continue;
    const name = names.accessibleName(layer.element, names.role(layer.element) ?? kind) ?? '';
    if (name === '' && !isComplete) continue;
    const fact = {
      box,
      kind,
      name,
      inText: kind === 'link' && isInText(layer),
      covered: false,
      disabled: layer.isDisabled,
      cut: box.width < edges.right - edges.left - 1 || box.height < edges.bottom - edges.top - 1,
    };
    found.push({ layer, fact });
  }
  const asked = found.map(({ layer, fact: { box } }) => ({
    layer,
    base: null,
    points: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
  }));
  lookThrough(asked, limitMs).forEach((answer, at) => {
    const each = found[at];
    if (each !== undefined && answer !== null) each.fact.covered = answer.covered && !answer.isBehind;
  });
  return found.map(({ fact }) => fact);
}
