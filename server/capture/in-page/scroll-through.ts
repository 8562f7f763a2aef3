import type { DomBox, DomDocument, DomImage, DomRoot, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page, in a world of our own: makes lazy images and frames load, and scrolls once through the page and
 * back to the top, so that whatever appears on scrolling has appeared. `maxHeight` in CSS pixels bounds pages that grow as
 * one scrolls. Returns how much was scrolled through; false, without scrolling, where that is still what was `seen`.
 */
export async function scrollThrough(maxHeight: number, seen: string): Promise<string | false> {
  function wake(root: DomRoot): void {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) wake(element.shadowRoot);
    }
    for (const element of root.querySelectorAll('img[loading=lazy], iframe[loading=lazy]')) {
      (element as DomImage).loading = 'eager';
    }
  }

  // What waits to come into view is told so frame by frame: on a busy machine these may take long.
  function frame(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, 1_000);
      window.requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  }

  function height(): number {
    const boxes = [document.body, document.documentElement].filter((box): box is DomBox => box !== null);
    return Math.min(maxHeight, Math.max(0, ...boxes.map((box) => box.scrollHeight)));
  }

  function size(): string {
    const elements = [...document.querySelectorAll('*')].length;
    return `${elements} ${document.body?.scrollHeight} ${document.documentElement?.scrollHeight}`;
  }

  if (size() === seen) return false;
  wake(document);
  for (let top = window.innerHeight; top < height(); top += window.innerHeight) {
    window.scrollTo({ top, left: 0, behavior: 'instant' });
    await frame();
  }
  // At the end of the way down: what comes from here on has not been in view.
  const scrolled = size();
  wake(document);
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await frame();
  return scrolled;
}
