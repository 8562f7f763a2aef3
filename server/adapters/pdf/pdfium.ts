import { readFile } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';

/** An address in PDFium's memory, or a handle; 0 is none. */
export type Pointer = number;

/** Where a page lies on a bitmap. */
type View = [x: number, y: number, width: number, height: number, rotate: number];

/** The functions of PDFium that are used; the package's types name only a part of them. */
export interface Pdfium {
  HEAPU8: Uint8Array<ArrayBuffer>;
  wasmExports: { malloc(size: number): Pointer; free(pointer: Pointer): void };
  _FPDF_InitLibraryWithConfig(config: Pointer): void;
  _FPDF_LoadMemDocument(bytes: Pointer, size: number, password: Pointer): Pointer;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: Pointer): number;
  _FPDF_CloseDocument(document: Pointer): void;
  _FPDF_LoadPage(document: Pointer, index: number): Pointer;
  _FPDF_ClosePage(page: Pointer): void;
  _FPDF_GetPageSizeByIndexF(document: Pointer, index: number, size: Pointer): number;
  _FPDF_GetPageWidthF(page: Pointer): number;
  _FPDF_GetPageHeightF(page: Pointer): number;
  _FPDF_PageToDevice(page: Pointer, ...how: [...View, pageX: number, pageY: number, x: Pointer, y: Pointer]): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: Pointer, stride: number): Pointer;
  _FPDFBitmap_FillRect(bitmap: Pointer, x: number, y: number, width: number, height: number, colour: number): number;
  _FPDFBitmap_Destroy(bitmap: Pointer): void;
  _FPDF_RenderPageBitmap(bitmap: Pointer, page: Pointer, ...how: [...View, flags: number]): void;
  _FPDF_FFLDraw(form: Pointer, bitmap: Pointer, page: Pointer, ...how: [...View, flags: number]): void;
  _FPDFDOC_InitFormFillEnvironment(document: Pointer, info: Pointer): Pointer;
  _FPDFDOC_ExitFormFillEnvironment(form: Pointer): void;
  _FORM_OnAfterLoadPage(page: Pointer, form: Pointer): void;
  _FORM_OnBeforeClosePage(page: Pointer, form: Pointer): void;
  _FPDFText_LoadPage(page: Pointer): Pointer;
  _FPDFText_ClosePage(text: Pointer): void;
  _FPDFText_CountChars(text: Pointer): number;
  _FPDFText_GetUnicode(text: Pointer, index: number): number;
  _FPDFText_GetCharBox(
    text: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  _FPDFText_GetLooseCharBox(text: Pointer, index: number, box: Pointer): number;
  _FPDFText_GetMatrix(text: Pointer, index: number, matrix: Pointer): number;
  _FPDFText_GetCharOrigin(text: Pointer, index: number, x: Pointer, y: Pointer): number;
  _FPDFText_GetFontSize(text: Pointer, index: number): number;
  _FPDFText_GetTextObject(text: Pointer, index: number): Pointer;
  _FPDFTextObj_GetFont(object: Pointer): Pointer;
  _FPDFTextObj_GetTextRenderMode(object: Pointer): number;
  _FPDFFont_GetFamilyName(font: Pointer, buffer: Pointer, length: number): number;
  /** 1 or 0; -1 for an error */
  _FPDFFont_GetIsEmbedded(font: Pointer): number;
  _FPDFFont_GetBaseFontName(font: Pointer, buffer: Pointer, length: number): number;
  _FPDFPage_CountObjects(page: Pointer): number;
  _FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  _FPDFFormObj_CountObjects(form: Pointer): number;
  _FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  _FPDFPageObj_GetType(object: Pointer): number;
  _FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  _FPDFPageObj_GetBounds(object: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  _FPDFPageObj_GetFillColor(object: Pointer, red: Pointer, green: Pointer, blue: Pointer, alpha: Pointer): number;
  _FPDFPageObj_HasTransparency(object: Pointer): number;
  _FPDFPageObj_GetClipPath(object: Pointer): Pointer;
  _FPDFClipPath_CountPaths(clip: Pointer): number;
  _FPDFClipPath_CountPathSegments(clip: Pointer, path: number): number;
  _FPDFClipPath_GetPathSegment(clip: Pointer, path: number, segment: number): Pointer;
  _FPDFPathSegment_GetPoint(segment: Pointer, x: Pointer, y: Pointer): number;
  _FPDFPath_CountSegments(path: Pointer): number;
  _FPDFPath_GetDrawMode(path: Pointer, fillMode: Pointer, stroke: Pointer): number;
  _FPDFImageObj_GetImagePixelSize(image: Pointer, width: Pointer, height: Pointer): number;
}

export interface BoundedPdfium {
  pdfium: Pdfium;
  /** The size of its memory in bytes; it never shrinks. */
  heapBytes(): number;
  /** Whether it was refused memory; its results afterwards are unreliable. */
  outOfMemory(): boolean;
}

const PAGE_BYTES = 65_536;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface Instance {
  exports: { memory: Memory };
}

/** The part of WebAssembly that is needed: Node's types do not include it. */
interface Wasm {
  instantiate(wasm: Uint8Array, imports: object): Promise<{ instance: Instance; module: object }>;
}

/**
 * Loads a separate PDFium with limited memory: `resourceLimits` of a worker do not count WebAssembly's. It has an empty
 * file system and no network.
 */
export async function loadPdfium(maxBytes: number): Promise<BoundedPdfium> {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Wasm };
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  let memory: Memory | null = null;
  let outOfMemory = false;
  const options = {
    print: () => undefined,
    printErr: () => undefined,
    async instantiateWasm(imports: object, done: (instance: Instance, module: object) => void) {
      const { instance, module } = await WebAssembly.instantiate(wasm, imports);
      const own = instance.exports.memory;
      const grow = own.grow.bind(own);
      own.grow = (pages) => {
        if (own.buffer.byteLength + pages * PAGE_BYTES <= maxBytes) return grow(pages);
        outOfMemory = true;
        throw new RangeError('PDFium may take no more memory.');
      };
      memory = own;
      done(instance, module);
      return instance.exports;
    },
  };
  // The package's types lack some functions and options of what it wraps.
  const load = PDFiumModule as unknown as (given: typeof options) => Promise<Pdfium>;
  const pdfium = await load(options);
  pdfium._FPDF_InitLibraryWithConfig(0);
  return { pdfium, heapBytes: () => (memory as Memory | null)?.buffer.byteLength ?? 0, outOfMemory: () => outOfMemory };
}
