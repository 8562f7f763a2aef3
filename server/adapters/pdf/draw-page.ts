import type { OpenDocument } from './document.ts';
import { imageSize } from './image-size.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

const RGBX = 3;
const BYTES_PER_PIXEL = 4;
const WHITE = 0xffffffff;
const DRAW_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;

export interface PageImage {
  width: number;
  height: number;
  /** Four bytes per pixel: red, green, blue and an unused one */
  pixels: Uint8Array<ArrayBuffer>;
}

/** Draws an open page on white, in the size of `imageSize`. @throws when there is not enough memory */
export function drawPage(pdfium: Pdfium, { form }: OpenDocument, page: Pointer): PageImage {
  const { width, height } = imageSize(pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page));
  const stride = width * BYTES_PER_PIXEL;
  const { malloc, free } = pdfium.wasmExports;
  const pixels = malloc(stride * height);
  if (pixels === 0) throw new Error('There is no memory for the image.');
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, RGBX, pixels, stride);
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | RED_FIRST);
  if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, RED_FIRST);
  const image = { width, height, pixels: pdfium.HEAPU8.slice(pixels, pixels + stride * height) };
  pdfium._FPDFBitmap_Destroy(bitmap);
  free(pixels);
  return image;
}
