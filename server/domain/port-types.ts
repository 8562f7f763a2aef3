import type { z } from 'zod';
import type { PixelBox, Pixels, ShotFacts } from '../checklist/index.ts';
import type { Element } from '../contract/element.ts';
import type { Notice } from '../contract/notice.ts';
import type { Cookie, Viewport } from '../contract/source.ts';

export type { PixelBox };

export interface OutboundFailureLike {
  message: string;
  reason: string;
}

export interface SafeImage {
  /** Re-encoded: metadata dropped, orientation applied. */
  bytes: Buffer;
  contentType: string;
  width: number;
  height: number;
  /** Of the decoded pixels, so that re-encoding does not change it. */
  sha256: string;
}

/** Where the same thing is on two images, in the pixels of each. */
export interface BoxPair {
  before: PixelBox;
  after: PixelBox;
}

/** A box of the new image, in its pixels; of `removed` rows only the line where they were. */
export interface DifferentArea extends PixelBox {
  kind: 'changed' | 'added' | 'removed';
  /** How many of its pixels changed; of removed rows, how many were removed */
  pixels: number;
}

/** What became of each part of the earlier image. */
export interface ChangeMap {
  /** Of the new image, in pixels */
  width: number;
  height: number;
  /** Side of a cell in pixels, and cells in a row */
  cell: number;
  columns: number;
  /** Changed pixels of each cell, row by row; added rows count in full */
  cells: Uint16Array;
  /** Rows of the earlier image that are rows of the new one, from top to bottom: `length` rows from `from` lie at `to` */
  rows: { from: number; to: number; length: number }[];
  /** Where rows moved: 1 for each cell that stayed at its place all the same */
  still?: Uint8Array;
}

export interface Difference {
  kind: 'identical' | 'changed';
  /** Changed pixels of all pixels, 0..1. Rows that only moved are no change; added and removed ones are. */
  share: number;
  /** The new image faded, with what differs marked on it, as PNG; null when identical */
  diff: Buffer | null;
  /** From top to bottom, at most 50 */
  areas: DifferentArea[];
  map: ChangeMap | null;
}

/** A mark as a model is shown it; `box` in pixels of the whole image, 0 × 0 for a point. */
export interface MarkShape {
  number: number;
  box: PixelBox;
  kind: 'must_fix' | 'open' | 'settled';
}

/** An image in the size and format that models take. */
export interface ShownImage {
  bytes: Buffer;
  contentType: string;
  width: number;
  height: number;
  /** Pixels of it per pixel of the image it is a part of */
  scale: number;
}

/** What is done with images. Every method refuses bad input with an error whose message is fit for a person. */
export interface ImageTools {
  /** `hasty`: the file was made for speed, not for size, so that encoding it anew pays. */
  read(bytes: Buffer, options?: { hasty?: boolean }): Promise<SafeImage>;
  thumbnail(bytes: Buffer): Promise<Buffer>;
  /** Strips of the full width and `height` pixels, the last one what is left, from top to bottom. */
  tiles(bytes: Buffer, height: number): Promise<{ bytes: Buffer; contentType: string }[]>;
  /** Decoded, opaque on white. */
  pixels(bytes: Buffer): Promise<Pixels>;
  compare(before: Buffer, after: Buffer): Promise<Difference>;
  /** Returns the changed share 0..1 of each pair of boxes of one size, wherever they lie; null outside both images. */
  compareBoxes(before: Buffer, after: Buffer, pairs: readonly BoxPair[]): Promise<(number | null)[]>;
  /** The box with context; with `draw` the mark and its number are drawn on it. */
  crop(bytes: Buffer, box: PixelBox, draw: { number: number } | null): Promise<Buffer>;
  /** What a crop of this box shows of an image of this size. */
  surroundings(box: PixelBox, full: { width: number; height: number }): PixelBox;
  /** Draws a part for a model to look at, its long edge at most 1568 pixels, with the marks drawn and numbered legibly. */
  show(bytes: Buffer, part: PixelBox, marks: readonly MarkShape[], maxBytes: number): Promise<ShownImage>;
  isRefusal(error: unknown): error is Error;
}

/** One page of a PDF as an image, or why there is none. */
export type PdfPage = { number: number } & (
  | { bytes: Buffer; elements: ElementMap; facts: ShotFacts | null }
  | { problem: string }
);

/** Every method refuses what is not fit with an error whose message is for a person. */
export interface PdfTools {
  /** Opens it and counts, within a few seconds: encrypted, damaged and hostile files are refused. */
  inspect(bytes: Buffer): Promise<{ pages: number }>;
  /** The first `most` pages, PNG, with their text as elements. */
  render(bytes: Buffer, most: number): Promise<{ pages: number; shown: PdfPage[] }>;
  isRefusal(error: unknown): error is Error;
}

export interface CaptureInput {
  url: string;
  headers?: Record<string, string> | undefined;
  cookies?: z.infer<typeof Cookie>[] | undefined;
  waitFor?: string | undefined;
  mask?: string[] | undefined;
}

export interface MappedElement extends Element {
  /** Place of the closest listed ancestor in the list; null at the top */
  parent: number | null;
}

/** The visible elements of a page in document order, ancestors before what is in them. */
export interface ElementMap {
  /** Pixels of the image per unit of the elements' boxes */
  scale: number;
  elements: MappedElement[];
}

export interface CapturedView {
  /** PNG */
  bytes: Buffer;
  /** What a person should know about this image */
  notices: Notice[];
  elements: ElementMap;
  /** What the checklist needs; null when the page resists */
  facts: ShotFacts | null;
}

/** Captures one view of one page. Fails with an error whose message a person can act on. */
export interface CaptureView {
  viewports: readonly Viewport[];
  capture(input: CaptureInput, viewport: Viewport): Promise<CapturedView>;
  /** How mail clients show an email: its reading pane. */
  emailViewport: Viewport;
  /** An email as mail clients show it, scripts off; `dark` as those that people set to dark. */
  captureEmail(html: string, dark: boolean): Promise<CapturedView>;
  isFailure(error: unknown): error is Error;
}
