import type { DrawnMark, PixelLine } from '../../domain/port-types.ts';
import { digits } from './digits.ts';

const colour = '#d6006c';
const radius = 15;

const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns a mark as it is on an image of `area` of the whole one, scaled. */
export function drawnOn<Mark extends DrawnMark>(mark: Mark, area: { x: number; y: number }, scale: number): Mark {
  const { box, lines } = mark;
  const at = ({ x, y }: { x: number; y: number }) => ({ x: (x - area.x) * scale, y: (y - area.y) * scale });
  return {
    ...mark,
    box: { ...at(box), width: box.width * scale, height: box.height * scale },
    lines: lines.map((line) => line.map(at)),
  };
}

/** Returns the SVG path of lines; nothing where there are none. */
export const pathOf = (lines: readonly PixelLine[]): string =>
  lines.length === 0
    ? ''
    : `<path stroke-linecap="round" stroke-linejoin="round" d="${lines
        .map((line) => `M${line.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`)
        .join('')}"/>`;

/**
 * Draws a transparent image with the outline and the lines of a mark (in its own pixels) and, beside it, a disc with
 * the mark's number.
 */
export function markOverlay(size: { width: number; height: number }, { box, lines, number }: DrawnMark): Buffer {
  const inside = (value: number, full: number) =>
    Math.min(Math.max(value, radius + 2), Math.max(radius + 2, full - radius - 2));
  const isPoint = box.width === 0 && box.height === 0;
  const shape = isPoint
    ? `<circle cx="${box.x}" cy="${box.y}" r="7"/>`
    : `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="2"/>`;
  const outline = `${shape}${pathOf(lines)}`;
  const discX = inside(isPoint ? box.x + radius + 10 : box.x, size.width);
  const discY = inside(isPoint ? box.y - radius - 10 : box.y, size.height);
  const disc = `<circle cx="${discX}" cy="${discY}" r="${radius}" fill="${colour}" stroke="#fff" stroke-width="2"/>
    <g fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">${digits(number, discX, discY, number > 99 ? 1.3 : 1.8)}</g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
      <g fill="none" stroke="#fff" stroke-width="5">${outline}</g>
      <g fill="none" stroke="${colour}" stroke-width="3">${outline}</g>${disc}</svg>`,
  );
}
