import type { ControlFact, ImageFact, PageFact, PixelBox, TextFact, ViolationFact } from '../contract/shot-facts.ts';

/** The visible part of something, in CSS pixels from the page's upper left corner */
export type CapturedBox = PixelBox;

// The same facts as they are stored, with nothing left out; their boxes are still in CSS pixels of the page.
export type CapturedText = Required<Omit<TextFact, 'sure'>>;
export type CapturedImage = ImageFact;
export type CapturedControl = Required<ControlFact>;
export type CapturedViolation = ViolationFact;
export type CapturedPageFacts = Required<PageFact>;

/** The facts about the content of a page's screenshot. Lists are in document order and limited: see `facts-list.ts`. */
export interface CapturedFacts {
  texts: CapturedText[];
  images: CapturedImage[];
  controls: CapturedControl[];
  violations: CapturedViolation[];
  page: CapturedPageFacts;
}
