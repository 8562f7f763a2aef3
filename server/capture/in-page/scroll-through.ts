import type { DomBox, DomDocument, DomImage, DomRoot, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page: makes lazy images and frames load, and scrolls once through the page and back to the top, so
 * that whatever appears on scrolling has appeared. `maxHeight` in CSS pixels bounds pages that grow as one scrolls.
 */
export async function scrollThrough(maxHeight: number): Promise<void> {
  function wake(root: DomRoot): void {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) wake(element.shadowRoot);
    }
    for (const element of root.querySelectorAll('img[loading=lazy], iframe[loading=lazy]')) {
      (element as DomImage).loading = 'eager';
    }
  }

  function frame(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, 100);
      window.requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  }

  function height(): number {
    const boxes = [document.body, document.documentElement].filter((box): box is DomBox => box !== null);
    return Math.min(maxHeight, Math.max(0, ...boxes.map((box) => box.scrollHeight)));
  }

  wake(document);
  for (let top = window.innerHeight; top < height(); top += window.innerHeight) {
    window.scrollTo({ top, left: 0, behavior: 'instant' });
    await frame();
  }
  wake(document);
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await frame();
}
