import type { PixelBox } from '../../domain/port-types.ts';
import { digits } from './digits.ts';

const colour = '#d6006c';
const radius = 15;

/**
 * Draws a transparent image with the outline of `box` (in its own pixels) and, beside it, a disc with the mark's
 * number.
 */
export function markOverlay(
  size: { width: number; height: number },
  box: PixelBox,
  number: number | undefined,
): Buffer {
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
         <g fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">${digits(number, discX, discY, number > 99 ? 1.3 : 1.8)}</g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
      <g fill="none" stroke="#fff" stroke-width="5">${outline}</g>
      <g fill="none" stroke="${colour}" stroke-width="3">${outline}</g>${disc}</svg>`,
  );
}
