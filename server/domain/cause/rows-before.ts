import type { ChangeMap, PixelBox } from '../port-types.ts';

/** Rows by which an area may reach into the equal rows beside it. */
const OVERLAP = 1;

/** Returns the rows of the earlier image that an area of the new one stands for: where its rows were, or what was removed there. */
export function rowsBefore(
  map: ChangeMap | null,
  { y, height }: PixelBox,
  heightBefore?: number,
): { from: number; length: number } {
  const rows = map?.rows ?? [];
  if (rows.length === 0) return { from: y, length: height };
  const bottom = y + height;
  // What lies between two runs of equal rows has its counterpart between the same two.
  const isIn = (at: number, { to, length }: ChangeMap['rows'][number]) => to <= at && at <= to + length;
  const first = height === 0 ? undefined : rows.find((run) => isIn(y, run) && y + OVERLAP < run.to + run.length);
  const last = height === 0 ? undefined : rows.findLast((run) => isIn(bottom, run) && run.to < bottom - OVERLAP);
  const above = rows.findLast(({ to, length }) => to + length <= y + OVERLAP);
  const below = rows.find(({ to }) => to >= bottom - OVERLAP);
  const from = first !== undefined ? first.from + y - first.to : above === undefined ? 0 : above.from + above.length;
  const end =
    last !== undefined
      ? last.from + bottom - last.to
      : (below?.from ?? (height === 0 ? (heightBefore ?? from) : from + height));
  return { from, length: Math.max(0, end - from) };
}
