import { treesIn } from './trees.ts';
import { waitForFrame } from './wait.ts';

/** What waits to come into view is notified frame by frame: on a busy machine these may take long. */
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

/**
 * Makes lazy images and frames load, and scrolls once through the page and back to the top, so that whatever appears on
 * scrolling has appeared. `maxHeight` in CSS pixels bounds pages that grow as one scrolls. Returns how much was scrolled
 * through; false, without scrolling, where that is still what was `seen`.
 */
export async function scrollThrough(maxHeight: number, seen: string): Promise<string | false> {
  if (pageSize() === seen) return false;
  loadLazyParts();
  for (let top = innerHeight; top < Math.min(maxHeight, pageHeight()); top += innerHeight) {
    scrollTo({ top, left: 0, behavior: 'instant' });
    await waitForFrame(frameMs);
  }
  // At the end of the way down: what comes from here on has not been in view.
  const scrolled = pageSize();
  loadLazyParts();
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await waitForFrame(frameMs);
  return scrolled;
}
