/**
 * Switches for whoever launches the browser of a capture: the same page gives the same pixels, and a cookie goes to its
 * own origin only (by itself a browser sends it to every port of its host, and from https on to http).
 */
export const stableLaunchArgs: readonly string[] = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--hide-scrollbars',
  // What is painted over what was there before is smoothed otherwise at round corners than what is painted whole.
  '--disable-partial-raster',
  // With several threads to draw with, pictures in the page come a frame after the rest.
  '--disable-checker-imaging',
  '--blink-settings=imageAnimationPolicy=2',
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
];
