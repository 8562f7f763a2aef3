/** Known differences between captures and Chromium, with the reason. Any other difference fails. */
export const knownDifferences: readonly { page: string; why: string }[] = [
  { page: 'impress', why: 'the page scrolls back by itself: a place of it cannot be looked at twice' },
];
