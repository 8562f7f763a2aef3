/**
 * Switches for whoever launches the browser of a capture: the same page gives the same pixels, and a cookie goes to its
 * own origin only (by itself a browser sends it to every port of its host, and from https on to http).
 */
export const stableLaunchArgs: readonly string[] = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--hide-scrollbars',
  '--blink-settings=imageAnimationPolicy=2',
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
];
