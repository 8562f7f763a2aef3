/** A point on a screenshot or the screen; the caller knows the unit (fraction or CSS pixels). */
export interface Point {
  x: number;
  y: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

/** Where a mark is, in fractions 0..1 of the screenshot's width and height. */
export type Place = ({ kind: 'point' } & Point) | ({ kind: 'box' } & Area);

export type Corner = 'nw' | 'ne' | 'se' | 'sw';

/** The handles of a box: its corners and the middles of its sides, clockwise from the upper left. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

/** The fields of a mark, a finding's area or a suggestion that give its place. */
export interface Placed {
  kind: 'point' | 'box';
  x: number | null;
  y: number | null;
  width: number | null;
  height: number | null;
}

export const clamp = (value: number, low = 0, high = 1): number => Math.min(Math.max(value, low), high);

export const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);

/** Returns the box with `a` and `b` as opposite corners, cut to the screenshot. */
export function areaBetween(a: Point, b: Point): Area {
  const left = clamp(Math.min(a.x, b.x));
  const top = clamp(Math.min(a.y, b.y));
  return { x: left, y: top, width: clamp(Math.max(a.x, b.x)) - left, height: clamp(Math.max(a.y, b.y)) - top };
}

/** Returns a box with `centre` in its middle, moved inside the screenshot. */
export function areaAround(centre: Point, width: number, height: number): Area {
  const size = { width: Math.min(width, 1), height: Math.min(height, 1) };
  return {
    x: clamp(centre.x - size.width / 2, 0, 1 - size.width),
    y: clamp(centre.y - size.height / 2, 0, 1 - size.height),
    ...size,
  };
}

/** Moves a place by `by` and keeps all of it on the screenshot. */
export function movePlace(place: Place, by: Point): Place {
  if (place.kind === 'point') return { kind: 'point', x: clamp(place.x + by.x), y: clamp(place.y + by.y) };
  return {
    ...place,
    x: clamp(place.x + by.x, 0, 1 - place.width),
    y: clamp(place.y + by.y, 0, 1 - place.height),
  };
}

/** Drags one corner of a box to `to`; the opposite corner stays. */
export function dragCorner(area: Area, corner: Corner, to: Point): Area {
  const fixed = {
    x: corner === 'nw' || corner === 'sw' ? area.x + area.width : area.x,
    y: corner === 'nw' || corner === 'ne' ? area.y + area.height : area.y,
  };
  return areaBetween(fixed, to);
}

export const handlePoint = (area: Area, handle: Handle): Point => ({
  x: area.x + area.width * (handle.includes('w') ? 0 : handle.includes('e') ? 1 : 0.5),
  y: area.y + area.height * (handle.includes('n') ? 0 : handle.includes('s') ? 1 : 0.5),
});

/** Drags a handle to `to`: a corner both ways, a side along one axis. */
export function dragHandle(area: Area, handle: Handle, to: Point): Area {
  if (handle === 'n' || handle === 's') {
    const fixed = { x: area.x, y: handle === 'n' ? area.y + area.height : area.y };
    return areaBetween(fixed, { x: area.x + area.width, y: to.y });
  }
  if (handle === 'e' || handle === 'w') {
    const fixed = { x: handle === 'w' ? area.x + area.width : area.x, y: area.y };
    return areaBetween(fixed, { x: to.x, y: area.y + area.height });
  }
  return dragCorner(area, handle, to);
}

/** Moves the middle of a place to `at` and keeps all of it on the screenshot. */
export function placeAt(place: Place, at: Point): Place {
  if (place.kind === 'point') return { kind: 'point', x: clamp(at.x), y: clamp(at.y) };
  return { kind: 'box', ...areaAround(at, place.width, place.height) };
}

/** Returns a mark's place, or null when it has no screenshot. A box without a size becomes a point. */
export function placeOf(mark: Placed): Place | null {
  if (mark.x === null || mark.y === null) return null;
  if (mark.kind === 'point' || mark.width === null || mark.height === null) {
    return { kind: 'point', x: mark.x, y: mark.y };
  }
  return { kind: 'box', x: mark.x, y: mark.y, width: mark.width, height: mark.height };
}

/** Returns the area of a place; that of a point is empty. */
export const areaOf = (place: Place): Area =>
  place.kind === 'box' ? place : { x: place.x, y: place.y, width: 0, height: 0 };

/** Returns where the marker of a place points: the point, or a box's upper left corner. */
export const anchorOf = (place: Place): Point => ({ x: place.x, y: place.y });

/** Rounds to five decimals, a sixth of a pixel on 16,000 px. */
export function roundPlace(place: Place): Place {
  const round = (value: number) => Math.round(value * 1e5) / 1e5;
  if (place.kind === 'point') return { kind: 'point', x: round(place.x), y: round(place.y) };
  const x = round(place.x);
  const y = round(place.y);
  return {
    kind: 'box',
    x,
    y,
    width: round(Math.min(place.width, 1 - x)),
    height: round(Math.min(place.height, 1 - y)),
  };
}
