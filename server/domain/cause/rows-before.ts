import type { ChangeMap, PixelBox } from '../port-types.ts';

/** Returns the rows of the earlier image that an area of the new one stands for: where its rows were, or what was removed there. */
export function rowsBefore(map: ChangeMap | null, { y, height }: PixelBox): { from: number; length: number } {
  const rows = map?.rows ?? [];
  if (rows.length === 0) return { from: y, length: height };
  // What lies between two runs of equal rows has its counterpart between the same two.
  const top = rows.findLast(({ to, length }) => to + length <= y + 1);
  const inside = rows.find(({ to, length }) => to <= y && y + height <= to + length);
  if (height > 0 && inside !== undefined) return { from: inside.from + y - inside.to, length: height };
  const next = rows.find(({ to }) => to >= y + height - 1);
  const from = top === undefined ? 0 : top.from + top.length;
  const end = next?.from ?? from + height;
  return { from, length: Math.max(0, end - from) };
}
