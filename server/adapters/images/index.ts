export { compare } from './compare.ts';
export { type Crop, type CropOptions, crop } from './crop.ts';
export type { BoxPx } from './crop-area.ts';
export { type ImageFormat, type ImageHeader, type ImageLimits, inspectImage } from './decode.ts';
export { type ImageRefusal, ImageRefused } from './image-refused.ts';
export { measure } from './measure.ts';
export { type ReadOptions, readImage, type SafeImage } from './read-image.ts';
export { thumbnail } from './thumbnail.ts';
export { type Tile, tiles } from './tiles.ts';
