import type { DomDocument, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page: brings animations and transitions to their end, endless ones back to their start, and those
 * which begin because of that as well. Done before anything is measured: a moving box can change the page's size.
 */
export async function endAnimations(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const moving = document.getAnimations().filter((animation) => animation.playState !== 'finished');
    if (moving.length === 0) return;
    for (const animation of moving) {
      try {
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
        else animation.finish();
      } catch {
        // Driven by scrolling, or of no length: it stays where it is.
      }
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 100);
      window.requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  }
}
