import type { Stroke } from '../../contract/strokes.ts';
import { invalid } from '../failure.ts';
import type { Place } from './rules.ts';

/** Refuses strokes on a point, which has no size to draw them in. @throws DomainError `invalid_request` */
export function requireBox(kind: 'point' | 'box', strokes: readonly Stroke[] = []): void {
  if (kind === 'point' && strokes.length > 0) throw invalid('strokes', 'Only a box can have `strokes`.');
}

/**
 * Checks a place: a point has no size; a box has one and lies inside the screenshot. @throws DomainError
 * `invalid_request`
 */
export function placeOf(
  kind: 'point' | 'box',
  input: { x: number; y: number; width?: number | null | undefined; height?: number | null | undefined },
): Place {
  if (kind === 'point') return { x: input.x, y: input.y, width: null, height: null };
  const width = Math.min(input.width ?? 0, 1 - input.x);
  const height = Math.min(input.height ?? 0, 1 - input.y);
  if (width <= 0 || height <= 0)
    throw invalid('width', 'A box needs `width` and `height` above 0, inside the screenshot.');
  return { x: input.x, y: input.y, width, height };
}
