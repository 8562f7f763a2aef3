import * as dom from '../dom.ts';
import type { Colour } from '../facts/colours.ts';
import * as colours from '../facts/colours.ts';
import type { Layer } from '../facts/layers.ts';

const white: Colour = [255, 255, 255, 1];
/** WCAG contrast ratio below which words are unreadable. */
const faint = 2;
const value = (layer: Layer, name: string): string => layer.style.getPropertyValue(name);

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

export const hasWords = (layer: Layer): boolean =>
  dom.childNodes(layer.element).some((node) => dom.isText(node) && /[\p{L}\p{N}]/u.test(dom.textOf(node)));

/**
 * Returns the layer and the feature that paint the background of its words, if the words are unreadable on the colour
 * that remains without it; null otherwise.
 */
export function lostUnder(layer: Layer): { feature: string; layer: Layer } | null {
  if (!hasWords(layer)) return null;
  const ink = colours.read(value(layer, 'color'));
  if (ink === null || ink[3] < 0.5) return null;
  let ground: Colour = white;
  let painted: Layer | null = null;
  for (let at: Layer | null = layer; at !== null; at = at.up) {
    if (value(at, 'background-image') !== 'none' && painted === null) painted = at;
    const flat = colours.read(value(at, 'background-color'));
    if (flat !== null && flat[3] > 0.9) {
      ground = flat;
      break;
    }
  }
  if (painted === null || contrast(ink, ground) >= faint) return null;
  const paint = value(painted, 'background-image');
  if (/url\(/.test(paint)) {
    // Clients that drop the property support the attribute.
    const isAttribute = dom.attribute(painted.element, 'background') !== null;
    return isAttribute ? null : { feature: 'background-image', layer: painted };
  }
  const gradient = /\b(linear|radial|conic)-gradient\(/.exec(paint)?.[1];
  return gradient === undefined ? null : { feature: `${gradient}-gradient()`, layer: painted };
}
