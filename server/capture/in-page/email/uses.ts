import type { PageNode, Rectangle } from '../dom.ts';
import * as dom from '../dom.ts';
import type { Layer } from '../facts/layers.ts';
import * as layers from '../facts/layers.ts';
import * as declared from './declared.ts';
import { hasWords, lostUnder } from './grounds.ts';

/**
 * A feature that the email's look depends on, by its title in the public support data (caniemail.com), and its place.
 */
export interface EmailUse {
  feature: string;
  /** In CSS pixels; null when it concerns the whole email */
  box: Rectangle | null;
}

/** The share of the image above which a box is too large to point at anything. */
const maxShare = 0.5;
const places = new Map<string, (Rectangle | null)[]>();

const value = (layer: Layer, name: string): string => layer.style.getPropertyValue(name);
const px = (layer: Layer, name: string): number => Number.parseFloat(value(layer, name)) || 0;
const seen = (layer: Layer): Rectangle | null => layers.visible(layer.edges, (layer.up ?? layer).clip);
const area = (box: Rectangle): number => box.width * box.height;

function note(feature: string, layer: Layer | null): void {
  const box = layer === null ? null : seen(layer);
  if (layer !== null && box === null) return;
  const known = places.get(feature) ?? [];
  if (known.length < 200) known.push(box);
  places.set(feature, known);
}

let inner = new Map<Layer | null, Layer[]>();
const hasSize = ({ edges }: Layer): boolean => edges.right - edges.left > 8 && edges.bottom - edges.top > 8;
const isInFlow = (layer: Layer): boolean => !/absolute|fixed/.test(value(layer, 'position'));

function areSideBySide(one: Layer, other: Layer): boolean {
  const [a, b] = [one.edges, other.edges];
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const isApart = a.right <= b.left + 1 || b.right <= a.left + 1;
  return isApart && shared > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.3;
}

/** Returns whether it places blocks side by side that would be stacked without it. */
function setsBeside(layer: Layer): boolean {
  const parts = (inner.get(layer) ?? [])
    .filter((each) => each.isVisible && isInFlow(each) && hasSize(each))
    .slice(0, 40);
  // Inline elements stay side by side anyway.
  const blocks = parts.filter((each) => !/^(span|a|b|i|em|strong|img|small|font|svg)$/.test(each.tag));
  return blocks.some((one, at) =>
    parts.some((other, place) => (place !== at || other !== one) && other !== one && areSideBySide(one, other)),
  );
}

