import type { z } from 'zod';
import type { Cookie, Viewport } from '../contract/source.ts';

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

export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PictureMeasures {
  /** Share of pixels that differ visibly from the picture's first. */
  distinctShare: number;
  /** Flat rows at the lower end, in pixels. */
  emptyRowsAtEnd: number;
}

/** What is done with pictures. Every method refuses bad input with an error whose message is fit for a person. */
export interface ImageTools {
  read(bytes: Buffer): Promise<SafeImage>;
  thumbnail(bytes: Buffer): Promise<Buffer>;
  measure(bytes: Buffer): Promise<PictureMeasures>;
  compare(
    before: Buffer,
    after: Buffer,
  ): Promise<{ kind: 'identical' | 'changed'; share: number; diff: Buffer | null }>;
  /** The box with context; with `draw` the mark and its number are drawn on it. */
  crop(bytes: Buffer, box: PixelBox, draw: { number: number } | null): Promise<Buffer>;
  isRefusal(error: unknown): error is Error;
}

export interface CaptureInput {
  url: string;
  headers?: Record<string, string> | undefined;
  cookies?: z.infer<typeof Cookie>[] | undefined;
  waitFor?: string | undefined;
  mask?: string[] | undefined;
}

/** Captures one view of one page. Fails with an error whose message a person can act on. */
export interface CaptureView {
  viewports: readonly Viewport[];
  capture(input: CaptureInput, viewport: Viewport): Promise<{ bytes: Buffer; notices: string[] }>;
  isFailure(error: unknown): error is Error;
}
