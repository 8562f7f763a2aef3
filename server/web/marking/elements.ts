import { type Area, clamp, type Point } from './geometry.ts';

/** An element of a screenshot, in fractions of it. */
export interface ShotElement {
  area: Area;
  tag: string;
  role: string | null;
  name: string;
  /** Index of the closest listed ancestor; null at the top. */
  parent: number | null;
}

interface Size {
  width: number;
  height: number;
}

/** Containers are not named by long text. */
const longLabel = 32;

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const text = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN);

/**
 * Reads the file at `elements_url`: `{ scale, elements }`, boxes in CSS pixels, `scale` device pixels each. Elements
 * outside the screenshot keep their index with an empty area, so that parents stay right.
 */
export function readElements(file: unknown, shot: Size): ShotElement[] {
  const { scale, elements } = record(file);
  const ratio = number(scale);
  if (!(ratio > 0) || !Array.isArray(elements)) return [];
  const parents = new Set(elements.map((entry: unknown) => record(entry).parent));
  return elements.map((entry: unknown, at): ShotElement => {
    const each = record(entry);
    const box = record(each.box);
    const left = clamp((number(box.x) * ratio) / shot.width);
    const top = clamp((number(box.y) * ratio) / shot.height);
    const right = clamp(((number(box.x) + number(box.width)) * ratio) / shot.width);
    const bottom = clamp(((number(box.y) + number(box.height)) * ratio) / shot.height);
    const area = { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
    const parent = typeof each.parent === 'number' && each.parent >= 0 && each.parent < at ? each.parent : null;
    const known = Object.values(area).every(Number.isFinite);
    return {
      area: known ? area : { x: 0, y: 0, width: 0, height: 0 },
      tag: text(each.tag) || 'element',
      role: text(each.role) || null,
      name:
        text(each.accessible_name) || (parents.has(at) && text(each.text).length > longLabel ? '' : text(each.text)),
      parent,
    };
  });
}

const sizeOf = ({ width, height }: Area): number => width * height;
const holds = (area: Area, at: Point): boolean =>
  at.x >= area.x && at.y >= area.y && at.x <= area.x + area.width && at.y <= area.y + area.height;

/** Returns an element and its ancestors. */
export function ancestry(elements: readonly ShotElement[], from: number): number[] {
  const way: number[] = [];
  for (let at: number | null = from; at !== null; at = elements[at]?.parent ?? null) way.push(at);
  return way;
}

/** Returns the innermost element under a point: the smallest without another one of them inside, the last of equals. */
export function innermostAt(elements: readonly ShotElement[], at: Point): number | null {
  const under = elements.flatMap(({ area }, index) => (sizeOf(area) > 0 && holds(area, at) ? [index] : []));
  const parents = new Set(under.flatMap((index) => ancestry(elements, index).slice(1)));
  return under
    .filter((index) => !parents.has(index))
    .reduce<number | null>((best, index) => {
      const size = sizeOf(elements[index]?.area ?? { x: 0, y: 0, width: 0, height: 0 });
      const least =
        best === null ? Number.POSITIVE_INFINITY : sizeOf(elements[best]?.area ?? { x: 0, y: 0, width: 0, height: 0 });
      return size <= least ? index : best;
    }, null);
}

/** Returns whether two areas differ by at most a pixel on each edge. */
export function sameArea(a: Area, b: Area, shot: Size): boolean {
  const near = (one: number, other: number, of: number) => Math.abs(one - other) * of <= 1;
  return (
    near(a.x, b.x, shot.width) &&
    near(a.y, b.y, shot.height) &&
    near(a.x + a.width, b.x + b.width, shot.width) &&
    near(a.y + a.height, b.y + b.height, shot.height)
  );
}

/**
 * Returns an element and its ancestors, only the innermost of those with the same area, so that every step is visible.
 */
export function pathFrom(elements: readonly ShotElement[], from: number, shot: Size): number[] {
  const path: number[] = [];
  for (const at of ancestry(elements, from)) {
    const area = elements[at]?.area;
    const last = elements[path.at(-1) ?? -1]?.area;
    if (area === undefined || sizeOf(area) === 0) continue;
    if (last === undefined || !sameArea(last, area, shot)) path.push(at);
  }
  return path;
}

/** A path from an element outwards and the position on it; -1 is inside all of it. */
export interface Walk {
  path: readonly number[];
  at: number;
}

/** Returns the walk of an area that is not an element: outwards from what is under its middle. */
export function walkOf(elements: readonly ShotElement[], area: Area, shot: Size): Walk | null {
  const chosen = elements.findIndex((each) => sizeOf(each.area) > 0 && sameArea(each.area, area, shot));
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const under = innermostAt(elements, middle);
  const inner = under === null ? [] : pathFrom(elements, under, shot);
  if (chosen >= 0) {
    const at = inner.findIndex((index) => sameArea(elements[index]?.area ?? area, area, shot));
    return at >= 0 ? { path: inner, at } : { path: pathFrom(elements, chosen, shot), at: 0 };
  }
  if (inner.length === 0) return null;
  const wider = inner.findIndex((index) => sizeOf(elements[index]?.area ?? area) > sizeOf(area));
  return { path: inner, at: (wider < 0 ? inner.length : wider) - 0.5 };
}

/** Returns the next step outwards (1) or inwards (-1), or null at the end. Between two elements, either is a step. */
export function step(walk: Walk, by: 1 | -1): Walk | null {
  const at = by === 1 ? Math.floor(walk.at) + 1 : Math.ceil(walk.at) - 1;
  return at < 0 || at >= walk.path.length ? null : { path: walk.path, at };
}

/** Returns the element a walk is on, or null between two. */
export const elementOf = (walk: Walk | null): number | null => (walk === null ? null : (walk.path[walk.at] ?? null));
