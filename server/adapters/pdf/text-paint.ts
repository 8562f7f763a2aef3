import type { Pdfium, Pointer } from './pdfium.ts';

/** FPDF_TEXTRENDERMODE_*: 3 and 7 draw nothing; 0, 2, 4 and 6 fill. */
const INVISIBLE = new Set([3, 7]);
const FILLED = new Set([0, 2, 4, 6]);
const MAX_FONT_NAME = 200;
const OPAQUE = 255;

export interface TextPaint {
  family: string | null;
  /** 100..900, derived from the font's name; 400 when the name shows nothing */
  weight: number;
  /** `#rrggbb`; null when it is not filled with one opaque colour */
  color: string | null;
  /** It is not drawn, such as the text behind a scanned page */
  invisible: boolean;
  /** The name of its font if the file lacks it, and PDFium has nothing of the same shapes; else null */
  lackedFont: string | null;
}

export const unknownPaint: TextPaint = { family: null, weight: 400, color: null, invisible: false, lackedFont: null };

const weights: readonly [RegExp, number][] = [
  [/semi ?bold|demi(?: ?bold)?(?=$|[^a-z])|demibold/i, 600],
  [/(?:extra|ultra) ?bold|black|heavy/i, 900],
  [/bold|(?:^|-)bd(?=$|[^a-z])|cmbx|cmssbx/i, 700],
  [/thin|hairline|(?:extra|ultra) ?light/i, 200],
  [/light/i, 300],
  [/medium/i, 500],
];

/** The fonts that every reader of PDFs has, PDFium too, and those that are the same to it */
const standard = /^(helvetica|arial|times|courier|symbol|zapf ?dingbats)/i;

const weightOf = (name: string): number => weights.find(([pattern]) => pattern.test(name))?.[1] ?? 400;

type FontPaint = Pick<TextPaint, 'family' | 'weight' | 'lackedFont'>;

type Ask = (font: Pointer, buffer: Pointer, length: number) => number;

function readName({ wasmExports, HEAPU8 }: Pdfium, font: Pointer, ask: Ask): string | null {
  const buffer = wasmExports.malloc(MAX_FONT_NAME);
  const length = ask(font, buffer, MAX_FONT_NAME);
  const fits = length > 1 && length <= MAX_FONT_NAME;
  const name = fits ? Buffer.from(HEAPU8.slice(buffer, buffer + length - 1)).toString('utf8') : '';
  wasmExports.free(buffer);
  // The name of a subset font begins with six letters and a plus.
  const family = name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/\p{C}/gu, '')
    .trim();
  return family === '' ? null : family;
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => (part & 255).toString(16).padStart(2, '0')).join('')}`;

/**
 * Returns a function that reads how text objects are drawn; each font is read once. `scratch` is 16 bytes of PDFium's
 * memory.
 */
export function createPaints(pdfium: Pdfium, scratch: Pointer): (object: Pointer) => TextPaint {
  const fonts = new Map<Pointer, FontPaint>();
  let last: { object: Pointer; paint: TextPaint } | null = null;

  function fontOf(object: Pointer): FontPaint {
    const font = pdfium._FPDFTextObj_GetFont(object);
    if (font === 0) return unknownPaint;
    const known = fonts.get(font);
    if (known !== undefined) return known;
    const family = readName(pdfium, font, pdfium._FPDFFont_GetFamilyName);
    const base = readName(pdfium, font, pdfium._FPDFFont_GetBaseFontName);
    const name = base ?? family ?? '';
    const isLacked = pdfium._FPDFFont_GetIsEmbedded(font) === 0 && name !== '' && !standard.test(name);
    const read = { family, weight: weightOf(name), lackedFont: isLacked ? name : null };
    fonts.set(font, read);
    return read;
  }

  function colorOf(object: Pointer): string | null {
    if (pdfium._FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return null;
    const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(pdfium.HEAPU8.buffer, scratch, 4);
    return alpha === OPAQUE ? hex([red, green, blue]) : null;
  }

  function read(object: Pointer): TextPaint {
    const mode = pdfium._FPDFTextObj_GetTextRenderMode(object);
    const color = FILLED.has(mode) ? colorOf(object) : null;
    return { ...fontOf(object), color, invisible: INVISIBLE.has(mode) };
  }

  return (object) => {
    if (object === 0) return unknownPaint;
    if (last?.object !== object) last = { object, paint: read(object) };
    return last.paint;
  };
}
