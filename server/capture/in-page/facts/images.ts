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

interface Size {
  width: number;
  height: number;
}

/** Returns the size of the box that an image is drawn into, whatever is cut off of it; null where it is transformed. */
function contentSize({ style, isMoved, edges: { left, right, top, bottom } }: Layer): Size | null {
  if (isMoved) return null;
  const px = (...all: string[]) =>
    all.reduce((sum, name) => sum + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0);
  const width = right - left - px('padding-left', 'padding-right', 'border-left-width', 'border-right-width');
  const height = bottom - top - px('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width');
  return width < 8 || height < 8 ? null : { width, height };
}

/** Returns the size at which a file is drawn in a box. */
function drawnSize(fit: string, box: Size, file: Size): Size {
  if (fit === 'fill') return box;
  const contain = Math.min(box.width / file.width, box.height / file.height);
  const cover = Math.max(box.width / file.width, box.height / file.height);
  const scales: Record<string, number> = { contain, cover, 'scale-down': Math.min(1, contain) };
  const scale = scales[fit] ?? 1;
  return { width: file.width * scale, height: file.height * scale };
}

function isSqueezed(drawn: Size, file: Size): boolean {
  const ratio = drawn.width / drawn.height / (file.width / file.height);
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
  const content = tag === 'img' && Math.min(width, height) >= 8 ? contentSize(layer) : null;
  const drawn = content && drawnSize(layer.style.getPropertyValue('object-fit'), content, { width, height });
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
    squeezed: !vector && drawn !== null && isSqueezed(drawn, { width, height }),
    ...(drawn === null ? {} : { drawn }),
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
