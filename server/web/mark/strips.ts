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

/**
 * Lays strips over `drawn` CSS pixels. Every edge falls on a whole device pixel and is shared by its two neighbours, so
 * that no scale leaves a line between them; together they are exactly as tall as the picture.
 */
export function layStrips(strips: readonly Strip[], shotHeight: number, drawn: number, pixelRatio: number): Strip[] {
  const edge = (row: number) =>
    row >= shotHeight ? drawn : Math.round((row / shotHeight) * drawn * pixelRatio) / pixelRatio;
  return strips.map(({ at, top, height }) => ({ at, top: edge(top), height: edge(top + height) - edge(top) }));
}

/** The strips that show any of `area`, which is in pixels of the shot. */
export const stripsUnder = (strips: readonly Strip[], area: Area): Strip[] =>
  strips.filter(({ top, height }) => top < area.y + area.height && area.y < top + height);
