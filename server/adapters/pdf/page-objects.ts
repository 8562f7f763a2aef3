import type { ImageFact } from '../../checklist/index.ts';
import { after, type Bounds, boundsOf, boxOf, type Matrix, within } from './bounds.ts';
import { clipOf } from './object-clip.ts';
import type { Geometry } from './page-geometry.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** FPDF_PAGEOBJ_*, FPDF_FILLMODE_* */
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
const NO_FILL = 0;

/** Objects beyond this number are ignored; forms may contain each other, and themselves. */
const MAX_OBJECTS = 20_000;
const MAX_DEPTH = 6;
const MAX_IMAGES = 200;
const MAX_COVERS = 500;
/** A path with more segments is not a plain rectangle. */
const RECTANGLE_PARTS = 6;
const OPAQUE = 255;
/** The share of the longer direction above which an image is rotated at an angle. */
const ASKEW = 0.05;

export interface PageObjects {
  images: ImageFact[];
  /** Opaque rectangles and images, on the image, with their drawing order */
  covers: (Bounds & { order: number })[];
  /** The drawing order of each text */
  orders: Map<Pointer, number>;
}

const unit: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns how an image is rotated. The box around one at an angle does not show the size at which it is drawn. */
function directionOf(matrix: Matrix, geometry: Geometry): 'upright' | 'sideways' | 'askew' {
  const [x0, y0] = geometry.toImage(0, 0);
  const [x1, y1] = geometry.toImage(matrix[0], matrix[1]);
  const [across, down] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  if (!(Math.min(across, down) / Math.max(across, down) < ASKEW)) return 'askew';
  return across >= down ? 'upright' : 'sideways';
}

/** Returns the objects on an open page besides its text, as far as rules need them. */
export function readObjects(pdfium: Pdfium, page: Pointer, geometry: Geometry): PageObjects {
  const found: PageObjects = { images: [], covers: [], orders: new Map() };
  const onPage: Bounds = { left: 0, top: 0, right: geometry.width, bottom: geometry.height };
  const scratch = pdfium.wasmExports.malloc(32);
  const floats = (count: number): number[] => Array.from(new Float32Array(pdfium.HEAPU8.buffer, scratch, count));
  const words = (count: number): number[] => Array.from(new Uint32Array(pdfium.HEAPU8.buffer, scratch, count));
  let order = 0;

  function matrixOf(object: Pointer): Matrix | null {
    if (pdfium._FPDFPageObj_GetMatrix(object, scratch) === 0) return null;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(6);
    return [a, b, c, d, e, f];
  }

  function cover(bounds: Bounds): void {
    if (found.covers.length < MAX_COVERS) found.covers.push({ ...bounds, order });
  }

  function readPath(path: Pointer, outer: Matrix): void {
    if (found.covers.length >= MAX_COVERS || pdfium._FPDFPath_CountSegments(path) > RECTANGLE_PARTS) return;
    if (pdfium._FPDFPath_GetDrawMode(path, scratch, scratch + 4) === 0 || words(1)[0] === NO_FILL) return;
    if (pdfium._FPDFPageObj_GetFillColor(path, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    if (words(4)[3] !== OPAQUE || pdfium._FPDFPageObj_HasTransparency(path) !== 0) return;
    if (pdfium._FPDFPageObj_GetBounds(path, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const [left = 0, bottom = 0, right = 0, top = 0] = floats(4);
    const bounds = boundsOf([left, bottom, right, bottom, right, top, left, top], outer, geometry);
    if (bounds !== null) cover(bounds);
  }

  function readImage(image: Pointer, outer: Matrix): void {
    const own = matrixOf(image);
    if (own === null || found.images.length >= MAX_IMAGES) return;
    const matrix = after(own, outer);
    const whole = boundsOf([0, 0, 1, 0, 1, 1, 0, 1], matrix, geometry);
    if (whole === null) return;
    const clip = clipOf(pdfium, image, outer, geometry);
    const seen = within(clip === null ? whole : within(whole, clip), onPage);
    if (!(seen.right - seen.left >= 1 && seen.bottom - seen.top >= 1)) return;
    if (pdfium._FPDFPageObj_HasTransparency(image) === 0) cover(seen);
    const sized = pdfium._FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4) !== 0;
    const pixels = sized ? words(2) : [];
    const direction = directionOf(matrix, geometry);
    const [width = 0, height = 0] = direction === 'askew' ? [] : pixels;
    // For a clipped image, only the visible share of the file's pixels counts, so that box and pixels give the
    // resolution.
    const across = (seen.right - seen.left) / (whole.right - whole.left);
    const down = (seen.bottom - seen.top) / (whole.bottom - whole.top);
    found.images.push({
      box: boxOf(seen),
      state: 'shown',
      naturalWidth: Math.round((direction === 'upright' ? width : height) * across),
      naturalHeight: Math.round((direction === 'upright' ? height : width) * down),
      alt: null,
      decorative: false,
      vector: false,
      squeezed: false,
      isControl: false,
    });
  }

  function read(object: Pointer, outer: Matrix, depth: number): void {
    order += 1;
    const kind = pdfium._FPDFPageObj_GetType(object);
    if (kind === IMAGE) readImage(object, outer);
    else if (kind === PATH) readPath(object, outer);
    else if (kind !== FORM) found.orders.set(object, order);
    else if (depth < MAX_DEPTH) {
      const own = matrixOf(object);
      const count = own === null ? 0 : pdfium._FPDFFormObj_CountObjects(object);
      for (let at = 0; own !== null && at < count && order < MAX_OBJECTS; at += 1) {
        read(pdfium._FPDFFormObj_GetObject(object, at), after(own, outer), depth + 1);
      }
    }
  }

  const count = pdfium._FPDFPage_CountObjects(page);
  for (let at = 0; at < count && order < MAX_OBJECTS; at += 1) read(pdfium._FPDFPage_GetObject(page, at), unit, 0);
  pdfium.wasmExports.free(scratch);
  return found;
}
