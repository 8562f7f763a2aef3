import type { ElementMap, PixelBox } from '../../../../server/domain/port-types.ts';

/** What the later version of a design does to the earlier one. */
export type EditKind = 'insert' | 'remove' | 'move' | 'wrap' | 'recolour' | 'resize' | 'reorder columns';

/**
 * One change of a page. A place is a CSS selector, or `@name` for a region. Edits run in order, each on the result of
 * the one before.
 */
export type Edit =
  | { insert: string; before: string }
  | { remove: string }
  | { move: string; before: string }
  | { text: string; at: string }
  | { style: string; at: string }
  /** Moves the child `from` of each matching element before its child `to` */
  | { column: number; before: number; rows: string };

/** A page. Each element with `data-region` is a region; the attribute is removed before the page is shown. */
export interface Design {
  name: string;
  width: number;
  html: string;
}

export interface PairPlan {
  design: Design;
  kind: EditKind;
  edits: readonly Edit[];
  /** The regions that look different afterwards, wherever they are. Removed ones are not listed */
  changed: readonly string[];
  /** A plain image has no elements; a capture has those of its page */
  source: 'image' | 'capture';
}

/** One version of a design, as a screenshot. */
export interface PairSide {
  /** PNG */
  bytes: Buffer;
  width: number;
  height: number;
  /** null for a plain image */
  elements: ElementMap | null;
}

/** What became of one region, by the page itself. Boxes in pixels of each screenshot. */
export interface PairRegion {
  name: string;
  before: PixelBox;
  /** null where it was removed */
  after: PixelBox | null;
  /** Whether it looks different, wherever it is now */
  changed: boolean;
}

export interface Pair {
  name: string;
  kind: EditKind;
  source: PairPlan['source'];
  before: PairSide;
  after: PairSide;
  regions: readonly PairRegion[];
}
