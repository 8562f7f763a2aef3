/**
 * Command-line switches for the browser of a capture. With them the same page gives the same pixels, and a cookie goes
 * to its own origin only; by default a browser sends it to every port of its host, and from https on to http.
 */
export const stableLaunchArgs: readonly string[] = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // On Linux, fonts are hinted only on a screen of scale 1, and a page may request its first font before its scale is
  // set.
  '--disable-font-subpixel-positioning',
  '--hide-scrollbars',
  // Repainting a part of the page smooths round corners differently than painting all of it.
  '--disable-partial-raster',
  // With several drawing threads, images on the page appear a frame after the rest.
  '--disable-checker-imaging',
  // Animated images stand still. The page is drawn beyond its screen as well: requesting that per screenshot
  // (`captureBeyondViewport`) resizes the page to 1 × 1 and back, which media queries and listeners notice.
  '--blink-settings=imageAnimationPolicy=2,mainFrameClipsContent=false',
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
];
