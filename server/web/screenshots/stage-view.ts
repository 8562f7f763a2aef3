import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Point } from '../marking/geometry.ts';
import { useReview } from '../review/use-review.ts';
import type { Screenshot } from '../shared/types.ts';
import type { Hold } from './camera.ts';
import { usePan } from './pan.ts';
import { useReveal } from './reveal.ts';
import { scrollToHold, toFraction } from './transform.ts';
import { createViewMemory } from './view-memory.ts';
import { useZoomGesture } from './zoom-gesture.ts';

interface StageView {
  scroller: RefObject<HTMLDivElement | null>;
  image: RefObject<HTMLDivElement | null>;
  shot: Screenshot;
  scale: number;
  /** Changes when anything else moves the screenshot: the stage's width, the mode. */
  layout: string;
  /** Identifies a chain of passes, whose scroll positions are kept from pass to pass. */
  chain: string | null;
}

interface KeptScroll extends Pick<StageView, 'scroller' | 'image'> {
  /** Where each screenshot was left, by its index. */
  held: { current: Map<number, Point> };
  onStage: { current: Screenshot };
  memory: { current: ReturnType<typeof createViewMemory> | null };
}

const holdAt = (box: HTMLElement): Point => {
  const { left, top } = box.getBoundingClientRect();
  return { x: left + box.clientWidth / 2, y: top };
};

/** Keeps the scroll position of the screenshot on the stage, here and for other passes. */
function useKeptScroll({ scroller, image, held, onStage, memory }: KeptScroll): void {
  const { ui } = useReview();
  useEffect(() => {
    const box = scroller.current;
    const drawn = image.current;
    if (box === null || drawn === null) return;
    const onScroll = () => {
      if (drawn.dataset.zooming !== undefined) return;
      held.current.set(onStage.current.index, toFraction(drawn.getBoundingClientRect(), holdAt(box)));
    };
    const keep = () => {
      const fraction = held.current.get(onStage.current.index);
      if (fraction !== undefined) memory.current?.keep(onStage.current.label, { fraction, zoom: ui.zoom.value });
    };
    const ending = new AbortController();
    const passive = { passive: true, signal: ending.signal };
    box.addEventListener('scroll', onScroll, passive);
    box.addEventListener('scrollend', keep, passive);
    addEventListener('pagehide', keep, passive);
    return () => ending.abort();
  }, [scroller, image, ui]);
}

/**
 * Keeps the scroll position when the scale, the stage, the screenshot or the pass changes, zooms at the pointer, and
 * scrolls requested places into view. Panning is native scrolling.
 */
export function useStageView({ scroller, image, shot, scale, layout, chain }: StageView): void {
  const { ui } = useReview();
  const held = useRef(new Map<number, Point>());
  // The current screenshot: a scroll event may come before the next one's effects.
  const onStage = useRef(shot);
  const anchor = useRef<Hold | null>(null);
  const laid = useRef({ scale, shot });
  laid.current = { scale, shot };
  const memory = useRef(chain === null ? null : createViewMemory(() => sessionStorage, chain));

  /**
   * Returns where a screenshot was left, here or on another pass; for a new one, where the same page was left, else its
   * top.
   */
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

  // Before the first layout, so that another pass opens at the same zoom.
  const begun = useRef(false);
  if (!begun.current) {
    begun.current = true;
    const look = memory.current?.find(shot.label);
    if (look && look.zoom !== 'fit') ui.zoom.value = look.zoom;
  }

  useLayoutEffect(() => {
    const box = scroller.current;
    const drawn = image.current;
    if (box === null || drawn === null) return;
    const hold = anchor.current ?? { fraction: placeFor(shot), screen: holdAt(box) };
    onStage.current = shot;
    anchor.current = null;
    const by = scrollToHold(drawn.getBoundingClientRect(), hold.fraction, hold.screen);
    box.scrollLeft += by.x;
    box.scrollTop += by.y;
    ui.scale.value = scale;
  }, [shot.index, scale, layout]);

  useZoomGesture({
    scroller,
    image,
    laid,
    onScale: (now) => (ui.scale.value = now),
    onEnd: (to, hold) => {
      const box = scroller.current;
      const drawn = image.current;
      if (to !== laid.current.scale) {
        anchor.current = hold;
        ui.zoom.value = to;
      } else if (box !== null && drawn !== null) {
        const by = scrollToHold(drawn.getBoundingClientRect(), hold.fraction, hold.screen);
        box.scrollBy(by.x, by.y);
        ui.scale.value = to;
      }
    },
  });
  usePan(scroller, ui.marking);
  useKeptScroll({ scroller, image, held, onStage, memory });
  useReveal(scroller, image);
}
