import type { GivenElement } from '../../server/contract/element.ts';
import type { Notice } from '../../server/contract/notice.ts';
import type { PageSources } from '../../server/contract/page-sources.ts';
import type { PageState } from '../../server/contract/page-state.ts';
import type { Viewport } from '../../server/contract/source.ts';
import type { StateRequest } from '../../server/contract/state-request.ts';

/** An image that is sent unchanged. */
export interface Image {
  label: string;
  /** A data URL. */
  image: string;
  page_url?: string;
  viewport?: Viewport;
  page_state?: PageState;
  elements?: GivenElement[];
  sources?: PageSources;
  notices?: Notice[];
}

/** A page that the service captures, on desktop and mobile. */
export interface Page {
  url: string;
  state?: StateRequest;
  /** A label that replaces its path, when another screenshot has that label already. */
  label?: string;
  headers: Record<string, string>;
  cookies: { name: string; value: string }[];
  waitFor: string;
  mask: string[];
}

/** A screenshot that could not be taken on this runner. */
export interface FailedShot {
  label: string;
  message: string;
}

/** What a review is made from, for any source. */
export type Material =
  | { kind: 'shots'; images: Image[]; pages: Page[]; failed: FailedShot[] }
  /** A PDF, as an https address or a data URL. */
  | { kind: 'pdf'; pdf: string }
  | { kind: 'html'; html: string };

/** A review has at most 1,000 screenshots; a captured page takes two of them, desktop and mobile. */
export const maxShots = 1000;
export const maxPages = maxShots / 2;
