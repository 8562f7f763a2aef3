import type { PictureLook } from '../../domain/port-types.ts';
import { type ImageLimits, imageFailure } from './decode.ts';
import { contrastIn } from './look-contrast.ts';
import { inkAtEdge, isFlat } from './look-edges.ts';
import { sharpnessIn } from './look-sharpness.ts';
import { measure } from './measure.ts';
import { pixelsOf } from './pixels.ts';

/** Opens a picture to be looked at closely: four bytes a pixel stay in memory for as long as it is. Throws ImageRefused. */
export async function look(bytes: Uint8Array, limits: ImageLimits = {}): Promise<PictureLook> {
  try {
    const pixels = await pixelsOf(bytes, limits);
    return {
      width: pixels.width,
      height: pixels.height,
      measures: measure(pixels),
      contrast: (box) => contrastIn(pixels, box),
      isFlat: (box) => isFlat(pixels, box),
      sharpness: (box) => sharpnessIn(pixels, box),
      inkAtEdge: (side) => inkAtEdge(pixels, side),
    };
  } catch (error) {
    throw imageFailure(error);
  }
}
