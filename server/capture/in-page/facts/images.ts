import type { CapturedImage } from '../../captured-facts.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';

const maxImages = 300;
const attributeOf = (element: PageNode, name: string): string => (dom.attribute(element, name) ?? '').trim();

function absolute(url: string): string {
  const base = dom.property<string>(dom.document, 'Node', 'baseURI') ?? undefined;
  try {
    return new URL(url, base).href;
  } catch {
    return '';
  }
}

/** Returns how many pixels the file has for each one that the browser reports; 1 when unknown */
function density(element: PageNode, current: string, natural: number): number {
  const parent = dom.parent(element);
  const sources =
    parent !== null && dom.isElement(parent) && dom.tag(parent) === 'picture'
      ? dom.childNodes(parent).filter((each) => dom.isElement(each) && dom.tag(each) === 'source')
      : [];
  for (const each of [...sources, element]) {
    for (const candidate of attributeOf(each, 'srcset').split(/,\s+/)) {
      const [, url, number, unit] = /^(\S+)(?:\s+([\d.]+)([wx]))?\s*,?$/.exec(candidate.trim()) ?? [];
      if (url === undefined || absolute(url) !== current) continue;
      if (number === undefined) return 1;
      return unit === 'x' ? Number(number) : Number(number) / Math.max(1, natural);
    }
  }
  return 1;
}

function isImage(layer: Layer): boolean {
  const { element, tag } = layer;
  if (tag === 'img' || (tag === 'image' && !dom.isHtml(element))) return true;
  if (tag === 'input') return attributeOf(element, 'type').toLowerCase() === 'image';
  return tag === 'svg' && /^(img|image)$/.test(attributeOf(element, 'role').toLowerCase());
}

function holder(layer: Layer): Layer | null {
  return layers.closest(
    layer,
    ({ element, tag }) =>
      tag === 'button' ||
      (tag === 'a' && dom.attribute(element, 'href') !== null) ||
      /^(button|link)$/.test(attributeOf(element, 'role')),
  );
}

function altOf(layer: Layer): string | null {
  const { element, tag } = layer;
  const label = names.accessibleName(element, 'img');
  if (tag === 'img' || tag === 'input') {
    const own = dom.attribute(element, 'alt');
    return own === null && tag === 'img' ? label : own;
  }
  return label;
}

function isSqueezed(layer: Layer, width: number, height: number): boolean {
  const value = (name: string) => layer.style.getPropertyValue(name);
  if (layer.tag !== 'img' || layer.isMoved || value('object-fit') !== 'fill' || width < 8 || height < 8) return false;
  const px = (...all: string[]) => all.reduce((sum, name) => sum + (Number.parseFloat(value(name)) || 0), 0);
  const { left, right, top, bottom } = layer.edges;
  const across = right - left - px('padding-left', 'padding-right', 'border-left-width', 'border-right-width');
  const down = bottom - top - px('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width');
  if (across < 8 || down < 8) return false;
  const ratio = across / down / (width / height);
  return Math.max(ratio, 1 / ratio) > 1.05;
}

function fact(layer: Layer): CapturedImage | null {
  const { element, tag } = layer;
  const box = layers.visible(layer.edges, layer.up?.clip ?? layer.clip);
  if (box === null) return null;
  const current = tag === 'img' ? (dom.property<string>(element, 'HTMLImageElement', 'currentSrc') ?? '') : '';
  const isFile = tag === 'img' && current !== '';
  // An `img` without an address is a placeholder for a script.
  if (tag === 'img' && !isFile && attributeOf(element, 'src') + attributeOf(element, 'srcset') === '') return null;
  const number = (name: string) => dom.property<number>(element, 'HTMLImageElement', name) ?? 0;
  const [width, height] = tag === 'img' ? [number('naturalWidth'), number('naturalHeight')] : [0, 0];
  const isBroken =
    tag === 'img' && width === 0 && dom.property<boolean>(element, 'HTMLImageElement', 'complete') === true;
  const vector = tag === 'svg' || /^data:image\/svg|\.svg([?#]|$)/i.test(current);
  const perPixel = isFile ? density(element, current, width) : 1;
  const alt = altOf(layer);
  const control = holder(layer);
  return {
    box,
    state: isBroken ? 'broken' : 'shown',
    naturalWidth: vector ? 0 : Math.round(width * perPixel),
    naturalHeight: vector ? 0 : Math.round(height * perPixel),
    alt: alt?.slice(0, 300) ?? null,
    decorative: alt === '' || layer.isSilent || /^(presentation|none)$/.test(attributeOf(element, 'role')),
    vector,
    squeezed: !vector && isSqueezed(layer, width, height),
    isControl: tag === 'input' || (control !== null && names.text(control.element) === ''),
  };
}

/** Returns the images of the page, without backgrounds and drawings that have no image role. */
export function findImages(): CapturedImage[] {
  const found: CapturedImage[] = [];
  for (const layer of layers.all) {
    if (found.length >= maxImages) break;
    if (!layer.isVisible || layer.isInert || !isImage(layer)) continue;
    const image = fact(layer);
    if (image !== null) found.push(image);
  }
  return found;
}
