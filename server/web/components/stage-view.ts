import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Hold } from '../mark/camera.ts';
import { anchorOf, areaOf, type Point } from '../mark/geometry.ts';
import { areaToScreen, scrollToHold, toFraction } from '../mark/transform.ts';
import { createViewMemory } from '../mark/view-memory.ts';
import { scrollBehavior } from '../review/device.ts';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';
import { usePan } from './pan.ts';
import { useZoomGesture } from './zoom-gesture.ts';

interface StageView {
  scroller: RefObject<HTMLDivElement | null>;
  picture: RefObject<HTMLDivElement | null>;
  shot: Screenshot;
  scale: number;
  /** Changes when anything else moves the picture: the stage's width, the mode. */
  layout: string;
  /** What the passes of one chain have in common; the place of a shot is kept from pass to pass where it is said. */
  chain: string | null;
}

/** How long what covers the stage may grow after a place was asked for, ms. */
const grows = 600;

/** The lowest visible pixel of the stage: what floats over its foot says so with `data-covers`. */
function visibleBottom(scroller: HTMLElement): number {
  const box = scroller.getBoundingClientRect();
  let bottom = box.bottom;
  for (const cover of document.querySelectorAll('[data-covers]')) {
    const { top, height } = cover.getBoundingClientRect();
    if (height > 0 && top > box.top) bottom = Math.min(bottom, top);
  }
  return bottom;
}

/**
 * Panning is the browser's own scrolling. This keeps what the person looks at in place when the scale, the stage, the
 * shot or the pass changes, zooms about the pointer, and brings a place into view when it is asked for.
 */
export function useStageView({ scroller, picture, shot, scale, layout, chain }: StageView): void {
  const { screen } = useStage();
  const held = useRef(new Map<number, Point>());
  // The shot that is laid out now: a scroll event may come before the effects of the next shot have run.
  const onStage = useRef(shot);
  const anchor = useRef<Hold | null>(null);
  const laid = useRef({ scale, shot });
  laid.current = { scale, shot };
  const memory = useRef(chain === null ? null : createViewMemory(() => sessionStorage, chain));

  const holdAt = (box: HTMLElement): Point => {
    const { left, top } = box.getBoundingClientRect();
    return { x: left + box.clientWidth / 2, y: top };
  };

  /** Where a shot was left, here or on another pass; of one never seen where the same page was left, else its top. */
  const placeFor = (next: StageView['shot']): Point => {
    const here = held.current.get(next.index);
    if (here !== undefined) return here;
    const before = onStage.current;
    const same = next.index !== before.index && next.page_url !== null && next.page_url === before.page_url;
    return (
      memory.current?.find(next.label)?.fraction ??
      (same ? held.current.get(before.index) : undefined) ?? { x: 0.5, y: -1 }
    );
  };

  // Before the first layout, so that another pass opens at the zoom this one was left at.
  const begun = useRef(false);
  if (!begun.current) {
    begun.current = true;
    const look = memory.current?.find(shot.label);
    if (look && look.zoom !== 'fit') screen.zoom.value = look.zoom;
  }

  useLayoutEffect(() => {
    const box = scroller.current;
    const drawn = picture.current;
    if (box === null || drawn === null) return;
    const hold = anchor.current ?? { fraction: placeFor(shot), screen: holdAt(box) };
    onStage.current = shot;
    anchor.current = null;
    const by = scrollToHold(drawn.getBoundingClientRect(), hold.fraction, hold.screen);
    box.scrollLeft += by.x;
    box.scrollTop += by.y;
    screen.scale.value = scale;
  }, [shot.index, scale, layout]);

  useZoomGesture({
    scroller,
    picture,
    laid,
    onScale: (now) => {
      screen.scale.value = now;
    },
    onEnd: (to, hold) => {
      const box = scroller.current;
      const drawn = picture.current;
      if (to !== laid.current.scale) {
        anchor.current = hold;
        screen.zoom.value = to;
      } else if (box !== null && drawn !== null) {
        // Two fingers that only pan
        const by = scrollToHold(drawn.getBoundingClientRect(), hold.fraction, hold.screen);
        box.scrollBy(by.x, by.y);
        screen.scale.value = to;
      }
    },
  });
  usePan(scroller, screen.marking);

  useEffect(() => {
    const box = scroller.current;
    const drawn = picture.current;
    if (box === null || drawn === null) return;
    const onScroll = () => {
      if (drawn.dataset.zooming !== undefined) return;
      held.current.set(onStage.current.index, toFraction(drawn.getBoundingClientRect(), holdAt(box)));
    };
    const keep = () => {
      const fraction = held.current.get(onStage.current.index);
      if (fraction !== undefined) memory.current?.keep(onStage.current.label, { fraction, zoom: screen.zoom.value });
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('scrollend', keep, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('scrollend', keep);
      removeEventListener('pagehide', keep);
    };
  }, [scroller, picture, screen]);

  const growing = useRef<ResizeObserver>(undefined);
  useEffect(() => () => growing.current?.disconnect(), []);
  const wish = screen.reveal.value;
  useEffect(() => {
    const box = scroller.current;
    const drawn = picture.current;
    if (wish === null || box === null || drawn === null) return;
    screen.reveal.value = null;
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
      box.scrollBy({ left, top, behavior: scrollBehavior() });
    };
    bring();
    // A sheet that opens for it covers more while it grows.
    growing.current?.disconnect();
    const until = performance.now() + grows;
    const observer = new ResizeObserver(() => {
      if (performance.now() > until) observer.disconnect();
      else bring();
    });
    for (const cover of document.querySelectorAll('[data-covers]')) observer.observe(cover);
    growing.current = observer;
  }, [wish, scroller, picture, screen]);
}
