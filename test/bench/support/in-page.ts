/** Scripts that run inside the page, as text, because this folder has no browser types. */

/** Returns when the largest element was painted, in ms from the start of the navigation. */
export const largestPaintScript = `new Promise((found) => {
  let last = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) last = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => found(last), 1500);
})`;

/** Returns the bytes, as sent, of the scripts that the page needs before it answers. */
export const startScriptsScript = `performance
  .getEntriesByType('resource')
  .filter(({ name }) => [...document.querySelectorAll('link[rel="modulepreload"]')].some(({ href }) => href === name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

/** Records the time of every frame from now on in `benchTimes`. */
export const countFramesScript = `{
  window.benchTimes = [];
  const tick = (at) => {
    benchTimes.push(at);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}`;

/** Sets `benchReady` to a promise of the ms from the next click to the frame in which text can be typed. */
export const watchComposerScript = `{
  window.benchReady = new Promise((found) => {
    const clicked = (event) => {
      const look = () => {
        if (document.activeElement?.tagName === 'TEXTAREA') requestAnimationFrame(() => found(performance.now() - event.timeStamp));
        else requestAnimationFrame(look);
      };
      look();
    };
    document.addEventListener('pointerup', clicked, { once: true, capture: true });
  });
  // Not the promise itself: whoever evaluates this would wait for it.
  null;
}`;
