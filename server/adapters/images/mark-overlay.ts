import type { BoxPx } from './crop-area.ts';

/** Digits as strokes on a 4 × 6 grid: drawn numbers need no font, which a server may not have. */
const strokes: Record<string, string> = {
  '0': 'M0 0H4V6H0Z',
  '1': 'M1 1L2.5 0V6',
  '2': 'M0 0H4V3H0V6H4',
  '3': 'M0 0H4V6H0M1 3H4',
  '4': 'M0 0V3H4M4 0V6',
  '5': 'M4 0H0V3H4V6H0',
  '6': 'M4 0H0V6H4V3H0',
  '7': 'M0 0H4L2 6',
  '8': 'M0 0H4V6H0ZM0 3H4',
  '9': 'M4 3H0V0H4V6H0',
};

const colour = '#d6006c';
const radius = 15;

function digits(number: number, x: number, y: number): string {
  const text = String(number);
  const size = text.length > 2 ? 1.3 : 1.8;
  const advance = 6 * size;
  const left = x - (text.length * advance - 2 * size) / 2;
  return [...text]
    .map(
      (digit, i) =>
        `<path transform="translate(${left + i * advance} ${y - 3 * size}) scale(${size})" d="${strokes[digit] ?? ''}"/>`,
    )
    .join('');
}

/** A transparent picture with the outline of `box` (in its own pixels) and, beside it, a disc with the mark's number. */
export function markOverlay(size: { width: number; height: number }, box: BoxPx, number: number | undefined): Buffer {
  const inside = (value: number, full: number) =>
    Math.min(Math.max(value, radius + 2), Math.max(radius + 2, full - radius - 2));
  const isPoint = box.width === 0 && box.height === 0;
  const outline = isPoint
    ? `<circle cx="${box.x}" cy="${box.y}" r="7"/>`
    : `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="2"/>`;
  const discX = inside(isPoint ? box.x + radius + 10 : box.x, size.width);
  const discY = inside(isPoint ? box.y - radius - 10 : box.y, size.height);
  const disc =
    number === undefined
      ? ''
      : `<circle cx="${discX}" cy="${discY}" r="${radius}" fill="${colour}" stroke="#fff" stroke-width="2"/>
         <g fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">${digits(number, discX, discY)}</g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
      <g fill="none" stroke="#fff" stroke-width="5">${outline}</g>
      <g fill="none" stroke="${colour}" stroke-width="3">${outline}</g>${disc}</svg>`,
  );
}
