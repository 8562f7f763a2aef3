import { clamp } from './geometry.ts';

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

/** The size of a shot in page pixels, so that 100 % shows a phone's shot as large as the page was. */
export function pageSize(shot: ShotSize): { width: number; height: number } {
  const scale = shot.viewport?.scale ?? 1;
  return { width: shot.width / scale, height: shot.height / scale };
}

/** Rows of a tall screenshot that come as one strip. */
const stripRows = 2000;

/** The fewest CSS pixels that are whole device pixels too. Where that takes too many, one device pixel. */
const wholePixels = (pixelRatio: number): number =>
  [1, 2, 4, 8].find((count) => Number.isInteger(count * pixelRatio)) ?? 1 / pixelRatio;

/**
 * The CSS pixels a screenshot is drawn in at a zoom: at 100 % exactly those it had on the page. Every row is equally
 * tall, whatever strip or pass it belongs to, and a strip is so many whole pixels tall that no line shows below it.
 */
export function drawnSize(shot: ShotSize, zoom: number, pixelRatio: number): { width: number; height: number } {
  const perPixel = zoom / (shot.viewport?.scale ?? 1);
  const step = wholePixels(pixelRatio);
  const perRow = (Math.round((perPixel * stripRows) / step) * step) / stripRows;
  return { width: shot.width * perPixel, height: shot.height * perRow };
}

/** The scale at which a shot is as wide as the room it has, but never blown up beyond `cap`. */
export function fitScale(room: number, pageWidth: number, cap: number): number {
  if (room <= 0 || pageWidth <= 0) return 1;
  return clamp(room / pageWidth, minScale, cap);
}

/** The next step up or down from any scale. */
export function stepScale(scale: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? steps.find((step) => step > scale + 0.005) : steps.findLast((step) => step < scale - 0.005);
  return next ?? clamp(scale, minScale, maxScale);
}

/** What a turn of the wheel (or a pinch on a touchpad) makes of a scale. */
export const wheelScale = (scale: number, deltaY: number): number =>
  clamp(scale * Math.exp(-clamp(deltaY, -60, 60) * 0.008), minScale, maxScale);
