import { differs, type Pixels } from './pixels.ts';

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
