import { type Bounds, boundsOf, type Matrix, within } from './bounds.ts';
import type { Geometry } from './page-geometry.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** More complex outlines are ignored, so more is reported as visible than is. */
const MAX_PATHS = 8;
const MAX_SEGMENTS = 64;

/** Returns the box to which a page's object is clipped, on the image; null when it is not clipped. */
export function clipOf(pdfium: Pdfium, object: Pointer, outer: Matrix, geometry: Geometry): Bounds | null {
  const clip = pdfium._FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : pdfium._FPDFClipPath_CountPaths(clip);
  if (paths <= 0 || paths > MAX_PATHS) return null;
  const scratch = pdfium.wasmExports.malloc(8);
  const all: Bounds[] = [];
  for (let path = 0; path < paths; path += 1) {
    const segments = pdfium._FPDFClipPath_CountPathSegments(clip, path);
    if (segments <= 0 || segments > MAX_SEGMENTS) continue;
    const points: number[] = [];
    for (let at = 0; at < segments; at += 1) {
      const segment = pdfium._FPDFClipPath_GetPathSegment(clip, path, at);
      if (segment === 0 || pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue;
      points.push(...new Float32Array(pdfium.HEAPU8.buffer, scratch, 2));
    }
    const bounds = boundsOf(points, outer, geometry);
    if (bounds !== null) all.push(bounds);
  }
  pdfium.wasmExports.free(scratch);
  return all.length === 0 ? null : all.reduce(within);
}
