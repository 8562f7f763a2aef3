import { clamp } from '../marking/geometry.ts';

/** Screen pixels per page pixel, or `fit`: as wide as the stage. */
export type Zoom = 'fit' | number;

export const minScale = 0.1;
export const maxScale = 4;
const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4];

interface ShotSize {
  width: number;
  height: number;
  viewport: { scale: number } | null;
}

/** Returns the size of a screenshot in page pixels: 100 % shows a phone's screenshot as large as the page was. */
export function pageSize(shot: ShotSize): { width: number; height: number } {
  const scale = shot.viewport?.scale ?? 1;
  return { width: shot.width / scale, height: shot.height / scale };
}

/** Rows per strip. */
const stripRows = 2000;

/** Returns the fewest CSS pixels that are whole device pixels, or one device pixel where that takes too many. */
const wholePixels = (pixelRatio: number): number =>
  [1, 2, 4, 8].find((count) => Number.isInteger(count * pixelRatio)) ?? 1 / pixelRatio;

/**
 * Returns the CSS pixels of a screenshot at a zoom: at 100 % those of the page. All rows are equally tall, and a strip
 * takes whole pixels, so that no line shows below it.
 */
export function drawnSize(shot: ShotSize, zoom: number, pixelRatio: number): { width: number; height: number } {
  const perPixel = zoom / (shot.viewport?.scale ?? 1);
  const step = wholePixels(pixelRatio);
  const perRow = (Math.round((perPixel * stripRows) / step) * step) / stripRows;
  return { width: shot.width * perPixel, height: shot.height * perRow };
}

/** Returns the scale that fits the width, at most `cap`. */
export function fitScale(available: number, pageWidth: number, cap: number): number {
  if (available <= 0 || pageWidth <= 0) return 1;
  return clamp(available / pageWidth, minScale, cap);
}

export function stepScale(scale: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? steps.find((step) => step > scale + 0.005) : steps.findLast((step) => step < scale - 0.005);
  return next ?? clamp(scale, minScale, maxScale);
}

export const wheelScale = (scale: number, deltaY: number): number =>
  clamp(scale * Math.exp(-clamp(deltaY, -60, 60) * 0.008), minScale, maxScale);