function layout(layer: Layer): void {
  const display = value(layer, 'display');
  if (/flex$/.test(display) && setsBeside(layer)) note('display:flex', layer);
  if (/grid$/.test(display) && setsBeside(layer)) note('display:grid', layer);
  const float = value(layer, 'float');
  const isColumn = float !== 'none' && !/^(img|table)$/.test(layer.tag) && layer.edges.right - layer.edges.left > 60;
  if (
    isColumn &&
    (inner.get(layer.up ?? layer) ?? []).some(
      (other) => other !== layer && other.isVisible && areSideBySide(layer, other),
    )
  ) {
    note('float', layer);
  }
  if (!isInFlow(layer) && (inner.get(layer) !== undefined || layer.tag === 'img' || hasWords(layer)))
    note('position', layer);
  const moved = ['margin-top', 'margin-left', 'margin-right', 'margin-bottom'].some((name) => px(layer, name) <= -4);
  if (moved && !isInline(layer)) note('margin', layer);
  const matrix = /^matrix\(([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+)\)$/.exec(
    value(layer, 'transform'),
  );
  if (matrix !== null) {
    const [a = 1, b = 0, , d = 1, x = 0, y = 0] = matrix.slice(1).map(Number);
    if (Math.abs(a - 1) > 0.05 || Math.abs(d - 1) > 0.05 || Math.abs(b) > 0.02 || Math.hypot(x, y) > 4)
      note('transform', layer);
  }
}

const isInline = (layer: Layer): boolean => value(layer, 'display') === 'inline';

function images(layer: Layer): void {
  const { tag, element } = layer;
  const box = seen(layer);
  if (box === null || box.width < 12 || box.height < 12) return;
  if (tag === 'svg' && (layer.up === null || layer.up.tag !== 'svg')) note('Embedded <svg> image', layer);
  if (tag !== 'img') return;
  const address = (dom.attribute(element, 'src') ?? '').trim();
  if (/^data:/i.test(address)) {
    note('Base 64 image format', layer);
    return;
  }
  const ending = /\.(svg|webp|avif|heic|tiff)(?:$|[?#])/i.exec(address.slice(0, 2_000))?.[1]?.toLowerCase();
  const formats: Record<string, string> = { svg: 'SVG', webp: 'webP', avif: 'AVIF', heic: 'HEIF', tiff: 'TIFF' };
  if (ending !== undefined) note(`${formats[ending]} image format`, layer);
}

function pseudo(layer: Layer): void {
  for (const part of ['::before', '::after'] as const) {
    const content = dom.style(layer.element, part).getPropertyValue('content');
    if (/^".*[\p{L}\p{N}].*"$/u.test(content.slice(0, 500))) note(part, layer);
  }
}

/** Properties whose loss changes the look */
const matters =
  /^(color|background|background-color|font-size|line-height|width|max-width|min-width|height|padding(-.*)?|margin(-.*)?|border(-.*)?|display|text-align|font-weight)$/;
const tokens: readonly (readonly [RegExp, string])[] = [
  [/\bvar\(/i, 'CSS Variables (Custom Properties)'],
  [/\b(oklch|oklab|lch|lab)\(/i, 'lch(), oklch(), lab(), oklab()'],
  [/\blight-dark\(/i, 'light-dark()'],
  [/\bclamp\(/i, 'clamp()'],
  [/\bcalc\(/i, 'CSS calc() function'],
  [/(^|[\s(,:])[\d.]+rem\b/i, 'rem unit'],
];

function written(): void {
  const any = new RegExp(tokens.map(([pattern]) => pattern.source).join('|'), 'i');
  for (const { layer, name, value: text } of declared.wanted(any)) {
    if (!matters.test(name)) continue;
    const found = tokens.find(([pattern]) => pattern.test(text));
    if (found === undefined) continue;
    const [, feature] = found;
    // Without rem, text falls back to 16 px or its parent's size, so only a clearly different size matters.
    if (
      feature === 'rem unit' &&
      (name !== 'font-size' || !hasWords(layer) || Math.abs(px(layer, 'font-size') - 16) < 4)
    )
      continue;
    note(feature, layer);
  }
  const nested = declared
    .rules()
    .find(
      ({ nested, rule, selector }) =>
        nested && (rule.style?.cssText ?? '') !== '' && declared.matched(selector).length > 0,
    );
  if (nested !== undefined) note('CSS Nesting', declared.matched(nested.selector)[0] ?? null);
}

const isForFonts = (address: string): boolean => /fonts?\b|typekit|fontawesome/i.test(address);

function sheets(): void {
  for (const link of Array.from(dom.select(dom.document, 'link[rel~="stylesheet" i][href]')).slice(0, 20)) {
    if (isForFonts(dom.attribute(link, 'href') ?? '')) continue;
    if (declared.sheetOf(link, 'HTMLLinkElement') !== null) note('<link> element', null);
  }
  for (const element of declared.styleElements()) {
    const text = declared.textOf(element);
    const sheet = declared.sheetOf(element, 'HTMLStyleElement');
    if (sheet === null) continue;
    const imports = declared.rulesOf(sheet).filter((rule) => rule.href !== undefined);
    if (imports.some(({ href }) => !isForFonts(href ?? ''))) note('@import', null);
    if (text.length > 16_384) note('<style> element over 16 KB', null);
    if (isInBody(element) && /\{[^}]/.test(text)) note('<style> element in <body>', null);
  }
}

function isInBody(element: PageNode): boolean {
  for (let at = dom.parent(element); at !== null && dom.isElement(at); at = dom.parent(at))
    if (dom.tag(at) === 'body') return true;
  return false;
}

function hidden(): void {
  for (const element of Array.from(dom.select(dom.document, '[hidden]')).slice(0, 200)) {
    const hidesOtherwise = /display\s{0,5}:\s{0,5}none|max-height\s{0,5}:\s{0,5}0|mso-hide/i.test(
      dom.attribute(element, 'style') ?? '',
    );
    if (hidesOtherwise || dom.style(element).getPropertyValue('display') !== 'none') continue;
    const words = dom
      .childNodes(element)
      .map((node) => (dom.isText(node) ? dom.textOf(node) : dom.isElement(node) ? 'element' : ''));
    if (/[\p{L}\p{N}]/u.test(words.join(''))) note('hidden attribute', null);
  }
}

function largest(boxes: readonly (Rectangle | null)[]): Rectangle | null {
  const known = boxes.filter((box) => box !== null).sort((one, other) => area(other) - area(one));
  const most = layers.room.right * layers.room.bottom * maxShare;
  return known.find((box) => area(box) <= most) ?? known.at(-1) ?? null;
}

/**
 * Returns the features that the email's look depends on. Leaves out features that are written but have no visible
 * effect here. Gives one place for each feature: the largest that still points at something.
 */
export function findUses(limitMs: number): EmailUse[] {
  inner = Map.groupBy(layers.all, ({ up }) => up);
  const end = performance.now() + limitMs;
  const hasPseudo = declared.styleElements().some((element) => /:(before|after)\b/i.test(declared.textOf(element)));
  for (const layer of layers.all) {
    if (performance.now() > end) break;
    if (!layer.isVisible || layer.isInert) continue;
    layout(layer);
    const lost = lostUnder(layer);
    if (lost !== null) note(lost.feature, lost.layer);
    images(layer);
    if (hasPseudo) pseudo(layer);
    if (/^(form|input|textarea|select)$/.test(layer.tag) && dom.attribute(layer.element, 'type') !== 'hidden')
      note('<form> element', layer);
  }
  written();
  sheets();
  hidden();
  return [...places].map(([feature, boxes]) => ({ feature, box: largest(boxes) }));
}

/** Returns the boxes of images that are attached to the email. */
export function findAttached(): Rectangle[] {
  return layers.all
    .filter(
      ({ tag, isVisible, element }) =>
        isVisible && tag === 'img' && /^\s*cid:/i.test(dom.attribute(element, 'src') ?? ''),
    )
    .map(seen)
    .filter((box) => box !== null);
}
