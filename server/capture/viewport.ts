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

/** Returns the user agent of browsers of this version, with our name at the end so that site owners recognise it. */
export function userAgent(viewport: CaptureViewport, browserVersion: string): string {
  const major = /^\d+/.exec(browserVersion)?.[0] ?? '140';
  const [system, mobile] = viewport.mobile ? ['Linux; Android 10; K', ' Mobile'] : ['X11; Linux x86_64', ''];
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36 Sightline`;
}
