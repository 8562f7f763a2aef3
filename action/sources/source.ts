import type { GivenElement } from '../../server/contract/element.ts';
import type { Viewport } from '../../server/contract/source.ts';

/** An image to be sent as it is. */
export interface Image {
  label: string;
  /** A data URL. */
  image: string;
  page_url?: string;
  /** Bytes that it adds to a request, before they become base64. */
  size: number;
  viewport?: Viewport;
  elements?: GivenElement[];
}

/** A page for the service to capture, on desktop and mobile. */
export interface Page {
  url: string;
  /** In the place of its path, where another screenshot has that label already. */
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

/** What a review is made of, whatever the sources were. */
export type Material =
  | { kind: 'shots'; images: Image[]; pages: Page[]; failed: FailedShot[] }
  /** A PDF, as an https address or a data URL. */
  | { kind: 'pdf'; pdf: string }
  | { kind: 'html'; html: string };

/** A review holds 40 screenshots; a captured page takes two of them, desktop and mobile. */
export const maxShots = 40;
export const maxPages = maxShots / 2;
