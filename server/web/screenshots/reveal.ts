import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { anchorOf, areaOf } from '../marking/geometry.ts';
import { useReview } from '../review/use-review.ts';
import { scrollBehavior } from '../shared/device.ts';
import { areaToScreen } from './transform.ts';

/** Milliseconds in which a cover may still grow. */
const grows = 600;

/** How many stages away a place is scrolled to at once: a longer way shows nothing of where it came from. */
const FAR = 4;

/** Returns the lowest visible pixel of the stage; `data-covers` marks what floats over its foot. */
function visibleBottom(scroller: HTMLElement): number {
  const box = scroller.getBoundingClientRect();
  let bottom = box.bottom;
  for (const cover of document.querySelectorAll('[data-covers]')) {
    const { top, height } = cover.getBoundingClientRect();
    if (height > 0 && top > box.top) bottom = Math.min(bottom, top);
  }
  return bottom;
}

type Box = RefObject<HTMLDivElement | null>;

/** Scrolls a requested place into view. */
export function useReveal(scroller: Box, image: Box): void {
  const { ui } = useReview();
  const growing = useRef<ResizeObserver>(undefined);
  useEffect(() => () => growing.current?.disconnect(), []);
  const wish = ui.reveal.value;
  useEffect(() => {
    const box = scroller.current;
    const drawn = image.current;
    if (wish === null || box === null || drawn === null) return;
    ui.reveal.value = null;
    const bring = () => {
      const stage = box.getBoundingClientRect();
      const bottom = visibleBottom(box);
      const area = areaToScreen(drawn.getBoundingClientRect(), { ...areaOf(wish.place), ...anchorOf(wish.place) });
      const margin = Math.min(56, (bottom - stage.top) / 4);
      const hidden = {
        x: area.x < stage.left + margin || area.x > stage.right - margin,
        y: area.y < stage.top + margin || Math.min(area.y + area.height, area.y + 80) > bottom - margin,
      };
      if (!hidden.x && !hidden.y) return;
      const left = hidden.x ? area.x - (stage.left + stage.width / 3) : 0;
      const top = hidden.y ? area.y - (stage.top + (bottom - stage.top) / 3) : 0;
      const isFar = Math.max(Math.abs(left) / stage.width, Math.abs(top) / stage.height) > FAR;
      box.scrollBy({ left, top, behavior: isFar ? 'instant' : scrollBehavior() });
    };
    bring();
    // An opening sheet covers more while it grows.
    growing.current?.disconnect();
    const until = performance.now() + grows;
    const observer = new ResizeObserver(() => {
      if (performance.now() > until) observer.disconnect();
      else bring();
    });
    for (const cover of document.querySelectorAll('[data-covers]')) observer.observe(cover);
    growing.current = observer;
  }, [wish, scroller, image, ui]);
}
