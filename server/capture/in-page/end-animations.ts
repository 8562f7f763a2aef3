import type { DomAnimation, DomDocument, DomRoot, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page: brings animations and transitions to their end, endless ones back to their start, and those
 * which begin because of that as well. Done before anything is measured: a moving box can change the page's size.
 * `wait` lets the page answer to their end in between; where its clock stands still, nothing may be waited for.
 */
export async function endAnimations(wait: boolean): Promise<void> {
  function all(root: DomRoot): DomAnimation[] {
    const found = [...root.getAnimations()];
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) found.push(...all(element.shadowRoot));
    }
    return found;
  }

  for (let round = 0; round < 3; round += 1) {
    const moving = all(document).filter((animation) => animation.playState !== 'finished');
    if (moving.length === 0) return;
    for (const animation of moving) {
      try {
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
        else animation.finish();
      } catch {
        // Driven by scrolling, or of no length: it stays where it is.
      }
    }
    if (!wait) continue;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 100);
      window.requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  }
}
