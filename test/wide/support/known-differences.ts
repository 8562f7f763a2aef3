/** What captures are known to show otherwise than Chromium, and why. Anything else that differs fails. */
export const knownDifferences: readonly { page: string; why: string }[] = [
  { page: 'impress', why: 'the page scrolls back by itself: a place of it cannot be looked at twice' },
  {
    page: 'uikit-scrollspy',
    why: 'its cards hide again when they leave the screen, and its script drops more than ten updates between two frames',
  },
];
