/** Drawn lines of a box mark. No schema here, so that the pages can use this without zod. */

export const MAX_STROKES = 20;
export const MAX_POINTS = 200;
/** How far a stroke may reach from its box, in widths and heights of the box. */
export const MAX_REACH = 1000;

export type StrokePoint = { x: number; y: number };
/** The points are fractions of the mark's box: 0, 0 is its upper left corner. An arrow points at its last point. */
export type Stroke = { kind: 'arrow' | 'line'; points: StrokePoint[] };

type Box = { x: number; y: number; width: number; height: number };

/** The sides of an arrow's head in widths of the screenshot, at most, and in lengths of its shaft. */
const HEAD = { ofShot: 0.02, ofShaft: 0.4 };
/** The angle between the shaft and each side of the head. */
const HEAD_ANGLE = Math.PI / 7;

/** Returns the two sides of an arrow's head as one line; nothing for a line that goes nowhere. */
function headOf(line: readonly StrokePoint[], maxPixels: number): StrokePoint[][] {
  const tip = line.at(-1);
  if (tip === undefined) return [];
  const lengthTo = (from: StrokePoint): number => Math.hypot(tip.x - from.x, tip.y - from.y);
  const shaft = Math.max(...line.map(lengthTo));
  const side = Math.min(maxPixels, shaft * HEAD.ofShaft);
  // A hand trembles at its end: the direction comes from a point at some distance.
  const from = line.findLast((point) => lengthTo(point) >= side);
  if (from === undefined || side === 0) return [];
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const end = (turn: number): StrokePoint => ({
    x: tip.x - side * Math.cos(angle + turn),
    y: tip.y - side * Math.sin(angle + turn),
  });
  return [[end(HEAD_ANGLE), tip, end(-HEAD_ANGLE)]];
}

/** Returns the lines to draw for strokes, in pixels of their screenshot. `box` is the mark's, in fractions of it. */
export function linesOf(
  strokes: readonly Stroke[],
  box: { [Side in keyof Box]: number | null },
  shot: { width: number; height: number },
): StrokePoint[][] {
  const { x, y, width, height } = box;
  if (x === null || y === null || width === null || height === null) return [];
  return strokes.flatMap(({ kind, points }) => {
    const line = points.map((point) => ({
      x: (x + point.x * width) * shot.width,
      y: (y + point.y * height) * shot.height,
    }));
    return kind === 'arrow' ? [line, ...headOf(line, shot.width * HEAD.ofShot)] : [line];
  });
}

/** Returns the smallest box around a box and lines, in the same unit. */
export function boxAround(box: Box, lines: readonly (readonly StrokePoint[])[]): Box {
  const points = lines.flat();
  const x = Math.min(box.x, ...points.map((point) => point.x));
  const y = Math.min(box.y, ...points.map((point) => point.y));
  return {
    x,
    y,
    width: Math.max(box.x + box.width, ...points.map((point) => point.x)) - x,
    height: Math.max(box.y + box.height, ...points.map((point) => point.y)) - y,
  };
}
