import type { PixelBox } from '../../contract/shot-facts.ts';
import { type Contrast, contrastIn } from './contrast.ts';
import { type ImageMeasures, inkAtEdge, isFlat, measure } from './edges.ts';
import type { Pixels } from './pixels.ts';
import { sharpnessIn } from './sharpness.ts';

/** What the rules read from an image's pixels. Colours are `#rrggbb`; boxes are in pixels and clipped to the image. */
export interface ImageAnalysis {
  width: number;
  height: number;
  measures: ImageMeasures;
  /** Contrast of the text or icon in a box against its background; null where no ink is found. */
  contrast(box: PixelBox): Contrast | null;
  /** Whether every pixel of the box is alike. */
  isFlat(box: PixelBox): boolean;
  /** 0..1: how sharp the box's content is for its amount of detail; null where there is too little to judge. */
  sharpness(box: PixelBox): number | null;
  /** Share 0..1 of a side's pixels at which content, rather than background, reaches the edge. */
  inkAtEdge(side: 'left' | 'right' | 'top' | 'bottom'): number;
}

/** Analyses an image. Keeps four bytes per pixel in memory while the result is referenced. */
export const analyze = (pixels: Pixels): ImageAnalysis => ({
  width: pixels.width,
  height: pixels.height,
  measures: measure(pixels),
  contrast: (box) => contrastIn(pixels, box),
  isFlat: (box) => isFlat(pixels, box),
  sharpness: (box) => sharpnessIn(pixels, box),
  inkAtEdge: (side) => inkAtEdge(pixels, side),
});
