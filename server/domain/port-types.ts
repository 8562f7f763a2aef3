import type { z } from 'zod';
import type { PixelBox, Pixels, ShotFacts } from '../checklist/index.ts';
import type { Element } from '../contract/element.ts';
import type { ElementSource } from '../contract/element-source.ts';
import type { Notice } from '../contract/notice.ts';
import type { PageSources } from '../contract/page-sources.ts';
import type { Cookie, Viewport } from '../contract/source.ts';
import type { toCaptureFields } from '../contract/state-request.ts';

export type { PixelBox };

export interface OutboundFailureLike {
  message: string;
  reason: string;
}

export interface SafeImage {
  /** Re-encoded, without metadata, and with the orientation applied. */
  bytes: Buffer;
  contentType: string;
  width: number;
  height: number;
  /** The hash of the decoded pixels, so that re-encoding does not change it. */
  sha256: string;
}

/** The boxes of the same thing on two images, in the pixels of each. */
export interface BoxPair {
  before: PixelBox;
  after: PixelBox;
}

/** A box of an earlier image, which is looked for on a later one. */
export interface BoxSearch {
  before: PixelBox;
  /** The part of it that is meant: for a point, what is closest to it */
  core: PixelBox;
  /** Where it may be, in the later image's pixels, the likeliest first; only their upper left corners count */
  guesses: readonly PixelBox[];
  /** Whether the first guess is where it is, at that size */
  isKnown: boolean;
  /** Pixels of the images per CSS pixel, where it is an element's box. A browser may draw it at the next whole one. */
  scale?: number;
}

/** Where a box is on the later image, and the share 0..1 of its pixels that changed; null outside both images. */
export interface FoundBox {
  after: PixelBox;
  share: number | null;
}

/** A box of the new image, in its pixels; for `removed` rows only the line where they were. */
export interface DifferentArea extends PixelBox {
  kind: 'changed' | 'added' | 'removed';
  /** How many of its pixels changed; for removed rows, how many were removed */
  pixels: number;
}

/** What became of each part of the earlier image. */
export interface ChangeMap {
  /** The size of the new image, in pixels */
  width: number;
  height: number;
  /** The side of a cell in pixels, and the number of cells in a row */
  cell: number;
  columns: number;
  /** The changed pixels of each cell, row by row; added rows count in full */
  cells: Uint16Array;
  /**
   * Rows of the earlier image that are also in the new one, from top to bottom: the `length` rows from `from` are at
   * `to`
   */
  rows: { from: number; to: number; length: number }[];
  /**
   * What moved otherwise than its rows, or not at all: a box of the new image, and the row of the earlier one in which
   * its content begins
   */
  blocks?: (PixelBox & { from: number })[];
  /** What a block covers and nothing shows: a box of the earlier image, and the row of the new one where it would be */
  hidden?: (PixelBox & { at: number })[];
  /** Where rows moved: 1 for each cell that stayed in place nevertheless */
  still?: Uint8Array;
}

export interface Difference {
  kind: 'identical' | 'changed';
  /** The share of pixels that changed, 0..1. Rows that only moved do not count; added and removed ones do. */
  share: number;
  /** The new image faded, with the differences marked on it, as PNG; null when identical */
  diff: Buffer | null;
  /** Sorted from top to bottom, at most 50 */
  areas: DifferentArea[];
  map: ChangeMap | null;
}

/** Neighbouring points are joined. */
export type PixelLine = { x: number; y: number }[];

/** A mark as it is drawn. Its box and lines are in pixels of the whole image; a point's box is 0 × 0. */
export interface DrawnMark {
  number: number;
  box: PixelBox;
  lines: PixelLine[];
}

/** A mark as it is drawn on an image with others. */
export interface MarkShape extends DrawnMark {
  kind: 'must_fix' | 'open' | 'settled';
}

/** An image in the size and format that models take. */
export interface ShownImage {
  bytes: Buffer;
  contentType: string;
  width: number;
  height: number;
  /** Pixels of this image per pixel of the one it is a part of */
  scale: number;
}

