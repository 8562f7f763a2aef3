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
 * Lays strips over `drawn` CSS pixels, together exactly as tall as the picture. Their edges fall on whole device pixels,
 * and each reaches two device pixels under the next: a page that itself lies between two pixels would else show a line.
 */
export function layStrips(strips: readonly Strip[], shotHeight: number, drawn: number, pixelRatio: number): Strip[] {
  const edge = (row: number): number =>
    row >= shotHeight ? drawn : Math.round((row / shotHeight) * drawn * pixelRatio) / pixelRatio;
  return strips.map(({ at, top, height }) => {
    const end = Math.min(edge(top + height) + 2 / pixelRatio, drawn);
    return { at, top: edge(top), height: end - edge(top) };
  });
}

/** The strips that show any of `area`, which is in pixels of the shot. */
export const stripsUnder = (strips: readonly Strip[], area: Area): Strip[] =>
  strips.filter(({ top, height }) => top < area.y + area.height && area.y < top + height);
