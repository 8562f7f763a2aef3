import type { Stroke, StrokePoint } from '../../contract/strokes.ts';
import { MAX_POINTS, MAX_REACH } from '../../contract/strokes.ts';
import { type Area, clamp, distance, type Point } from '../marking/geometry.ts';

/** CSS pixels that a stroke reaches at least; a shorter one is a slip. */
const MIN_LENGTH = 6;

const ofBox = (value: number): number => clamp(Math.round(value * 1e4) / 1e4, -MAX_REACH, MAX_REACH);

/** Converts a point of the screenshot, in fractions of it, to fractions of a box. */
export const toBox = ({ x, y }: Point, box: Area): StrokePoint => ({
  x: ofBox((clamp(x) - box.x) / box.width),
  y: ofBox((clamp(y) - box.y) / box.height),
});

export const fromBox = ({ x, y }: StrokePoint, box: Area): Point => ({
  x: box.x + x * box.width,
  y: box.y + y * box.height,
});

/** Returns how far a point is from a line between two others. */
function awayFrom(from: Point, to: Point, { x, y }: Point): number {
  const length = distance(from, to);
  if (length === 0) return distance(from, { x, y });
  const along = clamp(((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / length ** 2);
  return distance({ x, y }, { x: from.x + along * (to.x - from.x), y: from.y + along * (to.y - from.y) });
}

/** Leaves out the points that lie within `tolerance` of the line without them (Ramer–Douglas–Peucker). */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const keep = new Set([0, points.length - 1]);
  const spans = [[0, points.length - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first = 0, last = 0] = span;
    const [from, to] = [points[first], points[last]];
    let [farthest, most] = [0, tolerance];
    for (let at = first + 1; at < last; at += 1) {
      const point = points[at];
      const away = from && to && point ? awayFrom(from, to, point) : 0;
      if (away > most) [farthest, most] = [at, away];
    }
    if (farthest === 0) continue;
    keep.add(farthest);
    spans.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, at) => keep.has(at));
}

/** Returns a line of as many points as a stroke may have. `tolerance` is in the unit of the points. */
function bounded(points: readonly Point[], tolerance = 0.75): Point[] {
  const simple = simplify(points, tolerance);
  return simple.length <= MAX_POINTS ? simple : bounded(points, tolerance * 1.5);
}

/**
 * Makes a stroke of a pointer's path, whose points are fractions of the screenshot: an arrow is straight. Returns null
 * for a path too short to be meant. `size` is that of the screenshot as drawn.
 */
export function strokeOf(
  kind: Stroke['kind'],
  path: readonly Point[],
  box: Area,
  size: { width: number; height: number },
): Stroke | null {
  const drawn = path.map(({ x, y }) => ({ x: clamp(x) * size.width, y: clamp(y) * size.height }));
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (first === undefined || last === undefined) return null;
  const reach = kind === 'arrow' ? distance(first, last) : Math.max(...drawn.map((point) => distance(first, point)));
  if (reach < MIN_LENGTH) return null;
  const points = kind === 'arrow' ? [first, last] : bounded(drawn);
  return { kind, points: points.map(({ x, y }) => toBox({ x: x / size.width, y: y / size.height }, box)) };
}

/** Screenshot pixels from the start of an arrow that was set by a key to its end. */
const KEYED = { x: 120, y: 80 };

/** Returns an arrow to the middle of a box, from where there is space, to be moved by keys. */
export function keyedArrow(box: Area, shot: { width: number; height: number }): Stroke {
  const tip = fromBox({ x: 0.5, y: 0.5 }, box);
  const from = (at: number, by: number): number => (at > by ? at - by : at + by);
  const start = { x: from(tip.x, KEYED.x / shot.width), y: from(tip.y, KEYED.y / shot.height) };
  return { kind: 'arrow', points: [toBox(start, box), toBox(tip, box)] };
}