/** What is done with images. Every method refuses bad input with an error whose message can be shown to people. */
export interface ImageTools {
  /** `hasty`: the file was encoded for speed, not for size, so encoding it again pays. */
  read(bytes: Buffer, options?: { hasty?: boolean }): Promise<SafeImage>;
  thumbnail(bytes: Buffer): Promise<Buffer>;
  /** All of the image, small, as WebP */
  overview(bytes: Buffer): Promise<Buffer>;
  /**
   * Returns strips of the full width and `height` pixels from top to bottom; the last one is as tall as what is left.
   */
  tiles(bytes: Buffer, height: number): Promise<{ bytes: Buffer; contentType: string }[]>;
  /** Returns the decoded pixels, opaque on white. */
  pixels(bytes: Buffer): Promise<Pixels>;
  compare(before: Buffer, after: Buffer): Promise<Difference>;
  /** Finds boxes of an image on a later one, and compares each with itself; null for one whose place is in doubt. */
  findBoxes(before: Buffer, after: Buffer, searches: readonly BoxSearch[]): Promise<(FoundBox | null)[]>;
  /** Returns a box with its surroundings; with `mark`, the mark and its number are drawn on it. */
  crop(bytes: Buffer, box: PixelBox, mark: DrawnMark | null): Promise<Buffer>;
  /** Returns the area that a crop of this box shows on an image of this size. */
  surroundings(box: PixelBox, full: { width: number; height: number }): PixelBox;
  /** Draws a part for a model to look at, with a long edge of at most 1568 pixels, and with legible numbered marks. */
  show(bytes: Buffer, part: PixelBox, marks: readonly MarkShape[], maxBytes: number): Promise<ShownImage>;
  /** Draws marks on the whole image, at `scale` pixels of it per CSS pixel. Returns PNG; all other pixels stay. */
  mark(bytes: Buffer, marks: readonly MarkShape[], scale: number): Promise<Buffer>;
  isRefusal(error: unknown): error is Error;
}

/** One page of a PDF as an image, or why there is none. */
export type PdfPage = { number: number } & (
  | {
      bytes: Buffer;
      elements: ElementMap;
      facts: ShotFacts | null;
      /** Fonts of its text that the file lacks, so that the image shows other letters, or none */
      lackedFonts: string[];
    }
  | { problem: string }
);

/** Every method refuses a bad file with an error whose message can be shown to people. */
export interface PdfTools {
  /** Opens the file and counts its pages, within a few seconds. Refuses encrypted, damaged and hostile files. */
  inspect(bytes: Buffer): Promise<{ pages: number }>;
  /** Returns the first `most` pages as PNG, with their text as elements. */
  render(bytes: Buffer, most: number): Promise<{ pages: number; shown: PdfPage[] }>;
  isRefusal(error: unknown): error is Error;
}

export interface CaptureInput {
  url: string;
  /** How the browser shows the page, and what is done there first */
  shown?: ReturnType<typeof toCaptureFields>;
  headers?: Record<string, string> | undefined;
  cookies?: z.infer<typeof Cookie>[] | undefined;
  waitFor?: string | undefined;
  mask?: string[] | undefined;
}

export interface MappedElement extends Element {
  /** The index of the closest ancestor in the list; null at the top */
  parent: number | null;
}

/** An element as a mark stores it, with where it comes from as of its last look. */
export interface MarkedElement extends Element {
  sources?: ElementSource[];
}

/** The visible elements of a page in document order: parents before their children. */
export interface ElementMap {
  /** Pixels of the image per unit of the elements' boxes */
  scale: number;
  elements: MappedElement[];
  /** Where the elements come from in the source; missing where the page does not say */
  sources?: PageSources | null;
}

export interface CapturedView {
  /** PNG */
  bytes: Buffer;
  /** What people should know about this image */
  notices: Notice[];
  elements: ElementMap;
  /** What the checklist needs; null when the page prevents reading it */
  facts: ShotFacts | null;
}

/** Captures one view of one page. Throws an error whose message tells people what to do. */
export interface CaptureView {
  viewports: readonly Viewport[];
  capture(input: CaptureInput, viewport: Viewport): Promise<CapturedView>;
  /** The reading pane in which mail clients show an email. */
  emailViewport: Viewport;
  /** Captures an email as mail clients show it, without scripts; with `dark`, as clients in dark mode. */
  captureEmail(html: string, dark: boolean): Promise<CapturedView>;
  isFailure(error: unknown): error is Error;
}
