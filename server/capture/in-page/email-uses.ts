import type { Dom, PageNode } from './element-map-dom.ts';
import type { EmailDeclared } from './email-declared.ts';
import type { Colour, Colours } from './facts-colours.ts';
import type { Layer, Layers } from './facts-layers.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A feature that the email's look depends on, by its title in the public support data, and where. */
export interface EmailUse {
  feature: string;
  /** CSS pixels; null when it is of the whole email */
  box: Box | null;
}

/**
 * Runs inside a loaded email: which features its look depends on. What is written but does not show here, or shows the
 * same without, is left out. One place of each: the largest that still names something.
 */
export function emailUsesKit(
  dom: Dom,
  layers: Layers,
  colours: Colours,
  declared: EmailDeclared,
  limits: { width: number; height: number },
) {
  /** Of the picture: what is larger names nothing. */
  const mostShare = 0.5;
  const places = new Map<string, (Box | null)[]>();

  const value = (layer: Layer, name: string): string => layer.style.getPropertyValue(name);
  const px = (layer: Layer, name: string): number => Number.parseFloat(value(layer, name)) || 0;
  const seen = (layer: Layer): Box | null => layers.visible(layer.edges, (layer.up ?? layer).clip);
  const area = (box: Box): number => box.width * box.height;

  function note(feature: string, layer: Layer | null): void {
    const box = layer === null ? null : seen(layer);
    if (layer !== null && box === null) return;
    const known = places.get(feature) ?? [];
    if (known.length < 200) known.push(box);
    places.set(feature, known);
  }

  const inner = new Map<Layer, Layer[]>();
  for (const layer of layers.layers) {
    if (layer.up === null) continue;
    const siblings = inner.get(layer.up);
    if (siblings === undefined) inner.set(layer.up, [layer]);
    else siblings.push(layer);
  }
  const hasSize = ({ edges }: Layer): boolean => edges.right - edges.left > 8 && edges.bottom - edges.top > 8;
  const isInFlow = (layer: Layer): boolean => !/absolute|fixed/.test(value(layer, 'position'));

  function areSideBySide(one: Layer, other: Layer): boolean {
    const [a, b] = [one.edges, other.edges];
    const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const isApart = a.right <= b.left + 1 || b.right <= a.left + 1;
    return isApart && shared > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.3;
  }

  /** Whether it sets blocks beside each other that would stand below each other without it. */
  function setsBeside(layer: Layer): boolean {
    const parts = (inner.get(layer) ?? [])
      .filter((each) => each.isVisible && isInFlow(each) && hasSize(each))
      .slice(0, 40);
    // What is in line by itself stays beside each other.
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
  const hasWords = (layer: Layer): boolean =>
    dom.childNodes(layer.element).some((node) => dom.isText(node) && /[\p{L}\p{N}]/u.test(dom.textOf(node)));

  function luminance(colour: Colour): number {
    const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((each) => {
      const share = each / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: Colour, other: Colour): number {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  const white: Colour = [255, 255, 255, 1];
  const faint = 2;

  /** Words on a picture or a gradient that cannot be read on the colour that is there without it. */
  function grounds(layer: Layer): void {
    if (!hasWords(layer)) return;
    const ink = colours.read(value(layer, 'color'));
    if (ink === null || ink[3] < 0.5) return;
    let ground: Colour = white;
    let painted: Layer | null = null;
    for (let at: Layer | null = layer; at !== null; at = at.up) {
      const paint = value(at, 'background-image');
      if (paint !== 'none' && painted === null) painted = at;
      const flat = colours.read(value(at, 'background-color'));
      if (flat !== null && flat[3] > 0.9) {
        ground = flat;
        break;
      }
    }
    if (painted === null || contrast(ink, ground) >= faint) return;
    const paint = value(painted, 'background-image');
    // The attribute is known where the property is not.
    const isAttribute = dom.attribute(painted.element, 'background') !== null;
    if (/^url\(/.test(paint) && !isAttribute) note('background-image', painted);
    const gradient = /\b(linear|radial|conic)-gradient\(/.exec(paint)?.[1];
    if (gradient !== undefined && !/url\(/.test(paint)) note(`${gradient}-gradient()`, painted);
  }

  /** Where every image is in the source itself, they stand in for attachments: the email is shown before it is sent. */
  const embedded: Layer[] = [];
  let hasRemote = false;

  function pictures(layer: Layer): void {
    const { tag, element } = layer;
    const box = seen(layer);
    if (box === null || box.width < 12 || box.height < 12) return;
    if (tag === 'svg' && (layer.up === null || layer.up.tag !== 'svg')) note('Embedded <svg> image', layer);
    if (tag !== 'img') return;
    const address = (dom.attribute(element, 'src') ?? '').trim();
    if (/^data:/i.test(address)) {
      embedded.push(layer);
      return;
    }
    hasRemote ||= /^(https?:)?\/\//i.test(address);
    const ending = /\.(svg|webp|avif|heic|heif|tiff?)(?:$|[?#])/i.exec(address.slice(0, 2_000))?.[1]?.toLowerCase();
    const formats: Record<string, string> = {
      svg: 'SVG',
      webp: 'webP',
      avif: 'AVIF',
      heic: 'HEIF',
      heif: 'HEIF',
      tif: 'TIFF',
      tiff: 'TIFF',
    };
    if (ending !== undefined) note(`${formats[ending]} image format`, layer);
  }

  function pseudo(layer: Layer): void {
    for (const part of ['::before', '::after'] as const) {
      const content = dom.style(layer.element, part).getPropertyValue('content');
      if (/^".*[\p{L}\p{N}].*"$/u.test(content.slice(0, 500))) note(part, layer);
    }
  }

  /** Where a lost declaration changes what is seen */
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
      // Text that falls back to 16 px or its parent's size: only what is clearly another size is missed.
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

  function largest(boxes: readonly (Box | null)[]): Box | null {
    const known = boxes.filter((box) => box !== null).sort((one, other) => area(other) - area(one));
    const most = limits.width * limits.height * mostShare;
    return known.find((box) => area(box) <= most) ?? known.at(-1) ?? null;
  }

  function uses(limitMs: number): EmailUse[] {
    const end = performance.now() + limitMs;
    const hasPseudo = declared.styleElements().some((element) => /:(before|after)\b/i.test(declared.textOf(element)));
    for (const layer of layers.layers) {
      if (performance.now() > end) break;
      if (!layer.isVisible || layer.isInert) continue;
      layout(layer);
      grounds(layer);
      pictures(layer);
      if (hasPseudo) pseudo(layer);
      if (/^(form|input|textarea|select)$/.test(layer.tag) && dom.attribute(layer.element, 'type') !== 'hidden')
        note('<form> element', layer);
    }
    if (hasRemote) for (const layer of embedded) note('Base 64 image format', layer);
    written();
    sheets();
    hidden();
    return [...places].map(([feature, boxes]) => ({ feature, box: largest(boxes) }));
  }

  function attached(): Box[] {
    return layers.layers
      .filter(
        ({ tag, isVisible, element }) =>
          isVisible && tag === 'img' && /^\s*cid:/i.test(dom.attribute(element, 'src') ?? ''),
      )
      .map(seen)
      .filter((box) => box !== null);
  }

  return { uses, attached };
}

export type EmailUses = ReturnType<typeof emailUsesKit>;
