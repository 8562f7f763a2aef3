import type { DomDocument, DomImage, DomMedia, DomRoot, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page: waits for fonts and images, and puts videos back to their first frame.
 * Ends after `limitMs` at the latest; false when something was not ready by then.
 */
export async function settleMedia(limitMs: number): Promise<boolean> {
  function all(root: DomRoot, selector: string): unknown[] {
    const found: unknown[] = [...root.querySelectorAll(selector)];
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) found.push(...all(element.shadowRoot, selector));
    }
    return found;
  }

  // `decode()` is not asked for: it leaves the full size in a cache for a while, and the smaller sizes that are drawn
  // differ with whether it is still there. What is drawn waits for its decoding anyway.
  async function loaded(image: DomImage): Promise<void> {
    if (image.complete) return;
    await new Promise<void>((resolve) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', resolve);
    });
  }

  async function stilled(media: DomMedia): Promise<void> {
    media.autoplay = false;
    media.pause();
    if (media.currentTime === 0 || media.readyState === 0) return;
    // Of a paused video the browser may leave out the new frame, unless the page keeps asking for its frames.
    const ask = () => media.requestVideoFrameCallback?.(ask);
    ask();
    await new Promise<void>((resolve) => {
      media.addEventListener('seeked', resolve);
      media.addEventListener('error', resolve);
      media.currentTime = 0;
    });
  }

  const ready = Promise.all([
    document.fonts.ready,
    ...all(document, 'img').map((image) => loaded(image as DomImage)),
    ...all(document, 'video, audio').map((media) => stilled(media as DomMedia)),
  ]).then(() => true);
  const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), limitMs));
  const inTime = await Promise.race([ready, limit]);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 100);
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve()));
  });
  return inTime;
}
