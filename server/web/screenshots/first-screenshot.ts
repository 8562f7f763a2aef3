/** Milliseconds to wait for the first screenshot. */
const PATIENCE = 500;

/** Resolves after two frames: the first draws, the second is on the screen. */
const twoFrames = (): Promise<void> =>
  new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen))));

/** Resolves when the browser reports the image as shown, or after two frames where it never does. */
function shown(image: HTMLImageElement): Promise<void> {
  const decoded = image.decode();
  if (!PerformanceObserver.supportedEntryTypes.includes('element')) return decoded.then(twoFrames, () => {});
  return new Promise((seen) => {
    // Only this image has `elementtiming`.
    new PerformanceObserver(() => seen()).observe({ type: 'element', buffered: true });
    decoded.catch(() => seen());
  });
}

/**
 * Resolves when the embedded screenshot has been shown, because the page's own work would delay it; at once without
 * one.
 */
export async function firstScreenshotShown(page: Document = document): Promise<void> {
  const image = page.querySelector<HTMLImageElement>('.first-screenshot img');
  if (image === null) return;
  const late = new Promise<void>((over) => setTimeout(over, PATIENCE));
  await Promise.race([shown(image), late]);
}
