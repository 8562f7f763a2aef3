/** Digits as strokes on a 4 × 6 grid: drawn numbers need no font, which a server may not have. */
const strokes: Record<string, string> = {
  '0': 'M2 0C3.6 0 4 1.4 4 3S3.6 6 2 6 0 4.6 0 3 .4 0 2 0Z',
  '1': 'M.8 1.2L2.5 0V6',
  '2': 'M0 1.6C0 .6 .8 0 2 0S4 .6 4 1.7C4 3.3 0 4.3 0 6H4',
  '3': 'M0 .8C.5 .2 1.2 0 2 0 3.2 0 3.9 .6 3.9 1.5S3.2 2.9 1.6 2.9C3.2 2.9 4 3.5 4 4.4S3.2 6 2 6C1.2 6 .5 5.8 0 5.2',
  '4': 'M3 6V0L0 4.3H4',
  '5': 'M3.7 0H.6L.3 2.7C.9 2.4 1.4 2.3 2 2.3 3.2 2.3 4 3 4 4.1S3.2 6 1.9 6C1.1 6 .5 5.8 0 5.3',
  '6': 'M3.6 .5C3.1 .1 2.6 0 2.1 0 .7 0 0 1.2 0 3.2 0 5 .7 6 2 6S4 5.2 4 4.1 3.2 2.3 2 2.3 .2 3 0 3.9',
  '7': 'M0 0H4L1.6 6',
  '8': 'M2 0C3.1 0 3.7 .6 3.7 1.4S3.1 2.8 2 2.8 .3 2.2 .3 1.4 .9 0 2 0ZM2 2.8C3.3 2.8 4 3.5 4 4.4S3.3 6 2 6 0 5.3 0 4.4 .7 2.8 2 2.8Z',
  '9': 'M.4 5.5C.9 5.9 1.4 6 1.9 6 3.3 6 4 4.8 4 2.8 4 1 3.3 0 2 0S0 .8 0 1.9 .8 3.7 2 3.7 3.8 3 4 2.1',
};

/** Width of a digit and the space after it, in units of that grid. */
const ADVANCE = 6;
const HEIGHT = 6;
const GAP = 2;

/** Returns the width of a drawn number in pixels; `unit` is the size of the grid's unit. */
export const widthOf = (number: number, unit: number): number => (String(number).length * ADVANCE - GAP) * unit;

/** Draws a number as SVG paths centred at x, y. `unit`: pixels of the grid's unit. */
export function digits(number: number, x: number, y: number, unit: number): string {
  const left = x - widthOf(number, unit) / 2;
  return [...String(number)]
    .map(
      (digit, i) =>
        `<path transform="translate(${left + i * ADVANCE * unit} ${y - (HEIGHT / 2) * unit}) scale(${unit})" d="${strokes[digit] ?? ''}"/>`,
    )
    .join('');
}
