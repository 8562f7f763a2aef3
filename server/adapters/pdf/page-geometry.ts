import type { Pdfium, Pointer } from './pdfium.ts';

/** Maps a page's own coordinates, whatever its rotation and crop, to those of its image. */
export interface Geometry {
  width: number;
  height: number;
  toImage(x: number, y: number): [x: number, y: number];
  /** Pixels per unit of the page */
  scale: number;
}

/** PDFium returns whole pixels, so it is asked about an image this many times as large. */
const FINER = 100;
/** Far enough that rounding does not matter, near enough that the result fits 32 bits */
const FAR = 1000;

export function pageGeometry(pdfium: Pdfium, page: Pointer, size: { width: number; height: number }): Geometry {
  const { width, height } = size;
  const { malloc, free } = pdfium.wasmExports;
  const at = malloc(8);
  const ask = (x: number, y: number): [number, number] => {
    pdfium._FPDF_PageToDevice(page, 0, 0, width * FINER, height * FINER, 0, x, y, at, at + 4);
    const answer = new DataView(pdfium.HEAPU8.buffer, at, 8);
    return [answer.getInt32(0, true) / FINER, answer.getInt32(4, true) / FINER];
  };
  const [originX, originY] = ask(0, 0);
  const [rightX, rightY] = ask(FAR, 0);
  const [upX, upY] = ask(0, FAR);
  free(at);
  const [a, b] = [(rightX - originX) / FAR, (rightY - originY) / FAR];
  const [c, d] = [(upX - originX) / FAR, (upY - originY) / FAR];
  return {
    width,
    height,
    toImage: (x, y) => [originX + a * x + c * y, originY + b * x + d * y],
    scale: Math.sqrt(Math.abs(a * d - b * c)),
  };
}
