import { type Area, clamp, type Point } from './geometry.ts';

const gap = 12;

/** Returns where a panel of `size` floats beside `anchor` and inside `bounds`; all in the same pixels. */
export function floatBeside(anchor: Area, size: { width: number; height: number }, bounds: Area): Point {
  const right = anchor.x + anchor.width + gap;
  const left = anchor.x - gap - size.width;
  const most = bounds.x + bounds.width - size.width - gap;
  const y = clamp(
    anchor.y - gap,
    bounds.y + gap,
    Math.max(bounds.y + bounds.height - size.height - gap, bounds.y + gap),
  );
  if (right <= most) return { x: right, y };
  if (left >= bounds.x + gap) return { x: left, y };
  const below = anchor.y + anchor.height + gap;
  const above = anchor.y - gap - size.height;
  const fits = below + size.height <= bounds.y + bounds.height;
  return {
    x: clamp(anchor.x, bounds.x + gap, Math.max(most, bounds.x + gap)),
    y: fits ? below : Math.max(above, bounds.y + gap),
  };
}
