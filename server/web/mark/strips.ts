import type { Area } from './geometry.ts';

/** A part of a tall shot's rows, from `top` on; in pixels of the shot, or of the screen once it is laid out. */
export interface Strip {
  at: number;
  top: number;
  height: number;
}

interface Tall {
  height: number;
  tile_height: number | null;
}

/** The strips a tall shot comes in, from top to bottom, the last as tall as what is left; none for one shown whole. */
export function stripsOf({ height, tile_height: step }: Tall): Strip[] {
  if (step === null || step < 1) return [];
  return Array.from({ length: Math.ceil(height / step) }, (_, at) => {
    const top = at * step;
    return { at, top, height: Math.min(step, height - top) };
  });
}

/** Where a strip lies: beside the whole picture, under another last part. */
export const stripUrl = (url: string, at: number): string => url.replace(/[^/?#]*(?=$|[?#])/, `tile-${at}`);

/** Lays strips over `drawn` CSS pixels: every row equally tall, each strip from where the one above it ends. */
export const layStrips = (strips: readonly Strip[], shotHeight: number, drawn: number): Strip[] =>
  strips.map(({ at, top, height }) => ({
    at,
    top: (top * drawn) / shotHeight,
    height: (height * drawn) / shotHeight,
  }));

/** The strips that show any of `area`, which is in pixels of the shot. */
export const stripsUnder = (strips: readonly Strip[], area: Area): Strip[] =>
  strips.filter(({ top, height }) => top < area.y + area.height && area.y < top + height);
