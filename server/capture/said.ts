// What a page's world says is data of nobody: read piece by piece, cut to what the picture has.

export interface Limits {
  /** Of the picture, in CSS pixels */
  width: number;
  height: number;
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of a box is on the picture; null when nothing is, or it is no box. */
export function readBox(
  value: unknown,
  limits: Limits,
): { x: number; y: number; width: number; height: number } | null {
  if (!isFields(value)) return null;
  const { x, y, width, height } = value;
  const all = [x, y, width, height];
  if (!all.every((each) => typeof each === 'number' && Number.isFinite(each))) return null;
  const [left, top] = [Math.max(0, Number(x)), Math.max(0, Number(y))];
  const right = Math.min(limits.width, Number(x) + Number(width));
  const bottom = Math.min(limits.height, Number(y) + Number(height));
  if (right - left <= 0 || bottom - top <= 0) return null;
  const round = (each: number) => Math.round(each * 100) / 100;
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
}
