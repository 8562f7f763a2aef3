import type { PixelBox } from '../../contract/shot-facts.ts';
import { clipBox, differs, type Pixels } from './pixels.ts';

/** Pixels inwards from a side over which bars and backgrounds stay the same, while letters change */
const INWARDS = 10;
/**
 * The longest run of one colour along a side, in pixels, that can be a letter or a line; a longer one is a frame or the
 * end of a box
 */
const LONG_RUN = 40;

export function isFlat(pixels: Pixels, box: PixelBox): boolean {
  const { x0, y0, x1, y1 } = clipBox(box, pixels);
  const first = pixels.words[y0 * pixels.width + x0] ?? 0;
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) if (differs(pixels.words[y * pixels.width + x] ?? 0, first)) return false;
  }
  return true;
}

/**
 * Returns the share of a side at which short runs of colour end within `INWARDS` pixels: neither background nor bar nor
 * frame.
 */
export function inkAtEdge(pixels: Pixels, side: 'left' | 'right' | 'top' | 'bottom'): number {
  const { width, height, words } = pixels;
  const upright = side === 'left' || side === 'right';
  const length = upright ? height : width;
  const deep = Math.min(INWARDS, (upright ? width : height) - 1);
  const fromStart = side === 'left' || side === 'top';
  const word = (along: number, inwards: number): number => {
    const across = fromStart ? inwards : (upright ? width : height) - 1 - inwards;
    return words[upright ? along * width + across : across * width + along] ?? 0;
  };
  let ink = 0;
  for (let from = 0; from < length; ) {
    const first = word(from, 0);
    let to = from + 1;
    while (to < length && !differs(word(to, 0), first)) to += 1;
    if (to - from <= LONG_RUN) {
      for (let along = from; along < to; along += 1) {
        let inwards = 1;
        while (inwards <= deep && !differs(word(along, inwards), word(along, 0))) inwards += 1;
        if (inwards <= deep) ink += 1;
      }
    }
    from = to;
  }
  return ink / Math.max(1, length);
}

export interface ImageMeasures {
  /** Share of pixels that differ visibly from the first pixel */
  distinctShare: number;
  /** Number of single-colour rows at the lower end, in pixels */
  emptyRowsAtEnd: number;
}

export function measure({ words, width, height }: Pixels): ImageMeasures {
  const first = words[0] ?? 0;
  let distinct = 0;
  for (let at = 0; at < words.length; at += 1) if (differs(words[at] ?? 0, first)) distinct += 1;
  let empty = 0;
  for (let row = height - 1; row >= 0; row -= 1, empty += 1) {
    const start = row * width;
    let flat = true;
    for (let x = 1; flat && x < width; x += 1) flat = !differs(words[start + x] ?? 0, words[start] ?? 0);
    if (!flat) break;
  }
  return { distinctShare: distinct / (width * height), emptyRowsAtEnd: empty };
}
