import { treesIn } from './trees.ts';
import { waitForFrame } from './wait.ts';

function stopDrawing(drawing: SVGSVGElement): void {
  if (drawing.ownerSVGElement !== null) return;
  drawing.pauseAnimations();
  drawing.setCurrentTime(3_600);
}

function stopMarquee(marquee: Element): void {
  if (marquee.getAttribute('scrollamount') === '0') return;
  // One that runs cannot be put back to its start; one that is made with this never starts.
  const halted = marquee.cloneNode(true) as Element;
  halted.setAttribute('scrollamount', '0');
  marquee.replaceWith(halted);
}

function end(animation: Animation): void {
  try {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
    else animation.finish();
  } catch {
    // Driven by scrolling, or of no length: it stays where it is.
  }
}

/**
 * Brings animations and transitions to their end, endless ones back to their start, and those which begin because of that
 * as well; drawings that move by themselves an hour on, marquees and endless progress bars to a halt. Done before anything
 * is measured: a moving box can change the page's size. `wait` lets the page answer to their end in between; where its
 * clock stands still, nothing may be waited for.
 */
export async function endAnimations(wait: boolean): Promise<void> {
  const trees = treesIn(document);
  for (const drawing of trees.flatMap((tree) => [...tree.querySelectorAll('svg')])) stopDrawing(drawing);
  for (const marquee of trees.flatMap((tree) => [...tree.querySelectorAll('marquee')])) stopMarquee(marquee);
  // Their beam runs for ever; at its start the bar is as good as empty.
  const bars = trees.flatMap((tree) => [...tree.querySelectorAll<HTMLProgressElement>('progress:indeterminate')]);
  for (const bar of bars) bar.value = 0;
  for (let round = 0; round < 3; round += 1) {
    const moving = trees.flatMap((tree) => tree.getAnimations().filter(({ playState }) => playState !== 'finished'));
    if (moving.length === 0) return;
    for (const animation of moving) end(animation);
    if (wait) await waitForFrame(100);
  }
}
