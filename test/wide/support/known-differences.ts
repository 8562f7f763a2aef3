/** What captures are known to show otherwise than Chromium, and why. Anything else that differs fails. */
/** `isRare`: two captures seldom differ; the first one is still held to what Chromium shows. */
export const knownDifferences: readonly { page: string; why: string; isRare?: true }[] = [
  { page: 'impress', why: 'the page scrolls back by itself: a place of it cannot be looked at twice' },
  {
    page: 'uikit-navbar',
    why: 'visitors meet it too: when its document comes in two parts, cut between a bar and the dropbar below it, its script does not find the dropbar and leaves it open',
    isRare: true,
  },
];
