import type { ImageTools } from '../../domain/port-types.ts';
import { compare } from './compare.ts';
import { crop } from './crop.ts';
import { findBoxes } from './find-boxes.ts';
import type { ImageRefusal } from './image-refused.ts';
import { mark } from './mark.ts';
import { readImage } from './read-image.ts';
import { show } from './show.ts';
import { overview, thumbnail } from './thumbnail.ts';
import { tiles } from './tiles.ts';

/**
 * The operations on whole images. Each needs megabytes of pixels, so it runs in a thread with nothing else in memory.
 */
export const work = {
  read: readImage,
  thumbnail,
  overview,
  tiles,
  compare,
  findBoxes,
  crop,
  mark,
  show,
} satisfies Omit<ImageTools, 'pixels' | 'surroundings' | 'isRefusal'>;

export type Name = keyof typeof work;

export interface Job {
  id: number;
  name: Name;
  args: unknown[];
}

export type WorkerMessage =
  | { id: number; kind: 'done'; result: unknown }
  | { id: number; kind: 'refused'; code: ImageRefusal; message: string }
  | { id: number; kind: 'failed'; error: unknown };
