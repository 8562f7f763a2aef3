/** WCAG 2.2, 1.4.3: large is 24 CSS px, or 18.66 CSS px in bold. */
const LARGE = 24;
const LARGE_BOLD = 18.66;
const BOLD = 700;
const LEAST = 4.5;
const LEAST_LARGE = 3;

type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const word = Number.parseInt(hex.slice(1), 16);
  return [(word >> 16) & 255, (word >> 8) & 255, word & 255];
}

const toHex = (colour: Rgb): string =>
  `#${colour.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2: relative luminance, 0..1. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** WCAG 2.2: contrast ratio of two colours as `#rrggbb`, 1..21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(rgb(one)), luminance(rgb(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The least contrast that a text must have; size in CSS pixels. */
export const contrastNeeded = ({ size, weight }: { size: number; weight: number }): 3 | 4.5 =>
  size >= LARGE || (size >= LARGE_BOLD && weight >= BOLD) ? LEAST_LARGE : LEAST;

/** The colour next to `from`, on its way to `end`, that has `needed` beside `other`; null when none has. */
function onTheWay(from: Rgb, end: Rgb, other: string, needed: number): string | null {
  for (let step = 1; step <= 50; step += 1) {
    const mix = (at: 0 | 1 | 2): number => from[at] + ((end[at] - from[at]) * step) / 50;
    const next = toHex([mix(0), mix(1), mix(2)]);
    if (contrastOf(next, other) >= needed) return next;
  }
  return null;
}

/**
 * What would give a text the contrast that it needs, as near as possible to what its author chose: another colour for it,
 * else for its ground. Light stays light, and dark stays dark.
 */
export function mended(color: string, ground: string, needed: number): { of: 'text' | 'ground'; color: string } | null {
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
