/** A screen that a page is shown on. Sizes in CSS pixels; `scale` is device pixels per CSS pixel. */
export interface CaptureViewport {
  name: string;
  width: number;
  height: number;
  scale: number;
  /** A phone: touch, the viewport meta tag, a phone's user agent */
  mobile: boolean;
}

export const viewports = {
  desktop: { name: 'desktop', width: 1440, height: 900, scale: 1, mobile: false },
  mobile: { name: 'mobile', width: 390, height: 844, scale: 2, mobile: true },
} as const satisfies Record<string, CaptureViewport>;

/** The reading pane of mail clients on a laptop, wide enough for the usual 600 px and a margin */
export const emailViewport: CaptureViewport = { name: 'email', width: 680, height: 900, scale: 2, mobile: false };
