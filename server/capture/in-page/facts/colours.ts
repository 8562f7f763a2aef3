import type { PageStyle, Rectangle } from '../dom.ts';
import * as dom from '../dom.ts';
import type { Layer } from './layers.ts';

/** Red, green and blue as 0..255, and opacity as 0..1 */
export type Colour = readonly [number, number, number, number];

/** Returns the colour that a browser draws below everything */
const canvas = (): Colour => (isDark() ? [18, 18, 18, 1] : [255, 255, 255, 1]);
const known = new Map<string, Colour | null>();

function isDark(): boolean {
  const declared = dom.documentElement === null ? '' : dom.style(dom.documentElement).getPropertyValue('color-scheme');
  const [meta] = Array.from(dom.select(dom.document, 'meta[name="color-scheme" i]'));
  const scheme = /light|dark/.test(declared) || meta === undefined ? declared : (dom.attribute(meta, 'content') ?? '');
  if (!/\bdark\b/.test(scheme)) return false;
  return !/\blight\b/.test(scheme) || matchMedia('(prefers-color-scheme: dark)').matches;
}

let paint: OffscreenCanvasRenderingContext2D | null = null;

/** Draws a colour on a canvas and reads it back, for newer notations. */
function drawn(value: string): Colour | null {
  paint ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (paint === null) return null;
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = value;
  paint.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = Array.from(paint.getImageData(0, 0, 1, 1).data);
  return [red, green, blue, alpha / 255];
}

export function read(value: string): Colour | null {
  const cached = known.get(value);
  if (cached !== undefined) return cached;
  const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(value);
  const found: Colour | null =
    plain === null
      ? drawn(value)
      : [Number(plain[1]), Number(plain[2]), Number(plain[3]), plain[4] === undefined ? 1 : Number(plain[4])];
  known.set(value, found);
  return found;
}

/** Blends `over` onto `under` with the opacity `share` */
function lay(over: Colour, under: Colour, share: number): Colour {
  const mix = (a: number, b: number) => a * share + b * (1 - share);
  return [mix(over[0], under[0]), mix(over[1], under[1]), mix(over[2], under[2]), 1];
}

const ownGround = (style: PageStyle): Colour | null => read(style.getPropertyValue('background-color'));
const hasImage = (style: PageStyle): boolean => style.getPropertyValue('background-image') !== 'none';

const pseudo = new Map<Layer, boolean>();
/** Returns whether `::before` or `::after` paints over its area, as overlays of hero images do. */
function paintsBeside(layer: Layer): boolean {
  const cached = pseudo.get(layer);
  if (cached !== undefined) return cached;
  const found = (['::before', '::after'] as const).some((part) => {
    const style = dom.style(layer.element, part);
    if (/^(none|normal|)$/.test(style.getPropertyValue('content'))) return false;
    if (!/absolute|fixed/.test(style.getPropertyValue('position'))) return false;
    return hasImage(style) || (ownGround(style)?.[3] ?? 1) > 0;
  });
  pseudo.set(layer, found);
  return found;
}

const blends = (style: PageStyle): boolean =>
  style.getPropertyValue('mix-blend-mode') !== 'normal' ||
  style.getPropertyValue('filter') !== 'none' ||
  !/^(none|)$/.test(style.getPropertyValue('backdrop-filter'));

const hex = (colour: Colour): string =>
  `#${colour
    .slice(0, 3)
    .map((each) => Math.round(each).toString(16).padStart(2, '0'))
    .join('')}`;

/**
 * Returns the visible colours of a text and its background, and the layer that paints the background in full (null: the
 * page itself). The background is null on an image, a gradient, or something that blends. `box` is the text's, which
 * may lie outside its element. `leavesGround`: part of the text lies outside the layer that paints its background.
 */
export function seen(
  layer: Layer,
  ink: string,
  box: Rectangle,
): { color: string | null; ground: string | null; base: Layer | null; leavesGround: boolean } {
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const path: Layer[] = [];
  let isKnown = true;
  let base: Layer | null = null;
  let isBased = false;
  let leavesGround = false;
  for (let at: Layer | null = layer; at !== null; at = at.up) {
    path.push(at);
    if (blends(at.style)) isKnown = false;
    if (!isBased && isPartlyUnder(at, box) && tints(at)) leavesGround = true;
    if (!isBased && isUnder(at, point)) {
      if (hasImage(at.style) || paintsBeside(at)) isKnown = false;
      if (ownGround(at.style)?.[3] === 1 && !hasImage(at.style)) {
        isBased = true;
        base = at;
      }
    }
    // A translucent layer shows its backdrop.
    if (opacity(at) < 1) {
      isBased = false;
      base = null;
    }
  }
  const own = read(ink);
  const clipped = layer.style.getPropertyValue('background-clip').includes('text');
  if (own === null || clipped || !isKnown) {
    const plain = own !== null && own[3] === 1 && !clipped && path.every((each) => opacity(each) === 1);
    return { color: plain ? hex(own) : null, ground: null, base, leavesGround };
  }
  let ground = canvas();
  const groups: { under: Colour; share: number }[] = [];
  for (const each of path.reverse()) {
    if (opacity(each) < 1) groups.push({ under: ground, share: opacity(each) });
    const paintOf = isUnder(each, point) ? ownGround(each.style) : null;
    if (paintOf !== null) ground = lay(paintOf, ground, paintOf[3]);
  }
  let color = lay(own, ground, own[3]);
  for (const { under, share } of groups.reverse()) {
    color = lay(color, under, share);
    ground = lay(ground, under, share);
  }
  return { color: hex(color), ground: hex(ground), base, leavesGround };
}

/**
 * Whether a layer's background is below all of its text: that of the page, or of an inline box, which follows its text.
 */
const isEverywhere = ({ tag, display }: Layer): boolean =>
  /^(html|body)$/.test(tag) || /^(inline|contents)$/.test(display);

/** Returns whether its background covers a point. */
function isUnder(layer: Layer, { x, y }: { x: number; y: number }): boolean {
  const { left, right, top, bottom } = layer.edges;
  return isEverywhere(layer) || (x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1);
}

/** Returns whether it lies under only a part of a text. The space above and below letters may reach beyond it. */
function isPartlyUnder(layer: Layer, { x, y, width, height }: Rectangle) {
  const { left, right, top, bottom } = layer.edges;
  if (isEverywhere(layer) || x >= right || x + width <= left || y >= bottom || y + height <= top) return false;
  const room = Math.min(8, height * 0.3);
  return x < left - 4 || x + width > right + 4 || y < top - room || y + height > bottom + room;
}

function opacity(layer: Layer): number {
  return Number.parseFloat(layer.style.getPropertyValue('opacity'));
}

/** Returns whether it hides most of its backdrop, at a point inside or outside its own box. */
export function hides(layer: Layer, isInside: boolean): boolean {
  if (opacity(layer) < 0.6) return false;
  if (/^(img|video|canvas|iframe|embed|object|path|rect|circle|ellipse|polygon|image)$/.test(layer.tag)) return true;
  if (!isInside) return paintsBeside(layer);
  return (ownGround(layer.style)?.[3] ?? 0) > 0.6 || hasImage(layer.style);
}

/** Returns whether it paints anything, which then is the background of what lies on it. */
export function tints(layer: Layer): boolean {
  return (
    /^(img|video|canvas|iframe|embed|object|path|rect|circle|ellipse|polygon|image)$/.test(layer.tag) ||
    (ownGround(layer.style)?.[3] ?? 1) > 0 ||
    hasImage(layer.style) ||
    paintsBeside(layer)
  );
}
