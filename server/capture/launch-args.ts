/**
 * Switches for the browser of a capture: the same page gives the same pixels, and a cookie goes to its
 * own origin only (by itself a browser sends it to every port of its host, and from https on to http).
 */
export const stableLaunchArgs: readonly string[] = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // On Linux a font is hinted on a screen of scale 1 only, and a page may ask for its first font before it has its scale.
  '--disable-font-subpixel-positioning',
  '--hide-scrollbars',
  // What is painted over what was there before is smoothed otherwise at round corners than what is painted whole.
  '--disable-partial-raster',
  // With several threads to draw with, images in the page come a frame after the rest.
  '--disable-checker-imaging',
  // Animated images stand still. And a page is drawn whole, past its screen: to ask for that per screenshot
  // (`captureBeyondViewport`) resizes the page to 1 × 1 and back, which media queries and listeners notice.
  '--blink-settings=imageAnimationPolicy=2,mainFrameClipsContent=false',
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
];
