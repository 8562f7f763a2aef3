import type { ShotFacts } from '../../checklist/index.ts';
import type { MappedElement } from '../../domain/port-types.ts';

/** The worker's task: count the pages, and draw those with these 1-based numbers, if any. */
export interface Job {
  bytes: Uint8Array<ArrayBuffer>;
  draw: { from: number; to: number } | null;
}

export type Unfit = 'locked' | 'locked_otherwise' | 'damaged' | 'no_pages';

/**
 * The worker's messages, in this order: `opened` or `unfit`; for each page `image` and `text`, or `failed`; `done`.
 * Each shows that the worker is alive. `broken` may come at any time and is the last: the worker is unusable
 * afterwards.
 */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'unfit'; why: Unfit }
  | { kind: 'opened'; pages: number }
  | { kind: 'image'; number: number; width: number; height: number; pixels: Uint8Array<ArrayBuffer> }
  | { kind: 'text'; number: number; elements: MappedElement[]; facts: ShotFacts; lackedFonts: string[] }
  | { kind: 'failed'; number: number }
  | { kind: 'done'; heapBytes: number }
  | { kind: 'broken'; outOfMemory: boolean };
