import type { PixelBox } from '../../contract/shot-facts.ts';

/** Returns the pixels of a box inside the image: from `x0`, `y0` up to but excluding `x1`, `y1`. */
export function clipBox(box: PixelBox, { width, height }: { width: number; height: number }) {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
  return {
    x0: clamp(box.x, width),
    y0: clamp(box.y, height),
    x1: clamp(box.x + box.width, width),
    y1: clamp(box.y + box.height, height),
  };
}
