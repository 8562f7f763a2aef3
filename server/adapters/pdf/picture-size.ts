const LONG_EDGE = 2000;
const SHORT_EDGE = 1600;
const MOST_ENLARGED = 3;
/** Of long strips, such as a web page printed on one sheet: what is narrower can hardly be read. */
const STRIP_SHORT_EDGE = 800;
const MOST_SIDE = 8000;
const MOST_PIXELS = 12_000_000;

const side = (points: number, scale: number): number =>
  Math.min(MOST_SIDE, Math.max(1, Math.round(Math.min(points * scale, MOST_SIDE))));

/** How large a page of this size in points is drawn, in pixels. Whatever the size, the picture is bounded. */
export function pictureSize(widthPt: number, heightPt: number): { width: number; height: number } {
  const usable = (points: number): number => (Number.isFinite(points) && points > 0.01 ? points : 0.01);
  const [width, height] = [usable(widthPt), usable(heightPt)];
  const [short, long] = width < height ? [width, height] : [height, width];
  const usual = Math.min(LONG_EDGE / long, SHORT_EDGE / short, MOST_ENLARGED);
  const strip = Math.min(
    STRIP_SHORT_EDGE / short,
    MOST_SIDE / long,
    MOST_ENLARGED,
    Math.sqrt(MOST_PIXELS / short / long),
  );
  const scale = Math.max(usual, strip);
  return { width: side(width, scale), height: side(height, scale) };
}
