import { treesIn } from './trees.ts';
import { waitForFrame } from './wait.ts';

function stopDrawing(drawing: SVGSVGElement): void {
  if (drawing.ownerSVGElement !== null) return;
  drawing.pauseAnimations();
  drawing.setCurrentTime(3_600);
}

function stopMarquee(marquee: Element): void {
  if (marquee.getAttribute('scrollamount') === '0') return;
  // A running marquee cannot return to its start; a new one with this attribute never starts.
  const halted = marquee.cloneNode(true) as Element;
  halted.setAttribute('scrollamount', '0');
  marquee.replaceWith(halted);
}

/** Returns whether scrolling drives an animation, not time. */
const isScrollDriven = ({ timeline }: Animation): boolean => timeline !== null && 'source' in timeline;

/**
 * Shows what changes on its way through the screen as it is in the middle of the screen, unless it is past it. Other
 * effects of scrolling stay as they are at the top of the page.
 */
function showInMiddle(animation: Animation): void {
  const { timeline, startTime, currentTime, playState } = animation;
  const isAcross = timeline !== null && 'axis' in timeline && /^(inline|x)$/.test(String(timeline.axis));
  if (timeline === null || !('subject' in timeline) || isAcross || playState === 'paused') return;
  if (!(startTime instanceof CSSUnitValue && currentTime instanceof CSSUnitValue)) return;
  const middle = 50 - startTime.value;
  if (currentTime.value >= middle) return;
  animation.pause();
  animation.currentTime = CSS.percent(middle);
}

function end(animation: Animation): void {
  try {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
    else animation.finish();
  } catch {
    // It has no length: it stays as it is.
  }
}

/**
 * Ends animations and transitions: finite ones jump to their end, endless ones to their start, including those that
 * start as a result. SVG animations jump to one hour, and marquees and endless progress bars stop. Runs before anything
 * is measured, because a moving box can change the page's size. `wait` lets the page react in between; while its clock
 * stands still, it must be false.
 */
export async function endAnimations(wait: boolean): Promise<void> {
  const trees = treesIn(document);
  for (const drawing of trees.flatMap((tree) => [...tree.querySelectorAll('svg')])) stopDrawing(drawing);
  for (const marquee of trees.flatMap((tree) => [...tree.querySelectorAll('marquee')])) stopMarquee(marquee);
  // An indeterminate bar moves endlessly; with a value of 0 it is as good as empty.
  const bars = trees.flatMap((tree) => [...tree.querySelectorAll<HTMLProgressElement>('progress:indeterminate')]);
  for (const bar of bars) bar.value = 0;
  for (let round = 0; round < 3; round += 1) {
    const all = trees.flatMap((tree) => tree.getAnimations());
    for (const animation of all.filter(isScrollDriven)) showInMiddle(animation);
    const moving = all.filter((animation) => animation.playState !== 'finished' && !isScrollDriven(animation));
    if (moving.length === 0) return;
    for (const animation of moving) end(animation);
    if (wait) await waitForFrame(100);
  }
}
