import { clamp, type Place, roundPlace } from './geometry.ts';

interface Size {
  width: number;
  height: number;
}

/** A place in whole pixels of its screenshot; a point has no size. */
export interface PixelPlace {
  x: number;
  y: number;
  width: number | null;
  height: number | null;
}

export type PixelField = keyof PixelPlace;

export function toPixels(place: Place, shot: Size): PixelPlace {
  const box = place.kind === 'box';
  return {
    x: Math.round(place.x * shot.width),
    y: Math.round(place.y * shot.height),
    width: box ? Math.max(1, Math.round(place.width * shot.width)) : null,
    height: box ? Math.max(1, Math.round(place.height * shot.height)) : null,
  };
}

/**
 * Sets one field to `value` pixels. Moving keeps a box's size, resizing its corner; all of it stays on the screenshot.
 */
export function withPixels(place: Place, field: PixelField, value: number, shot: Size): Place {
  if (!Number.isFinite(value)) return place;
  const wide = place.kind === 'box' ? place.width : 0;
  const high = place.kind === 'box' ? place.height : 0;
  if (field === 'x') return roundPlace({ ...place, x: clamp(value / shot.width, 0, 1 - wide) });
  if (field === 'y') return roundPlace({ ...place, y: clamp(value / shot.height, 0, 1 - high) });
  if (place.kind === 'point') return place;
  if (field === 'width') return roundPlace({ ...place, width: clamp(value / shot.width, 1 / shot.width, 1 - place.x) });
  return roundPlace({ ...place, height: clamp(value / shot.height, 1 / shot.height, 1 - place.y) });
}

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Returns the direction of an arrow key by one step, with Shift by ten; null for other keys, and the browser's own. */
export function arrowWay({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed): { x: number; y: number } | null {
  const way = ways[key];
  const step = shiftKey ? 10 : 1;
  return way === undefined || altKey || ctrlKey || metaKey ? null : { x: way[0] * step, y: way[1] * step };
}
