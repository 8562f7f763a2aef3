import type { Area } from '../marking/geometry.ts';

/** Rows of a tall screenshot, in its pixels, or on the screen once laid out. */
export interface Strip {
  at: number;
  top: number;
  height: number;
}

interface Tall {
  height: number;
  tile_height: number | null;
}

/** Returns the strips of a tall screenshot, top to bottom; none for one shown whole. */
export function stripsOf({ height, tile_height: step }: Tall): Strip[] {
  if (step === null || step < 1) return [];
  return Array.from({ length: Math.ceil(height / step) }, (_, at) => {
    const top = at * step;
    return { at, top, height: Math.min(step, height - top) };
  });
}

export const stripUrl = (url: string, at: number): string => url.replace(/[^/?#]*(?=$|[?#])/, `tile-${at}`);

/** Lays strips over `drawn` CSS pixels: all rows equally tall, strips without gaps. */
export const layStrips = (strips: readonly Strip[], shotHeight: number, drawn: number): Strip[] =>
  strips.map(({ at, top, height }) => ({
    at,
    top: (top * drawn) / shotHeight,
    height: (height * drawn) / shotHeight,
  }));

/** Returns the strips that show any of `area`, in pixels of the screenshot. */
export const stripsUnder = (strips: readonly Strip[], area: Area): Strip[] =>
  strips.filter(({ top, height }) => top < area.y + area.height && area.y < top + height);
