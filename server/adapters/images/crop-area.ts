import type { PixelBox } from '../../domain/port-types.ts';

const smallest = 480;

function span(start: number, length: number, context: number, full: number): [from: number, length: number] {
  const wanted = Math.min(full, Math.max(smallest, Math.ceil(length) + 2 * context));
  const middle = start + length / 2;
  const from = Math.round(Math.min(Math.max(0, middle - wanted / 2), full - wanted));
  return [from, wanted];
}

/** Returns the part of an image to cut out for a mark, with the mark in its middle as far as the edges allow. */
export function cropArea(box: PixelBox, full: { width: number; height: number }): PixelBox {
  const context = Math.max(96, Math.round(Math.max(box.width, box.height) * 0.25));
  const [x, width] = span(box.x, box.width, context, full.width);
  const [y, height] = span(box.y, box.height, context, full.height);
  return { x, y, width, height };
}
