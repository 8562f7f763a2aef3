import type { Geometry } from './page-geometry.ts';
import type { Pdfium, Pointer } from './pdfium.ts';
import { createPaints, type TextPaint, unknownPaint } from './text-paint.ts';

/** More characters than 2,000 printed lines have; a page with more is not read to its end. */
const MAX_CHARACTERS = 400_000;

export interface PageCharacter {
  /** Usually one character; empty for a glyph without Unicode */
  text: string;
  /**
   * The box of its ink on the image, in pixels; null for spaces and characters that PDFium adds between words and lines
   */
  box: { left: number; top: number; right: number; bottom: number } | null;
  /** Size of its font on the image, in pixels; 0 without a box */
  fontPx: number;
  paint: TextPaint;
  /** The text object that contains it; 0 for none */
  object: Pointer;
  /** Start of its baseline and its direction (of length 1), both on the image */
  origin: Point;
  direction: Point;
}

type Point = [x: number, y: number];
type Box = [left: number, top: number, right: number, bottom: number];

function printable(code: number): string {
  if (code === 0x0a || code === 0x0d) return '\n';
  if (code < 0x20 || code === 0x7f || code === 0xad || code >= 0x110000 || (code & 0xfffe) === 0xfffe) return '';
  // The halves of a surrogate pair come one by one and combine in the text.
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}

/** Yields the characters of a page's text; `scratch` is 64 bytes of PDFium's memory. */
function* characters(pdfium: Pdfium, text: Pointer, geometry: Geometry, scratch: Pointer): Generator<PageCharacter> {
  const paintOf = createPaints(pdfium, scratch);
  const doubles = (): number[] => Array.from(new Float64Array(pdfium.HEAPU8.buffer, scratch, 4));
  const floats = (count: number): number[] => Array.from(new Float32Array(pdfium.HEAPU8.buffer, scratch, count));
  const inkOf = (index: number): Box | null => {
    if (pdfium._FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0) return null;
    const [left = 0, right = 0, bottom = 0, top = 0] = doubles();
    return [left, top, right, bottom];
  };
  /** Returns the box by the font's metrics, for characters whose shape is unknown */
  const looseOf = (index: number): Box | null => {
    if (pdfium._FPDFText_GetLooseCharBox(text, index, scratch) === 0) return null;
    const [left = 0, top = 0, right = 0, bottom = 0] = floats(4);
    return [left, top, right, bottom];
  };
  const onImage = (box: Box | null): PageCharacter['box'] => {
    if (box === null || box[0] === box[2] || box[1] === box[3] || !box.every(Number.isFinite)) return null;
    const [x1, y1] = geometry.toImage(box[0], box[1]);
    const [x2, y2] = geometry.toImage(box[2], box[3]);
    return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
  };
  const originOf = (index: number): Point => {
    if (pdfium._FPDFText_GetCharOrigin(text, index, scratch, scratch + 8) === 0) return [0, 0];
    const [x = 0, y = 0] = doubles();
    return geometry.toImage(x, y);
  };
  /** PDFium gives the font size before the text's matrix, which may scale and rotate it. */
  const typeOf = (index: number): Pick<PageCharacter, 'fontPx' | 'direction'> => {
    const [a = 1, b = 0, c = 0, d = 1] =
      pdfium._FPDFText_GetMatrix(text, index, scratch) === 0 ? [] : floats(6).slice(0, 4);
    const px = Math.abs(pdfium._FPDFText_GetFontSize(text, index)) * Math.hypot(c, d) * geometry.scale;
    const [x0, y0] = geometry.toImage(0, 0);
    const [x1, y1] = geometry.toImage(a, b);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const direction: Point = length > 0 ? [(x1 - x0) / length, (y1 - y0) / length] : [1, 0];
    return { fontPx: Number.isFinite(px) ? px : 0, direction };
  };
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS);
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    const space = code === 0x20 || code === 0xa0 || code === 0x0a || code === 0x0d;
    const box = space ? null : (onImage(inkOf(index)) ?? onImage(looseOf(index)));
    if (box === null) {
      yield {
        text: printable(code),
        box,
        fontPx: 0,
        paint: unknownPaint,
        object: 0,
        origin: [0, 0],
        direction: [1, 0],
      };
      continue;
    }
    const object = pdfium._FPDFText_GetTextObject(text, index);
    yield { text: printable(code), box, ...typeOf(index), paint: paintOf(object), object, origin: originOf(index) };
  }
}

/**
 * Calls `use` with the characters of an open page, in the order in which PDFium reads them. Returns its result; null
 * when the text cannot be loaded.
 */
export function readCharacters<Result>(
  pdfium: Pdfium,
  page: Pointer,
  geometry: Geometry,
  use: (characters: Iterable<PageCharacter>) => Result,
): Result | null {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return null;
  const scratch = pdfium.wasmExports.malloc(64);
  const result = use(characters(pdfium, text, geometry, scratch));
  pdfium.wasmExports.free(scratch);
  pdfium._FPDFText_ClosePage(text);
  return result;
}
