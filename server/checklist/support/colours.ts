/** A colour as three values of 0..255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the colour of a pixel's 32-bit word, red lowest. */
export const rgbOf = (word: number): Rgb => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];

export const hexOf = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** WCAG 2.2: relative luminance of an sRGB colour, 0..1. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * (linear[Math.round(red)] ?? 0) +
  0.7152 * (linear[Math.round(green)] ?? 0) +
  0.0722 * (linear[Math.round(blue)] ?? 0);

/** WCAG 2.2: contrast ratio of two colours, 1..21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the largest difference of two colours in any channel, 0..255. */
export const apart = (one: Rgb, other: Rgb): number =>
  Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));

/** Returns the mean of colours, weighted by their counts. */
export function mean(shades: readonly { colour: Rgb; count: number }[]): Rgb {
  let [red, green, blue, all] = [0, 0, 0, 0];
  for (const { colour, count } of shades) {
    red += colour[0] * count;
    green += colour[1] * count;
    blue += colour[2] * count;
    all += count;
  }
  return [red / all, green / all, blue / all];
}
