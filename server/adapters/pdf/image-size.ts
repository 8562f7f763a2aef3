const LONG_EDGE = 2000;
const SHORT_EDGE = 1600;
const MAX_ENLARGED = 3;
/** The short edge of long strips, such as a web page printed on one sheet: narrower ones are hardly legible. */
const STRIP_SHORT_EDGE = 800;
/** As tall as captures */
const MAX_SIDE = 16_000;
const MAX_PIXELS = 12_000_000;

const side = (points: number, scale: number): number =>
  Math.min(MAX_SIDE, Math.max(1, Math.round(Math.min(points * scale, MAX_SIDE))));

/**
 * Returns the size in pixels at which a page of this size in points is drawn. The image is limited, whatever the page's
 * size.
 */
export function imageSize(widthPt: number, heightPt: number): { width: number; height: number } {
  const usable = (points: number): number => (Number.isFinite(points) && points > 0.01 ? points : 0.01);
  const [width, height] = [usable(widthPt), usable(heightPt)];
  const [short, long] = width < height ? [width, height] : [height, width];
  const usual = Math.min(LONG_EDGE / long, SHORT_EDGE / short, MAX_ENLARGED);
  const strip = Math.min(STRIP_SHORT_EDGE / short, MAX_SIDE / long, MAX_ENLARGED, Math.sqrt(MAX_PIXELS / short / long));
  const scale = Math.max(usual, strip);
  return { width: side(width, scale), height: side(height, scale) };
}
