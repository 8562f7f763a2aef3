import type { CapturedFacts } from './captured-facts.ts';
import type { CapturedElement } from './element-map.ts';
import type { WantedFacts } from './facts.ts';
import type { Notice } from './notice.ts';
import type { CaptureViewport } from './viewport.ts';

export interface CaptureRequest {
  url: string;
  viewport: CaptureViewport;
  /** Sent to the page's own origin only, redirects elsewhere and third parties excluded */
  headers?: Record<string, string>;
  /** Set for the page's own host only */
  cookies?: readonly { name: string; value: string }[];
  /** A CSS selector that must be visible before the shot is taken */
  waitFor?: string;
  /** CSS selectors of parts to paint over */
  mask?: readonly string[];
  /** The only way out for the page, `http://127.0.0.1:port` */
  proxyServer?: string;
  /** For the whole capture; it ends by then whatever the page does */
  deadlineMs: number;
  /** How long the page may respond to nothing, as while a script never yields. Default: 20 s */
  maxSilenceMs?: number;
  /** CSS pixels; taller pages are cut, with a notice. Default: 16,000, less where the picture would exceed 24 million pixels */
  maxHeight?: number;
  /** What the page takes for now. Without it, the real time: a fixed one stops pages that wait for time to pass. */
  fixedTime?: Date;
  /** Asks the page about what its picture shows, too. Default: not */
  facts?: WantedFacts;
  /** Whoever runs the proxy knows better than the browser why a URL could not be reached. */
  explain?: (url: string) => { reason: string; message: string } | null;
}

export interface Capture {
  png: Buffer;
  /** Of the picture, in its own pixels */
  width: number;
  height: number;
  finalUrl: string;
  title: string;
  /** What a person should know about this screenshot, failed resources first */
  notices: Notice[];
  /** One from a few seconds before, when the page never looked the same twice: what differs changes by itself. Else null */
  earlier: Buffer | null;
  /** What can be seen, in document order; empty when the page resists */
  elements: CapturedElement[];
  /** What a checklist can be held against; null when it was not wanted, or the page resists */
  facts: CapturedFacts | null;
}
