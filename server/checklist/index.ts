// The only entry: everything outside the checklist imports from here.

export type { EmailFact, ImageFact, PixelBox, ShotFacts, TextFact } from '../contract/shot-facts.ts';
export {
  beforeDeadline,
  type Checklist,
  type CheckRequest,
  createChecklist,
  type ListedRule,
  rules,
} from './check.ts';
export type { Pixels } from './image/pixels.ts';
export type { VisionSettings } from './model/create-vision.ts';
export type { VisionModel } from './model/vision-model.ts';
export type { Other, Scene } from './rule.ts';
export { type Finding, mostImportant } from './run-rules.ts';
export { contrastRatio, type Rgb } from './support/colours.ts';
export { createTextReader } from './text-recognition/create-text-reader.ts';
