import type { PageSources } from '../contract/page-sources.ts';
import type { Step } from '../contract/step.ts';
import type { CapturedFacts } from './captured-facts.ts';
import type { CapturedElement } from './element-list.ts';
import type { WantedFacts } from './facts.ts';
import type { Explain } from './failed-resources.ts';
import type { Notice } from './notice.ts';
import type { CaptureViewport } from './viewport.ts';

export interface CaptureRequest {
  url: string;
  viewport: CaptureViewport;
  /** Sent to the page's own origin only, never to redirects elsewhere or third parties */
  headers?: Record<string, string>;
  /** Set for the page's own host only */
  cookies?: readonly { name: string; value: string }[];
  /** A CSS selector that must be visible before the screenshot is taken */
  waitFor?: string;
  /** Done in order on the loaded page */
  steps?: readonly Step[];
  /** Default: `light` */
  colourScheme?: 'light' | 'dark';
  /** Default: true */
  reducedMotion?: boolean;
  /** A BCP 47 language tag. Default: `en-US` */
  locale?: string;
  /** CSS selectors of parts to paint over */
  mask?: readonly string[];
  /** The page's only way to the network, `http://127.0.0.1:port` */
  proxyServer?: string;
  /** Time limit of the whole capture, whatever the page does */
  deadlineMs: number;
  /** How long the page may fail to respond, for instance while a script never yields. Default: 20 s */
  maxSilenceMs?: number;
  /** CSS pixels; taller pages are cut, with a notice. Default: 16,000, or less to stay within 24 million pixels */
  maxHeight?: number;
  /** The fixed time of the page's clock. Default: the real time, because pages may wait for time to pass */
  fixedTime?: Date;
  /** Collects facts about the screenshot's content, too. Default: none */
  facts?: WantedFacts;
  explain?: Explain;
}

/** The screenshot of a page or an email, and what was read with it. */
export interface Screenshot {
  png: Buffer;
  /** In pixels of the screenshot: `viewport.scale` of them per CSS pixel */
  width: number;
  height: number;
  notices: Notice[];
  /**
   * A screenshot from a few seconds earlier, when the page never looked the same twice: the differences change by
   * themselves. Otherwise null
   */
  earlier: Buffer | null;
  /** Visible elements in document order; empty when they could not be read */
  elements: CapturedElement[];
  /** Where they come from in the source; null when the page does not say, or could not be read */
  sources: PageSources | null;
  /** The facts that the checklist examines; null when they were not wanted or could not be collected */
  facts: CapturedFacts | null;
}

export interface Capture extends Screenshot {
  finalUrl: string;
  title: string;
}
