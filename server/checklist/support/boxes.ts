import type { PixelBox } from '../../contract/shot-facts.ts';

export const areaOfBox = ({ width, height }: PixelBox): number => Math.max(0, width) * Math.max(0, height);

/** Returns the intersection of two boxes; null when they do not meet. */
export function meeting(one: PixelBox, other: PixelBox): PixelBox | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

export function around(one: PixelBox, other: PixelBox): PixelBox {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** Returns a box without its rim: a box of whole pixels also covers pixels of its neighbours. */
export function inner({ x, y, width, height }: PixelBox): PixelBox {
  const rim = 2;
  return { x: x + rim, y: y + rim, width: Math.max(1, width - 2 * rim), height: Math.max(1, height - 2 * rim) };
}
