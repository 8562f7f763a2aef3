import type { MarkShape, PixelBox } from '../../domain/port-types.ts';
import { digits, widthOf } from './digits.ts';
import { placeLabels, RING } from './label-places.ts';
import { pathOf } from './mark-overlay.ts';

const UNIT = 2.3;
const HEIGHT = 26;
const PADDING = 8;

/** Must fix: filled red. Other open marks: filled blue. Reported or verified: green on white with a dashed outline. */
const styles = {
  must_fix: { line: '#cf0a1e', fill: '#cf0a1e', text: '#fff', dashes: '' },
  open: { line: '#0a58ca', fill: '#0a58ca', text: '#fff', dashes: '' },
  settled: { line: '#0a6b33', fill: '#fff', text: '#0a6b33', dashes: 'stroke-dasharray="9 5"' },
} as const;

const round = (value: number): number => Math.round(value * 10) / 10;

function outlineOf({ x, y, width, height }: PixelBox): string {
  if (width === 0 && height === 0) return `<circle cx="${round(x)}" cy="${round(y)}" r="${RING - 2}"/>`;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="2"/>`;
}

/** Draws a number as strokes, which need no font. */
export const strokedNumber = (number: number, x: number, y: number, colour: string): string =>
  `<g fill="none" stroke="${colour}" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round">${digits(number, x, y, UNIT)}</g>`;

/**
 * Draws every mark's outline and number as SVG. No number hides another where there is space for both, and none is
 * cut off by an edge.
 */
export function drawMarks(
  size: { width: number; height: number },
  marks: readonly MarkShape[],
  drawNumber: typeof strokedNumber = strokedNumber,
): string {
  const labels = marks.map(({ number, box }) => ({
    box,
    width: Math.max(HEIGHT, round(widthOf(number, UNIT) + 2 * PADDING)),
    height: HEIGHT,
  }));
  const places = placeLabels(size, labels);
  const outlines = marks.map(({ box, lines, kind }) => {
    const { line, dashes } = styles[kind];
    const outline = `${outlineOf(box)}${pathOf(lines)}`;
    return `<g stroke="#fff" stroke-width="5.5">${outline}</g><g stroke="${line}" stroke-width="3" ${dashes}>${outline}</g>`;
  });
  const leaders = places.map(({ x, y, leader }, at) => {
    if (leader === null) return '';
    const line = `<path d="M${round(x)} ${round(y)}L${round(leader.x)} ${round(leader.y)}"/>`;
    const colour = styles[marks[at]?.kind ?? 'open'].line;
    return `<g stroke="#fff" stroke-width="4.5">${line}</g><g stroke="${colour}" stroke-width="2">${line}</g>`;
  });
  const discs = places.map(({ x, y, width, height }, at) => {
    const mark = marks[at];
    if (mark === undefined) return '';
    const { line, fill, text } = styles[mark.kind];
    const [left, top] = [round(x - width / 2), round(y - height / 2)];
    return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${HEIGHT / 2}" fill="#fff"/>
      <rect x="${left + 1.5}" y="${top + 1.5}" width="${width - 3}" height="${height - 3}" rx="${HEIGHT / 2 - 1.5}" fill="${fill}" stroke="${line}" stroke-width="1.5"/>
      ${drawNumber(mark.number, x, y, text)}`;
  });
  return `<g fill="none">${outlines.join('')}${leaders.join('')}</g>${discs.join('')}`;
}

/** Draws a transparent image with every mark's outline and number. */
export function marksOverlay(size: { width: number; height: number }, marks: readonly MarkShape[]): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${drawMarks(size, marks)}</svg>`,
  );
}
