/** Waits with the page's own timers, which are slow on a busy machine. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for two frames, until pending changes have been drawn. */
export const waitTwoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Waits until a frame has been drawn, at most `limitMs`: where nothing is drawn, frames never come. */
export const waitForFrame = (limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, limitMs);
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
