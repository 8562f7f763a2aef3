import type { PixelBox } from '../port-types.ts';

/** The most rows that a model sees at once: its longest edge without scaling. */
const ROWS = 1568;
/**
 * How much taller than wide parts of wide images are, so that text stays legible when they are scaled by their height.
 */
const SHAPE = 1.5;
/** Up to this factor above the limit, an area is not cut. */
const SLACK = 1.2;
/** The share by which parts overlap, so that content at a cut is whole in one of them. */
const OVERLAP = 0.04;

/** Cuts an area into parts of its full width, from top to bottom, each legible when it is scaled for a model. */
export function partsOf(area: PixelBox): PixelBox[] {
  const most = Math.max(ROWS, Math.round(area.width * SHAPE));
  if (area.height <= most * SLACK) return [area];
  const overlap = Math.round(most * OVERLAP);
  const count = Math.ceil((area.height - overlap) / (most - overlap));
  const height = Math.ceil((area.height + (count - 1) * overlap) / count);
  return Array.from({ length: count }, (_, at) => {
    const top = Math.min(at * (height - overlap), area.height - height);
    return { ...area, y: area.y + top, height };
  });
}

/** Returns which of these parts a box is on, 1 for the first; a point has no size. */
export const partsWith = (parts: readonly PixelBox[], box: PixelBox): number[] =>
  parts.flatMap((part, at) => {
    const isApart =
      box.x > part.x + part.width ||
      box.x + box.width < part.x ||
      box.y > part.y + part.height ||
      box.y + box.height < part.y;
    return isApart ? [] : [at + 1];
  });
