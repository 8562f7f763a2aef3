/** Switches that make the same page give the same pixels, for whoever launches the browser of a capture. */
export const stableLaunchArgs: readonly string[] = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--hide-scrollbars',
  '--blink-settings=imageAnimationPolicy=2',
];
