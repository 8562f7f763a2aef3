import { isDimmed } from './move-bottom-bars.ts';
import { treesIn } from './trees.ts';
import { waitForFrame } from './wait.ts';

/**
 * The longest wait for a frame: elements are notified of coming into view frame by frame, and frames are slow on a busy
 * machine.
 */
const frameMs = 1_000;

function loadLazyParts(): void {
  for (const tree of treesIn(document)) {
    const lazy = tree.querySelectorAll<HTMLImageElement>('img[loading=lazy], iframe[loading=lazy]');
    for (const element of lazy) element.loading = 'eager';
  }
}

function pageHeight(): number {
  const boxes = [document.body, document.documentElement].filter((box) => box !== null);
  return Math.max(0, ...boxes.map((box) => box.scrollHeight));
}

function pageSize(): string {
  const elements = document.querySelectorAll('*').length;
  return `${elements} ${document.body?.scrollHeight} ${document.documentElement?.scrollHeight}`;
}

let scrolledHeight = 0;
let wasDimmed: boolean | undefined;

/**
 * Loads lazy images and frames, and scrolls once through the page and back to the top, so that everything that appears
 * on scrolling has appeared. `maxHeight` in CSS pixels limits pages that grow while scrolling. Returns the size of the
 * page that was scrolled through; false, without scrolling, if it still equals `seen`.
 */
export async function scrollThrough(maxHeight: number, seen: string): Promise<string | false> {
  if (pageSize() === seen) return false;
  wasDimmed ??= isDimmed();
  loadLazyParts();
  for (let top = innerHeight; top < Math.min(maxHeight, pageHeight()); top += innerHeight) {
    scrollTo({ top, left: 0, behavior: 'instant' });
    await waitForFrame(frameMs);
  }
  // Measured at the lowest point: content that appears from here on has not been in view.
  const scrolled = pageSize();
  scrolledHeight = pageHeight();
  loadLazyParts();
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await waitForFrame(frameMs);
  return scrolled;
}

/** Returns whether the page has become clearly taller since it was last scrolled through. */
export const hasGrown = (): boolean => pageHeight() > scrolledHeight + innerHeight / 4;

/** Returns whether a dialog or the like has dimmed the page since the first time that it was scrolled through. */
export const isNewlyDimmed = (): boolean => wasDimmed === false && isDimmed();
