import { treesIn } from './trees.ts';
import { wait, waitTwoFrames } from './wait.ts';

const untilEvent = (target: EventTarget, type: string): Promise<void> =>
  new Promise((resolve) => {
    target.addEventListener(type, () => resolve());
    target.addEventListener('error', () => resolve());
  });

// `decode()` is not used: it keeps the full size in a cache for a while, and the smaller sizes that are drawn differ
// depending on that cache. Drawing waits for decoding anyway.
async function load(image: HTMLImageElement): Promise<void> {
  if (!image.complete) await untilEvent(image, 'load');
}

async function still(media: HTMLMediaElement): Promise<void> {
  media.autoplay = false;
  media.pause();
  if (media.currentTime === 0 || media.readyState === 0) return;
  // The browser may skip the new frame of a paused video unless the page keeps requesting its frames.
  const ask = () => (media as HTMLVideoElement).requestVideoFrameCallback?.(ask);
  ask();
  const hasSeeked = untilEvent(media, 'seeked');
  media.currentTime = 0;
  await hasSeeked;
}

/**
 * Waits for fonts and images, and returns videos to their first frame. Takes at most about `limitMs`. Returns false
 * when something was not ready by then.
 */
export async function settleMedia(limitMs: number): Promise<boolean> {
  const trees = treesIn(document);
  const ready = Promise.all([
    document.fonts.ready,
    ...trees.flatMap((tree) => [...tree.querySelectorAll('img')]).map(load),
    ...trees.flatMap((tree) => [...tree.querySelectorAll<HTMLMediaElement>('video, audio')]).map(still),
  ]).then(() => true);
  const isInTime = await Promise.race([ready, wait(limitMs).then(() => false)]);
  await Promise.race([wait(100), waitTwoFrames()]);
  return isInTime;
}
