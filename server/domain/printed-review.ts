import type { MarkPosition, MarkStatus } from '../contract/mark.ts';
import type { Decision, Finding, ReviewStatus, Suggestion } from '../contract/review.ts';
import type { MarkShape } from './port-types.ts';

/** What a printed review says and shows. It contains no link and no token. Times are ISO 8601. */
export interface PrintedReview {
  id: string;
  title: string;
  context: string | null;
  status: ReviewStatus;
  reference: string | null;
  revision: string | null;
  pass: number;
  passes: PrintedPass[];
  /** By their numbers */
  marks: PrintedMark[];
  findings: PrintedFinding[];
  suggestions: PrintedSuggestion[];
  screenshots: PrintedScreenshot[];
  /** Screenshots that could not be made, in sentences */
  problems: string[];
  /** The address of the service */
  service: string;
}

export interface PrintedPass {
  pass: number;
  status: ReviewStatus;
  revision: string | null;
  createdAt: string;
  decision: (Omit<Decision, 'note'> & { note: string | null; decidedAt: string }) | null;
}

export interface PrintedMark {
  number: number;
  body: string;
  mustFix: boolean;
  status: MarkStatus;
  /** How its number is drawn */
  kind: MarkShape['kind'];
  author: string | null;
  /** The pass it was placed on, and when */
  pass: number;
  createdAt: string;
  /** The label of its screenshot; null when this pass has none for it */
  screenshot: string | null;
  position: MarkPosition;
  /** What it is on, in words, and its selector */
  element: string | null;
  selector: string | null;
  note: string | null;
  reopenReason: string | null;
  /** Differs for each reference image; null without one */
  referenceImage: string | null;
  replies: PrintedReply[];
}

export interface PrintedReply {
  by: 'reviewer' | 'agent' | 'guest';
  author: string | null;
  body: string;
  question: boolean;
  at: string;
}

export interface PrintedFinding extends Pick<Finding, 'body' | 'severity' | 'source' | 'status'> {
  foundBy: Finding['found_by'];
  /** The label of its screenshot; null for the whole review */
  screenshot: string | null;
  /** The mark it became */
  mark: number | null;
}

export interface PrintedSuggestion extends Pick<Suggestion, 'body' | 'author' | 'status'> {
  screenshot: string | null;
  mark: number | null;
  replies: PrintedReply[];
}

/** The image of a screenshot, by its index, or the reference image of a mark, by its number. */
export type PrintedImage = `screenshot-${number}` | `reference-${number}`;

export interface PrintedScreenshot {
  index: number;
  label: string;
  /** Pixels */
  width: number;
  height: number;
  /** Pixels per CSS pixel */
  scale: number;
  viewport: string | null;
  /** Its address without the query, which may contain a secret */
  page: string | null;
  pageNumber: number | null;
  /** The hash of its pixels */
  sha256: string;
  notices: string[];
  /** What became of it since the previous pass: the share of changed pixels; null on a first pass */
  change: { kind: 'new' | 'identical' | 'changed'; share: number | null } | null;
  marks: MarkShape[];
}

/** Prints reviews on paper. */
export interface Printer {
  /** Returns how many sheets the screenshots take. */
  sheets(review: PrintedReview): number;
  /** Returns the page that is printed, as HTML without scripts. `addressOf` returns the address of an image. */
  page(review: PrintedReview, at: Date, addressOf: (image: PrintedImage) => string): string;
  /** Prints that page as PDF. `read` returns an image; `onProgress` receives how many screenshots were read. */
  pdf(
    review: PrintedReview,
    at: Date,
    how: { read: (image: PrintedImage) => Promise<Buffer>; onProgress: (done: number) => void },
  ): Promise<Buffer>;
  isFailure(error: unknown): error is Error;
}
