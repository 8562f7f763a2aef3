import { clamp } from '../marking/geometry.ts';

/** Screen pixels per page pixel; `fit`: as wide as the stage; `whole`: as a whole on the stage. */
export type Zoom = 'fit' | 'whole' | number;

export const minScale = 0.02;
export const maxScale = 32;
/** From here on, pixels are drawn as squares. */
export const crispScale = 4;
const steps = [0.02, 0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32];

interface Size {
  width: number;
  height: number;
}

interface ShotSize {
  width: number;
  height: number;
  viewport: { scale: number } | null;
}

/** Returns the size of a screenshot in page pixels: 100 % shows a phone's screenshot as large as the page was. */
export function pageSize(shot: ShotSize): Size {
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
export function drawnSize(shot: ShotSize, zoom: number, pixelRatio: number): Size {
  const perPixel = zoom / (shot.viewport?.scale ?? 1);
  const step = wholePixels(pixelRatio);
  const perRow = (Math.round((perPixel * stripRows) / step) * step) / stripRows;
  return { width: shot.width * perPixel, height: shot.height * perRow };
}

/** Returns the scale at which a page is as wide as the stage, or as a whole on it: at most `cap`. */
export function fitScale(stage: Size, page: Size, zoom: 'fit' | 'whole', cap: number): number {
  const fits = [stage.width / page.width, zoom === 'whole' ? stage.height / page.height : cap];
  // Before the stage is laid out
  return fits.every((scale) => scale > 0) ? clamp(Math.min(...fits), minScale, cap) : 1;
}

interface ShownPage extends ShotSize {
  index: number;
  page_url: string | null;
  page_number: number | null;
}

/** Returns what is equal for screenshots of one page, or of one PDF, at one width: there a zoom means the same. */
export function zoomGroup(shot: ShownPage): string {
  const page = shot.page_url ?? (shot.page_number === null ? `screenshot ${shot.index}` : 'pdf');
  return `${Math.round(pageSize(shot).width)} ${page}`;
}

export function stepScale(scale: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? steps.find((step) => step > scale + 0.005) : steps.findLast((step) => step < scale - 0.005);
  return next ?? clamp(scale, minScale, maxScale);
}

export const wheelScale = (scale: number, deltaY: number): number =>
  clamp(scale * Math.exp(-clamp(deltaY, -60, 60) * 0.008), minScale, maxScale);
