import type { DomDocument, DomMarquee, DomProgress, DomRoot, DomSvg, DomWindow } from './dom.ts';

declare const document: DomDocument;
declare const window: DomWindow;

/**
 * Runs inside the page: brings animations and transitions to their end, endless ones back to their start, and those
 * which begin because of that as well; drawings that move by themselves an hour on,
 * marquees and endless progress bars to a halt. Done before
 * anything is measured: a moving box can change the page's size. `wait` lets the page answer to their end in between;
 * where its clock stands still, nothing may be waited for.
 */
export async function endAnimations(wait: boolean): Promise<void> {
  function roots(root: DomRoot): DomRoot[] {
    const found: DomRoot[] = [root];
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) found.push(...roots(element.shadowRoot));
    }
    return found;
  }

  const all = roots(document);
  for (const element of all.flatMap((root) => [...root.querySelectorAll('svg')]) as DomSvg[]) {
    if (element.ownerSVGElement !== null) continue;
    element.pauseAnimations();
    element.setCurrentTime(3_600);
  }
  for (const element of all.flatMap((root) => [...root.querySelectorAll('marquee')]) as DomMarquee[]) {
    if (element.getAttribute('scrollamount') === '0') continue;
    // One that runs cannot be put back to its start; one that is made with this never starts.
    const halted = element.cloneNode(true);
    halted.setAttribute('scrollamount', '0');
    element.replaceWith(halted);
  }
  // Their beam runs for ever; at its start the bar is as good as empty.
  for (const element of all.flatMap((root) => [...root.querySelectorAll('progress:indeterminate')]) as DomProgress[]) {
    element.value = 0;
  }
  for (let round = 0; round < 3; round += 1) {
    const moving = all.flatMap((root) => root.getAnimations().filter(({ playState }) => playState !== 'finished'));
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
