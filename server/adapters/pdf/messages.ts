import type { MappedElement } from '../../domain/port-types.ts';
import type { ShotFacts } from '../../domain/shot-facts.ts';

/** What the worker is asked to do: count the pages, and draw those of these 1-based numbers, if any. */
export interface Job {
  bytes: Uint8Array<ArrayBuffer>;
  draw: { from: number; to: number } | null;
}

export type Unfit = 'locked' | 'locked_otherwise' | 'damaged' | 'no_pages';

/**
 * What the worker says, in this order: `opened` or `unfit`; of each page `picture` and `text`, or `failed`; `done`.
 * Each is a sign of life. `broken` may come at any time and is the last: the worker is of no more use then.
 */
export type Said =
  | { kind: 'ready' }
  | { kind: 'unfit'; why: Unfit }
  | { kind: 'opened'; pages: number }
  | { kind: 'picture'; number: number; width: number; height: number; pixels: Uint8Array<ArrayBuffer> }
  | { kind: 'text'; number: number; elements: MappedElement[]; facts: ShotFacts }
  | { kind: 'failed'; number: number }
  | { kind: 'done'; heapBytes: number }
  | { kind: 'broken'; outOfMemory: boolean };
