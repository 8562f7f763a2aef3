import type { PixelBox } from '../facts.ts';
import { type Contrast, contrastIn } from './contrast.ts';
import { inkAtEdge, isFlat } from './edges.ts';
import { type ImageMeasures, measure } from './measure.ts';
import type { Pixels } from './pixels.ts';
import { sharpnessIn } from './sharpness.ts';

/** What the rules read from an image's pixels. Colours are `#rrggbb`; boxes in its pixels, clipped to the image. */
export interface ImageAnalysis {
  width: number;
  height: number;
  measures: ImageMeasures;
  /** Text or an icon inside a box against its background; null: no ink found. */
  contrast(box: PixelBox): Contrast | null;
  /** Whether every pixel of the box is alike. */
  isFlat(box: PixelBox): boolean;
  /** 0..1: how sharp the box's content is, for the detail it has; null where there is too little to judge. */
  sharpness(box: PixelBox): number | null;
  /** Share 0..1 of a side's pixels that content runs into, rather than background. */
  inkAtEdge(side: 'left' | 'right' | 'top' | 'bottom'): number;
}

/** Keeps four bytes a pixel in memory for as long as the result is referenced. */
export const analyze = (pixels: Pixels): ImageAnalysis => ({
  width: pixels.width,
  height: pixels.height,
  measures: measure(pixels),
  contrast: (box) => contrastIn(pixels, box),
  isFlat: (box) => isFlat(pixels, box),
  sharpness: (box) => sharpnessIn(pixels, box),
  inkAtEdge: (side) => inkAtEdge(pixels, side),
});
