import type { PixelBox } from '../port-types.ts';

/** Of what is shown to a model at once: as much as its long edge takes without scaling. */
const ROWS = 1568;
/** Parts of wide images are this much taller than wide, so that scaling them by their height keeps text legible. */
const SHAPE = 1.5;
/** What is not worth cutting. */
const SLACK = 1.2;
/** So that nothing is only seen cut in two. */
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

/** Which of these parts a box is on, 1 for the first; a point has no size. */
export const partsWith = (parts: readonly PixelBox[], box: PixelBox): number[] =>
  parts.flatMap((part, at) => {
    const isApart =
      box.x > part.x + part.width ||
      box.x + box.width < part.x ||
      box.y > part.y + part.height ||
      box.y + box.height < part.y;
    return isApart ? [] : [at + 1];
  });
