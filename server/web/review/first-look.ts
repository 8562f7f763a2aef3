/** Longer than that nobody waits for a picture, ms: the page has more to show. */
const PATIENCE = 500;

/** Two frames: in the first it is drawn, at the second that one is on the screen. */
const twoFrames = (): Promise<void> =>
  new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen))));

/** Until the browser says that it has shown the picture; one that never says so shows it within two frames. */
function shown(picture: HTMLImageElement): Promise<void> {
  const decoded = picture.decode();
  if (!PerformanceObserver.supportedEntryTypes.includes('element')) return decoded.then(twoFrames, () => {});
  return new Promise((seen) => {
    // The only one on the page that has asked for it, see its `elementtiming`.
    new PerformanceObserver(() => seen()).observe({ type: 'element', buffered: true });
    decoded.catch(() => seen());
  });
}

/**
 * Until the picture that came with the page is on the screen: what the page itself has to do would delay it. At once
 * where none came.
 */
export async function firstLook(page: Document = document): Promise<void> {
  const picture = page.querySelector<HTMLImageElement>('.first-look img');
  if (picture === null) return;
  const late = new Promise<void>((over) => setTimeout(over, PATIENCE));
  await Promise.race([shown(picture), late]);
}
