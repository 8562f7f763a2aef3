/** Known differences between captures and Chromium, with the reason. Any other difference fails. */
/** `isRare`: two captures seldom differ. The first one must still match what Chromium shows. */
export const knownDifferences: readonly { page: string; why: string; isRare?: true }[] = [
  { page: 'impress', why: 'the page scrolls back by itself: a place of it cannot be looked at twice' },
  {
    page: 'uikit-navbar',
    why: 'visitors meet it too: when its document comes in two parts, cut between a bar and the dropbar below it, its script does not find the dropbar and leaves it open',
    isRare: true,
  },
];
