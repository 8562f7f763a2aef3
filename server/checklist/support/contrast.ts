import { contrastRatio, hexOf, luminance, type Rgb } from './colours.ts';

/** WCAG 2.2, 1.4.3: large is 24 CSS px, or 18.66 CSS px in bold. */
const LARGE = 24;
const LARGE_BOLD = 18.66;
const BOLD = 700;
const MIN_RATIO = 4.5;
const MIN_RATIO_LARGE = 3;

function rgb(hex: string): Rgb {
  const word = Number.parseInt(hex.slice(1), 16);
  return [(word >> 16) & 255, (word >> 8) & 255, word & 255];
}

/** WCAG 2.2: contrast ratio of two colours as `#rrggbb`, 1..21. */
export const contrastOf = (one: string, other: string): number => contrastRatio(rgb(one), rgb(other));

/** Returns the minimum contrast of a text; size in CSS pixels. */
export const contrastNeeded = ({ size, weight }: { size: number; weight: number }): 3 | 4.5 =>
  size >= LARGE || (size >= LARGE_BOLD && weight >= BOLD) ? MIN_RATIO_LARGE : MIN_RATIO;

/**
 * Returns the colour nearest to `from`, in the direction of `end`, that has a contrast of `needed` with `other`; null
 * when none has.
 */
function onTheWay(from: Rgb, end: Rgb, other: string, needed: number): string | null {
  for (let step = 1; step <= 50; step += 1) {
    const mix = (at: 0 | 1 | 2): number => from[at] + ((end[at] - from[at]) * step) / 50;
    const next = hexOf([mix(0), mix(1), mix(2)]);
    if (contrastOf(next, other) >= needed) return next;
  }
  return null;
}

/**
 * Returns a colour that gives a text the needed contrast, as near as possible to its author's choice: for the text if
 * possible, otherwise for its background. Light stays light, and dark stays dark. Returns null when neither colour
 * suffices.
 */
export function readableColor(
  color: string,
  ground: string,
  needed: number,
): { of: 'text' | 'ground'; color: string } | null {
  const [black, white]: [Rgb, Rgb] = [
    [0, 0, 0],
    [255, 255, 255],
  ];
  const isLight = luminance(rgb(color)) > luminance(rgb(ground));
  const text = onTheWay(rgb(color), isLight ? white : black, ground, needed);
  if (text !== null) return { of: 'text', color: text };
  const under = onTheWay(rgb(ground), isLight ? black : white, color, needed);
  return under === null ? null : { of: 'ground', color: under };
}
